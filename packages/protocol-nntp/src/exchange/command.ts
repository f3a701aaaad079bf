import { AccessError, octetsOf } from "@anyurl/core";
import { concat, type SendStep } from "@anyurl/core/exchange";

const SP: Uint8Array = Uint8Array.of(0x20);
const CRLF: Uint8Array = Uint8Array.of(0x0d, 0x0a);

/** "Command lines MUST NOT exceed 512 octets, which includes the terminating CRLF pair" (RFC 3977 §3.1). */
const MAX_COMMAND_BYTES = 512;
/** "A message-id MUST … be between 3 and 250 octets in length" (RFC 3977 §3.6). */
const MAX_MESSAGE_ID_BYTES = 250;

/** A command that is ready to be sent. It was written and checked before the connection opened. */
export type Command = Omit<SendStep, "do" | "on">;

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
  init: CommandInit = {},
): Command {
  const { part, cite, secret = false } = init;
  const name = octetsOf(argument === undefined ? keywords : `${keywords} `);
  const tokens = (typeof argument === "string" ? [argument] : (argument ?? [])).map(octetsOf);
  const ends = secret === false ? endsToken : endsLine;
  if (tokens.some((token) => token.some(ends))) throw controlOctetError();
  const octets = concat(name, ...tokens.flatMap((token, i) => (i === 0 ? [token] : [SP, token])), CRLF);
  if (octets.length > MAX_COMMAND_BYTES)
    throw new AccessError(
      "too-long",
      `an NNTP command exceeds the limit of ${MAX_COMMAND_BYTES} bytes; nothing was sent`,
    );
  return {
    octets,
    ...(part !== undefined && { part }),
    ...(cite !== undefined && { cite }),
    ...(secret === true && { secret: [name.length, octets.length - CRLF.length] as const }),
  };
}

function endsToken(octet: number): boolean {
  return octet <= 0x20 || octet === 0x7f;
}

function endsLine(octet: number): boolean {
  return octet === 0x00 || octet === 0x0a || octet === 0x0d;
}

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
  for (const octet of octetsOf(id)) {
    if (endsToken(octet)) throw controlOctetError();
    if (octet === 0x3c || octet === 0x3e || octet > 0x7e)
      throw badMessageIdError('"<", ">" or non-ASCII characters');
  }
  if (id === "" || id.length + 2 > MAX_MESSAGE_ID_BYTES)
    throw badMessageIdError(`a length other than 1 to ${MAX_MESSAGE_ID_BYTES - 2} bytes`);
  return `<${id}>`;
}

function badMessageIdError(what: string): AccessError {
  return new AccessError("bad-message-id", `cannot request a message-id with ${what}`);
}
