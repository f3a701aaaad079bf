import { type AccessCode, AccessError, displayText } from "@anyurl/core";
import {
  type CommandInit,
  checkNoUnsolicitedData,
  type Exchange,
  formatCommand,
  type LineDialogue,
  type LineProtocol,
  readText,
} from "@anyurl/core/exchange";

/** Command lines (RFC 1939 §3), of at most 255 bytes (RFC 2449 §4). */
export const POP: LineProtocol = {
  command: "a POP3 command",
  server: "a POP3 server",
  line: /^(?:\+OK|-ERR)(?: [^\r\0]*)?$/,
};

/** What a command was for, if it determines the meaning of a rejection. */
export type Rejected = "greeting" | "login" | "tls" | "mailbox" | "message";

const REJECTIONS: Readonly<Record<Rejected, readonly [code: AccessCode, message: string]>> = {
  greeting: ["temporarily-unavailable", "the server rejected the connection"],
  login: ["auth-failed", "the server rejected the user or the password"],
  tls: ["tls-failed", "the server did not start TLS"],
  mailbox: ["temporarily-unavailable", "the server cannot read the mailbox"],
  message: ["not-found", "the mailbox has no such message"],
};

/** Response codes (RFC 2449 §8, RFC 3206). */
const CODES: Readonly<Record<string, readonly [code: AccessCode, message: string]>> = {
  "IN-USE": ["busy", "the mailbox is in use"],
  "LOGIN-DELAY": ["temporarily-unavailable", "the server allows the next login later"],
  "SYS/TEMP": ["temporarily-unavailable", "the server is not available"],
  "SYS/PERM": ["permission-denied", "the server does not serve this mailbox"],
  AUTH: ["auth-failed", "the server rejected the user or the password"],
};

/** Sends a command, and returns the text of its reply. @throws {AccessError} the meaning of the rejection; desync. */
export function* command(
  dialogue: LineDialogue,
  text: string,
  rejected: Rejected,
  init: CommandInit = {},
): Exchange<never, string> {
  const reply = yield* attempt(dialogue, text, init);
  if (!reply.isOk) throw rejection(reply.text, rejected);
  return reply.text;
}

/** Sends a command that a server may lack, and returns its reply. */
export function* attempt(
  dialogue: LineDialogue,
  text: string,
  init: CommandInit = {},
): Exchange<never, PopReply> {
  checkNoUnsolicitedData(dialogue);
  yield formatCommand(POP, text, { limits: dialogue.limits, cite: "RFC 1939 §3", ...init });
  return yield* readReply(dialogue);
}

/** Bytes of a command with its end (RFC 2449 §4). */
const MAX_COMMAND = 255;

/**
 * Sends AUTH with the response of a mechanism that needs no challenge: in the command, or as the next line if it is too
 * long, or if the server asks for it, as one older than RFC 5034 does.
 *
 * @throws {AccessError} auth-failed …
 */
export function* authenticate(
  dialogue: LineDialogue,
  mechanism: string,
  response: string,
  init: Omit<CommandInit, "secret">,
): Exchange<never> {
  const bare = `AUTH ${mechanism}`;
  const isShort = `${bare} ${response}\r\n`.length <= MAX_COMMAND;
  const say = (text: string, secret?: string) =>
    formatCommand(POP, text, { limits: dialogue.limits, ...init, secret });
  checkNoUnsolicitedData(dialogue);
  yield isShort ? say(`${bare} `, response) : say(bare);
  let line = yield* readReplyLine(dialogue);
  if (/^\+(?: |$)/.test(line)) {
    checkNoUnsolicitedData(dialogue);
    yield say("", response);
    line = yield* readReplyLine(dialogue);
  }
  const reply = parseReply(line);
  if (!reply.isOk) throw rejection(reply.text, "login");
}

export interface PopReply {
  readonly isOk: boolean;
  /** After "+OK" or "-ERR". Not trusted. */
  readonly text: string;
}

/** Reads the first line of a reply. @throws {AccessError} protocol-error, truncated, too-large. */
export function* readReply(dialogue: LineDialogue): Exchange<never, PopReply> {
  return parseReply(yield* readReplyLine(dialogue));
}

function* readReplyLine({ inbox, limits }: LineDialogue): Exchange<never, string> {
  const line = yield* readText(inbox, limits);
  if (line === undefined)
    throw new AccessError("truncated", "the server closed the connection instead of replying", {
      retryable: true,
    });
  return line;
}

function parseReply(line: string): PopReply {
  if (!POP.line.test(line))
    throw new AccessError("protocol-error", `not a reply of ${POP.server}`, { reply: show(line) });
  const isOk = line.startsWith("+OK");
  return { isOk, text: line.slice(isOk ? "+OK ".length : "-ERR ".length) };
}

/** The error of a rejection: that of its response code, or of what was rejected. */
export function rejection(text: string, rejected: Rejected): AccessError {
  const [, name = ""] = /^\[([^\]]*)\]/.exec(text) ?? [];
  const key = findCode(name.toUpperCase());
  const [code, message] = key === undefined ? REJECTIONS[rejected] : CODES[key]!;
  return new AccessError(code, message, { reply: show(`-ERR ${text}`) });
}

/** Returns the known code that has these levels, or the first ones of them: "SYS/TEMP" of "SYS/TEMP/DISK". */
function findCode(name: string): string | undefined {
  for (let end = name.length; end > 0; end = name.lastIndexOf("/", end - 1)) {
    const levels = name.slice(0, end);
    if (Object.hasOwn(CODES, levels)) return levels;
  }
  return undefined;
}

/** Maximum length of a server's text in an error. */
const MAX_SHOWN_LENGTH = 500;

function show(text: string): string {
  return displayText(text.slice(0, MAX_SHOWN_LENGTH)).slice(0, MAX_SHOWN_LENGTH);
}
