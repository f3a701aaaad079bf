import { AccessError } from "@anyurl/core";

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** Length of a line without its CR LF. With it, the limit is 1000 bytes (RFC 5321 §4.5.3.1.6). */
const MAX_LINE_BYTES = 998;
/** Bytes per send step. */
const CHUNK_BYTES: number = 64 * 1024;

/**
 * Returns the mail data as it is sent, without the final line ".": "before sending a line of mail text, the SMTP client
 * checks the first character of the line. If it is a period, one additional period is inserted" (RFC 5321 §4.5.2).
 *
 * @throws {AccessError} control-octet: NUL, or a bare CR or LF, which servers interpret differently; too-long: a line.
 */
export function encodeMailData(message: Uint8Array): readonly Uint8Array[] {
  const whole = dotStuff(message, findDots(message));
  return Array.from({ length: Math.ceil(whole.length / CHUNK_BYTES) }, (_, i) =>
    whole.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
  );
}

/** Returns the offsets of the lines that begin with a period. */
function findDots(message: Uint8Array): readonly number[] {
  const dots: number[] = [];
  let start = 0;
  for (let i = 0; i < message.length; i++) {
    const octet = message[i]!;
    const isLineEnd = octet === CR && message[i + 1] === LF;
    if (octet === 0x00 || octet === LF || (octet === CR && !isLineEnd)) {
      throw new AccessError(
        "control-octet",
        "a message contains a NUL, or a CR or LF alone; nothing was sent",
        {
          hint: "end each line in CR LF",
        },
      );
    }
    if (i === start && octet === DOT) dots.push(i);
    if (!isLineEnd) continue;
    if (i - start > MAX_LINE_BYTES)
      throw new AccessError(
        "too-long",
        `a line of the message exceeds the limit of ${MAX_LINE_BYTES} bytes; nothing was sent`,
      );
    start = i + 2;
    i++;
  }
  if (start === message.length && message.length > 0) return dots;
  throw new AccessError(
    "control-octet",
    "the last line of the message does not end in CR LF; nothing was sent",
  );
}

function dotStuff(message: Uint8Array, dots: readonly number[]): Uint8Array {
  const whole = new Uint8Array(message.length + dots.length);
  let from = 0;
  dots.forEach((at, more) => {
    whole.set(message.subarray(from, at), from + more);
    whole[at + more] = DOT;
    from = at;
  });
  whole.set(message.subarray(from), from + dots.length);
  return whole;
}

/** The extensions that a message needs: SMTP alone carries only ASCII (RFC 6152, RFC 6531). */
export interface RequiredExtensions {
  /** There are bytes outside ASCII anywhere in the message. */
  readonly eightBit: boolean;
  /** There are non-ASCII characters in an address or a header field. */
  readonly smtpUtf8: boolean;
}

export function findRequiredExtensions(
  addresses: readonly string[],
  message: Uint8Array,
): RequiredExtensions {
  const first = message.findIndex((octet) => octet > 0x7f);
  const inAddress = addresses.some((address) => !/^[\0-\x7f]*$/.test(address));
  return { eightBit: first >= 0, smtpUtf8: inAddress || (first >= 0 && first < findHeadEnd(message)) };
}

/** Returns the offset of the empty line that ends the header fields. */
function findHeadEnd(message: Uint8Array): number {
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1)) {
    if (message[at + 1] === CR && message[at + 2] === LF) return at + 1;
  }
  return message.length;
}
