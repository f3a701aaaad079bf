import { displayText } from "../operations/display.ts";
import { DEFAULT_LIMITS, type Limits } from "../options/limits.ts";
import { octetsOf, textOf } from "../syntax/escape.ts";
import {
  type AccessCode,
  AccessError,
  type AccessErrorInit,
  tooLargeError,
  tooLongError,
} from "./access-error.ts";
import { type Inbox, readText } from "./inbox.ts";
import type { Exchange, SendStep } from "./step.ts";

/** What differs between the protocols of command lines and numbered replies: FTP, SMTP, NNTP … */
export interface LineProtocol {
  /** Whose commands these are, for messages: "an FTP command". */
  readonly command: string;
  /** Whose replies these are, for messages: "an FTP server". */
  readonly server: string;
  /**
   * Matches a line of a reply: three digits, then nothing, or one character and the text. The character is a "-" if further
   * lines follow. It should not match a CR: in the text, it hides the line after it.
   */
  readonly line: RegExp;
  /** Do only the first and the last line of a reply have its code? Default: all lines have it. */
  readonly hasFreeLines?: boolean;
  /** Maximum bytes of a command with its end, if the protocol has one. Default: the limit maxCommand. */
  readonly maxCommand?: number;
  /** The error of a reply that may come without a command, because the server shuts down. */
  readonly closing?: { readonly code: number; readonly meaning: Meaning };
}

/** The client's side of a connection with command lines. */
export interface LineDialogue {
  readonly protocol: LineProtocol;
  readonly limits: Limits;
  readonly inbox: Inbox;
  /** The code of the last reply. */
  lastCode?: number;
}

/** A reply, with all its lines. */
export interface Reply {
  readonly code: number;
  /** The text, with lines joined by LF and without the codes. Untrusted. */
  readonly text: string;
}

export interface CommandInit {
  readonly limits?: Pick<Limits, "maxCommand">;
  /** The part of the URL with the argument. */
  readonly part?: string | undefined;
  readonly cite?: string | undefined;
  /** More text of the line, which transcripts mask: a password. */
  readonly secret?: string | undefined;
}

/**
 * Formats a command line.
 *
 * @param text without CR LF.
 * @throws {AccessError} control-octet: NUL, CR, or LF would end the command early (RFC 1738 §6); too-long.
 */
export function formatCommand(
  { command, maxCommand }: LineProtocol,
  text: string,
  { limits, part, cite, secret = "" }: CommandInit,
): SendStep {
  if (CONTROLS.test(text) || CONTROLS.test(secret)) {
    throw new AccessError("control-octet", `${command} cannot contain NUL, CR, or LF; nothing was sent`, {
      hint: "remove NUL, CR, and LF from the URL",
    });
  }
  const octets = octetsOf(`${text}${secret}\r\n`);
  const max = maxCommand ?? limits?.maxCommand ?? DEFAULT_LIMITS.maxCommand;
  if (octets.length > max) {
    const message = `${command} exceeds the limit of ${max} bytes; nothing was sent`;
    throw maxCommand === undefined
      ? tooLongError(message, "maxCommand")
      : new AccessError("too-long", message);
  }
  const step: { -readonly [K in keyof SendStep]: SendStep[K] } = { do: "send", octets };
  if (part !== undefined) step.part = part;
  if (cite !== undefined) step.cite = cite;
  if (secret !== "") step.secret = [octetsOf(text).length, octets.length - 2];
  return step;
}

/** NUL, CR, and LF, which would end a command early (RFC 1738 §6). */
const CONTROLS = /[\0\r\n]/;

/** Sends a command and reads its reply. @throws {AccessError} desync, and the errors of {@link readReply}. */
export function* sendCommand(dialogue: LineDialogue, command: SendStep): Exchange<never, Reply> {
  checkNoUnsolicitedData(dialogue);
  yield command;
  return yield* readReply(dialogue);
}

/**
 * Fails if data has arrived before a command was sent: it would be taken for the reply to that command.
 *
 * @param before the next step, for the message: "TLS started".
 * @throws {AccessError} desync, or the error of the protocol's `closing`.
 */
export function checkNoUnsolicitedData({ inbox, limits, protocol }: LineDialogue, before?: string): void {
  if (inbox.size === 0) return;
  const { line, closing } = protocol;
  if (closing !== undefined && before === undefined) {
    const text = inbox.takeText(limits.maxLine) ?? textOf(inbox.take());
    if (line.test(text) && parseCode(text) === closing.code)
      throw replyError({ code: closing.code, text: text.slice(4) }, closing.meaning);
  }
  const what = before === undefined ? ": no command was sent" : ` before ${before}`;
  throw new AccessError("desync", `unexpected data from the server${what}`);
}

/**
 * Reads one reply: one line, or several if the first one has a "-" after its code.
 *
 * @throws {AccessError} protocol-error: not a reply; too-large: more than maxLine, maxReply, or maxReplyLines; truncated:
 * the server closed the connection.
 */
export function* readReply(dialogue: LineDialogue): Exchange<never, Reply> {
  const { protocol, limits, inbox } = dialogue;
  const first = (yield* readText(inbox, limits)) ?? throwCutOff(inbox, false);
  if (!protocol.line.test(first)) throw notReplyError(protocol, first);
  const code = parseCode(first);
  dialogue.lastCode = code;
  if (first[3] !== "-") return { code, text: first.slice(4) };

  const end = `${code} `;
  const lines = [first.slice(4)];
  for (let size = first.length; ; ) {
    const line = (yield* readText(inbox, limits)) ?? throwCutOff(inbox, true);
    size += line.length;
    if (size > limits.maxReply) throw replyTooLargeError("bytes", "maxReply", limits.maxReply);
    if (lines.length >= limits.maxReplyLines)
      throw replyTooLargeError("lines", "maxReplyLines", limits.maxReplyLines);
    if (protocol.hasFreeLines === true) {
      const isLast = line.startsWith(end);
      lines.push(isLast ? line.slice(end.length) : line);
      if (isLast) return { code, text: lines.join("\n") };
      continue;
    }
    if (!protocol.line.test(line) || parseCode(line) !== code) throw notReplyError(protocol, line);
    lines.push(line.slice(4));
    if (line[3] !== "-") return { code, text: lines.join("\n") };
  }
}

/** Returns the number of the first three digits. */
function parseCode(line: string): number {
  return line.charCodeAt(0) * 100 + line.charCodeAt(1) * 10 + line.charCodeAt(2) - 111 * 0x30;
}

function throwCutOff(inbox: Inbox, isWithin: boolean): never {
  if (!isWithin && inbox.size === 0)
    throw new AccessError("truncated", "the server closed the connection instead of replying", {
      retryable: true,
    });
  throw new AccessError("truncated", "the server closed the connection within a reply", {
    reply: shortenText(textOf(inbox.take())),
    retryable: true,
  });
}

function notReplyError({ server }: LineProtocol, line: string): AccessError {
  return new AccessError("protocol-error", `not a reply of ${server}`, { reply: shortenText(line) });
}

function replyTooLargeError(what: string, limit: string, max: number): AccessError {
  return tooLargeError(`the reply exceeds the limit of ${max} ${what}`, limit);
}

/** What a rejecting reply means to a caller that does not know the protocol. */
export interface Meaning extends Pick<AccessErrorInit, "hint" | "retryable"> {
  readonly code: AccessCode;
  readonly message: string;
}

/** Meanings by reply code; by its first digit, 1 to 5, for the codes without one; and 0 for all others. */
export type Meanings = Readonly<Record<number, Meaning>>;

/** Returns the meaning of a reply. Default: an unexpected reply. */
export function findMeaning({ code }: Reply, meanings: Meanings): Meaning {
  return meanings[code] ?? meanings[Math.floor(code / 100)] ?? meanings[0] ?? UNEXPECTED;
}

const UNEXPECTED: Meaning = { code: "protocol-error", message: "unexpected reply from the server" };

/** Creates the error of a rejecting reply, with the server's text. */
export function replyError(reply: Reply, { code, message, hint, retryable }: Meaning): AccessError {
  return new AccessError(code, message, {
    ...{ reply: formatReply(reply), replyCode: reply.code },
    ...{ hint, retryable },
  });
}

/** Formats a reply for an error or a receipt: one line, sanitized, at most 500 characters. */
export function formatReply({ code, text }: Reply): string {
  return shortenText(`${code} ${text}`).trimEnd();
}

/** Maximum length of a server's text in an error, in characters. */
const MAX_SHOWN_LENGTH = 500;

function shortenText(text: string): string {
  // Every character is shown by at least one.
  const shown = displayText(text.slice(0, 2 * MAX_SHOWN_LENGTH).replaceAll("\n", " "));
  return shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH - 1)}…` : shown;
}
