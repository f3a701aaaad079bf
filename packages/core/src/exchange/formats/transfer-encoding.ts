import { AccessError } from "../access-error.ts";
import { concat } from "../bytes.ts";

/** Removes a transfer encoding of MIME from bytes as they arrive (RFC 2045 §6). */
export interface TransferDecoder {
  /** Returns what can be decoded so far. */
  push(octets: Uint8Array): Uint8Array;
  /** Returns the rest. @throws {AccessError} truncated: the encoded text is incomplete. */
  end(): Uint8Array;
}

/**
 * Returns a decoder for one part.
 *
 * @param encoding in lower case; "": none.
 * @param hint of the error.
 * @throws {AccessError} unsupported: an unknown transfer encoding.
 */
export function createTransferDecoder(encoding: string, hint?: string): TransferDecoder {
  if (encoding === "base64") return new Base64Decoder();
  if (encoding === "quoted-printable") return new QuotedPrintableDecoder();
  // Some programs write "8-bit" or "8bits".
  if (/^(?:[78]-?bits?|binary|)$/.test(encoding)) return IDENTITY;
  throw new AccessError("unsupported", `unknown transfer encoding "${encoding.slice(0, 40)}" of the part`, {
    hint,
  });
}

const NOTHING: Uint8Array = new Uint8Array(0);
const IDENTITY: TransferDecoder = { push: (octets) => octets, end: () => NOTHING };

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NOT_DIGIT = 255;
const VALUES: Uint8Array = /* @__PURE__ */ createValues();
const PAD = 0x3d;

function createValues(): Uint8Array {
  const values = new Uint8Array(256).fill(NOT_DIGIT);
  for (let i = 0; i < DIGITS.length; i++) values[DIGITS.charCodeAt(i)] = i;
  return values;
}

/** All other characters are ignored, and padding ends the data (RFC 2045 §6.8). */
class Base64Decoder implements TransferDecoder {
  #bits = 0;
  #digits = 0;
  #isOver = false;

  push(octets: Uint8Array): Uint8Array {
    const decoded = new Uint8Array(Math.ceil((octets.length * 3) / 4) + 3);
    let length = 0;
    for (const octet of octets) {
      if (this.#isOver) break;
      if (octet === PAD && this.#digits >= 2) {
        decoded[length++] = this.#bits >> (this.#digits * 6 - 8);
        if (this.#digits === 3) decoded[length++] = this.#bits >> 2;
        this.#digits = 0;
        this.#isOver = true;
      }
      const value = VALUES[octet]!;
      if (value === NOT_DIGIT) continue;
      this.#bits = (this.#bits << 6) | value;
      if (++this.#digits < 4) continue;
      decoded[length++] = this.#bits >> 16;
      decoded[length++] = this.#bits >> 8;
      decoded[length++] = this.#bits;
      this.#bits = this.#digits = 0;
    }
    return decoded.subarray(0, length);
  }

  end(): Uint8Array {
    if (this.#digits > 0)
      throw new AccessError("truncated", "the base64 of the part ends within a group of four characters");
    return NOTHING;
  }
}

const LF = 0x0a;
const CR = 0x0d;
const EQUALS = 0x3d;
/** Lines have at most 76 characters (RFC 2045 §6.7). A longer one is decoded in chunks of this size. */
const MAX_LINE_BYTES = 64 * 1024;

class QuotedPrintableDecoder implements TransferDecoder {
  #held: Uint8Array = NOTHING;

  push(octets: Uint8Array): Uint8Array {
    const text = concat(this.#held, octets);
    let end = text.lastIndexOf(LF) + 1;
    if (text.length - end > MAX_LINE_BYTES) end = findCut(text, end);
    this.#held = text.subarray(end);
    return decodeQuotedPrintable(text.subarray(0, end));
  }

  end(): Uint8Array {
    return decodeQuotedPrintable(this.#held);
  }
}

/**
 * Cuts a line that is too long before white space and before an escape, because what follows decides what they mean. If
 * the line has nothing else, all of it is decoded.
 */
function findCut(octets: Uint8Array, lineStart: number): number {
  let end = octets.length;
  if (octets[end - 2] === EQUALS) end -= 2;
  while (isBlank(octets[end - 1]) || octets[end - 1] === CR || octets[end - 1] === EQUALS) end--;
  return end > lineStart ? end : octets.length;
}

function isBlank(octet: number | undefined): boolean {
  return octet === 0x20 || octet === 0x09;
}

/** An "=" that no digits or line break follow stays, as RFC 2045 §6.7 recommends. */
function decodeQuotedPrintable(octets: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(octets.length);
  let length = 0;
  for (let at = 0; at < octets.length; ) {
    const lf = octets.indexOf(LF, at);
    const next = lf < 0 ? octets.length : lf + 1;
    let end = lf < 0 ? next : lf;
    // Before the line is a line feed or nothing, so none of these goes back beyond its start.
    if (octets[end - 1] === CR) end--;
    const lineBreak = octets.subarray(end, next);
    // White space at the end of a line was added in transit (§6.7 rule 3).
    while (isBlank(octets[end - 1])) end--;
    const isSoft = octets[end - 1] === EQUALS;
    if (isSoft) end--;
    for (let i = at; i < end; i++) {
      const escaped = octets[i] === EQUALS ? hexOctet(octets, i + 1) : undefined;
      decoded[length++] = escaped ?? octets[i]!;
      if (escaped !== undefined) i += 2;
    }
    if (!isSoft) {
      decoded.set(lineBreak, length);
      length += lineBreak.length;
    }
    at = next;
  }
  return decoded.subarray(0, length);
}

/** Returns the byte that two hexadecimal digits stand for; `undefined` for other characters. */
function hexOctet(octets: Uint8Array, at: number): number | undefined {
  const text = String.fromCharCode(...octets.subarray(at, at + 2));
  return /^[0-9A-Fa-f]{2}$/.test(text) ? Number.parseInt(text, 16) : undefined;
}
