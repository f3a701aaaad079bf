import { AccessError } from "@anyurl/core";
import { formatCommand as formatLine, type SendStep } from "@anyurl/core/exchange";
import { NNTP } from "./reply.ts";

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
