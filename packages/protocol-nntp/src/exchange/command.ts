import { AccessError } from "@anyurl/core";
import {
  findMeaning,
  formatCommand as formatLine,
  type LineProtocol,
  type Meaning,
  type Meanings,
  type Reply,
  type SendStep,
  replyError as toError,
} from "@anyurl/core/exchange";

const means = (code: Meaning["code"], message: string, hint?: string): Meaning => ({ code, message, hint });

const SHUTTING_DOWN = means("temporarily-unavailable", "the server is shutting down");
const LOGIN_REJECTED = means("auth-failed", "the server rejected the login");

/** The meaning of rejections by reply code (RFC 3977 §3.2.1, appendix C; RFC 4643 §2.6; RFC 4642 §2.3). */
const COMMON: Meanings = {
  400: SHUTTING_DOWN,
  401: means("unsupported", "the server is in the wrong mode for this command"),
  403: means("temporarily-unavailable", "internal error of the server"),
  411: means("not-found", "newsgroup not found"),
  412: means("protocol-error", "the server reports that no newsgroup is selected"),
  420: means("not-found", "the newsgroup has no current article"),
  421: means("not-found", "no next article"),
  422: means("not-found", "no previous article"),
  423: means("not-found", "the newsgroup has no article with this number"),
  430: means("not-found", "no article with this message-id"),
  440: means("permission-denied", "the server does not allow posting"),
  441: means("permission-denied", "the server rejected the article"),
  480: means("auth-required", "the server requires a login"),
  481: means("auth-failed", "the server rejected the user or the password"),
  482: LOGIN_REJECTED,
  483: means("tls-required", "the server requires TLS", 'set the option tls to "required"'),
  500: means("unsupported", "the server does not know this command"),
  501: means("unsupported", "the server rejected the command as invalid"),
  502: means("permission-denied", "the server denied permission"),
  503: means("unsupported", "the server does not support this feature"),
  580: means("tls-failed", "the server cannot start TLS"),
  // The first digit gives the meaning of an unknown code (RFC 3977 §3.2).
  4: means("temporarily-unavailable", "the server cannot do this now"),
  5: means("unsupported", "the server does not support this command"),
};

/** The step that the server rejected, if it determines the meaning of the reply. */
export type RefusedStep = "command" | "greeting" | "login" | "tls";

const MEANINGS: Readonly<Record<RefusedStep, Meanings>> = {
  command: COMMON,
  greeting: {
    400: means("temporarily-unavailable", "the server is temporarily unavailable"),
    502: means("permission-denied", "the server rejected the connection"),
    0: means("protocol-error", "the greeting is not that of a news server"),
  },
  login: { ...COMMON, 452: LOGIN_REJECTED, 502: LOGIN_REJECTED },
  tls: { 400: SHUTTING_DOWN, 0: means("tls-failed", "the server did not start TLS") },
};

/** Makes the error for an unexpected reply. */
export function replyError(reply: Reply, about: RefusedStep = "command"): AccessError {
  return toError(reply, findMeaning(reply, MEANINGS[about]));
}

export const NNTP: LineProtocol = {
  command: "an NNTP command",
  server: "a news server",
  // Three digits, then a space and arguments, or nothing (RFC 3977 §3.2). Whether more lines follow depends only on the
  // command and the code. Some programs treat a CR as the end of a line, so none is allowed.
  line: /^[1-5][0-9]{2}(?: [^\r\0]*)?$/,
  // "Command lines MUST NOT exceed 512 octets, which includes the terminating CRLF pair" (RFC 3977 §3.1).
  maxCommand: 512,
  // A server may say at any time that it is shutting down (RFC 3977 §3.2.1).
  closing: { code: 400, meaning: SHUTTING_DOWN },
};

/** "A message-id MUST … be between 3 and 250 octets in length" (RFC 3977 §3.6). */
const MAX_MESSAGE_ID_BYTES = 250;

export interface CommandInit {
  /** The part of the URL that contains the argument. */
  readonly part?: string;
  readonly cite?: string;
  /**
   * Argument of AUTHINFO. It can contain spaces and most controls (RFC 4643 §3.1), and is masked in transcripts, except
   * for a user name from the URL: "shown".
   */
  readonly secret?: boolean | "shown";
}

/**
 * Writes keyword *( SP token ) CR LF and checks it.
 *
 * @throws {AccessError} control-octet: a space or a control would end a token, or a command, early; too-long.
 */
export function formatCommand(
  keywords: string,
  argument?: string | readonly string[],
  { part, cite, secret = false }: CommandInit = {},
): SendStep {
  if (argument === undefined) return formatLine(NNTP, keywords, { part, cite });
  const tokens = typeof argument === "string" ? [argument] : argument;
  if (secret === false && tokens.some((token) => ENDS_TOKEN.test(token))) throw controlOctetError();
  const words = tokens.join(" ");
  return secret === true
    ? formatLine(NNTP, `${keywords} `, { part, cite, secret: words })
    : formatLine(NNTP, `${keywords} ${words}`, { part, cite });
}

const ENDS_TOKEN = /[\0-\x20\x7f]/;

function controlOctetError(): AccessError {
  return new AccessError(
    "control-octet",
    "a space or a control would end an NNTP command early; nothing was sent",
    { hint: "remove spaces and controls from the newsgroup, article or login" },
  );
}

/**
 * Formats a message-id for a command, with its "<" and ">" (RFC 3977 §3.6).
 *
 * @param id without them.
 * @throws {AccessError} control-octet; bad-message-id: it contains "<" or ">", is not ASCII, or is too long.
 */
export function formatMessageId(id: string): string {
  if (ENDS_TOKEN.test(id)) throw controlOctetError();
  if (/[^!-;=?-~]/.test(id)) throw badMessageIdError('"<", ">" or non-ASCII characters');
  if (id === "" || id.length + 2 > MAX_MESSAGE_ID_BYTES)
    throw badMessageIdError(`a length other than 1 to ${MAX_MESSAGE_ID_BYTES - 2} bytes`);
  return `<${id}>`;
}

function badMessageIdError(what: string): AccessError {
  return new AccessError("bad-message-id", `cannot request a message-id with ${what}`);
}
