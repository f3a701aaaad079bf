import { type CharSet, UNRESERVED } from "./charset.ts";
import { composeError, syntaxError, type UrlSyntaxError } from "./problems.ts";

/*
 * Percent-encoding (RFC 3986 §2.1, RFC 1738 §2.2), and text that preserves bytes.
 *
 * A URL encodes bytes. A decoded field is nevertheless a string: bytes that are valid UTF-8 become characters, and each
 * other byte becomes one lone surrogate U+DC80–U+DCFF (the convention of PEP 383). Nothing is lost, and a field without
 * "%" is a plain slice.
 */

const PERCENT = 0x25;
const HEX = "0123456789ABCDEF";

const HEX_VALUE: Uint8Array = new Uint8Array(128).fill(255);
for (const digit of `${HEX}abcdef`) HEX_VALUE[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** "%00" to "%FF", ready to append. */
export const ESCAPES: readonly string[] = Array.from(
  { length: 256 },
  (_, i) => `%${HEX[i >> 4]}${HEX[i & 15]}`,
);

/** Returns the byte of the escape whose "%" is at `at`, or -1 unless two hexadecimal digits follow. */
export function escapeAt(text: string, at: number): number {
  if (at + 2 >= text.length) return -1;
  const high = hexValue(text.charCodeAt(at + 1));
  const low = hexValue(text.charCodeAt(at + 2));
  return (high | low) > 15 ? -1 : (high << 4) | low;
}

/** The value of a hexadecimal digit by its char code; 255 for any other character. */
export function hexValue(code: number): number {
  return code < 128 ? HEX_VALUE[code]! : 255;
}

/**
 * Decodes an encoded field to text that preserves its bytes.
 *
 * @throws {UrlSyntaxError} bad-escape: a "%" without two hexadecimal digits.
 */
export function decodeText(encoded: string): string {
  let at = encoded.indexOf("%");
  if (at < 0) return encoded;
  let decoded = "";
  let from = 0;
  while (at >= 0) {
    const first = escapeAt(encoded, at);
    if (first < 0) throw badEscapeError(at);
    if (from < at) decoded += encoded.slice(from, at);
    from = at + 3;
    if (first < 0x80) decoded += String.fromCharCode(first);
    else {
      // Decode adjacent escapes together: they can be the bytes of one character.
      const run = [first];
      for (; from < encoded.length && encoded.charCodeAt(from) === PERCENT; from += 3) {
        const octet = escapeAt(encoded, from);
        if (octet < 0) throw badEscapeError(from);
        if (octet < 0x80) break;
        run.push(octet);
      }
      decoded += textOfRange(run, 0, run.length);
    }
    at = encoded.indexOf("%", from);
  }
  return from < encoded.length ? decoded + encoded.slice(from) : decoded;
}

/** Returns the text after the last "/" that is not at the end, decoded. */
export function lastSegment(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return decodeText(path.slice(path.lastIndexOf("/", end - 1) + 1, end));
}

/**
 * Returns the segments between the "/" of text[start, end), split first and then decoded: "%2F" is data of a segment.
 * There is at least one segment: an empty text has an empty one. Frozen.
 */
export function decodeSegments(text: string, start: number, end: number): readonly string[] {
  const percent = text.indexOf("%", start);
  const escaped = percent >= 0 && percent < end;
  const segments: string[] = [];
  for (let from = start; ; ) {
    const slash = text.indexOf("/", from);
    const last = slash < 0 || slash >= end;
    const raw = text.slice(from, last ? end : slash);
    segments.push(escaped ? decodeText(raw) : raw);
    if (last) return Object.freeze(segments);
    from = slash + 1;
  }
}

/**
 * Decodes an encoded field to bytes.
 *
 * @throws {UrlSyntaxError} bad-escape, illegal-character (a lone surrogate that does not stand for a byte).
 */
export function decodeOctets(encoded: string): Uint8Array {
  return octetsOf(decodeText(encoded));
}

/**
 * Encodes all characters of `text` that are not in `bare`. Always encodes "%": it does not guess whether the text is
 * "already encoded". The inverse of {@link decodeText}.
 *
 * @throws {UrlSyntaxError} illegal-character: a lone surrogate that does not stand for a byte; bad-field: it is not a
 *   string.
 */
export function encodeText(text: string, bare: CharSet): string {
  if (typeof text !== "string") requireText(text, "field");
  const { table } = bare;
  let encoded = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      if (table[code] === 1 && code !== PERCENT) continue;
      encoded += i === from ? ESCAPES[code]! : text.slice(from, i) + ESCAPES[code]!;
    } else {
      if (i > from) encoded += text.slice(from, i);
      const point = text.codePointAt(i)!;
      encoded += encodeCharacter(point, i);
      if (point > 0xffff) i++;
    }
    from = i + 1;
  }
  return from === 0 ? text : encoded + text.slice(from);
}

/** Returns the escapes of a character beyond ASCII, or of the byte that a lone surrogate stands for. */
function encodeCharacter(code: number, at: number): string {
  const last = ESCAPES[0x80 | (code & 63)]!;
  if (code < 0x800) return ESCAPES[0xc0 | (code >> 6)]! + last;
  if (code >= 0xdc80 && code <= 0xdcff) return ESCAPES[code - 0xdc00]!;
  if (code >= 0xd800 && code <= 0xdfff) throw loneSurrogateError(at);
  const middle = ESCAPES[0x80 | ((code >> 6) & 63)]! + last;
  if (code < 0x10000) return ESCAPES[0xe0 | (code >> 12)]! + middle;
  return ESCAPES[0xf0 | (code >> 18)]! + ESCAPES[0x80 | ((code >> 12) & 63)]! + middle;
}

/** Encodes bytes; those of characters in `bare` are not escaped. */
export function encodeOctets(octets: Uint8Array, bare: CharSet): string {
  let encoded = "";
  for (const octet of octets) {
    encoded += bare.has(octet) && octet !== PERCENT ? String.fromCharCode(octet) : ESCAPES[octet]!;
  }
  return encoded;
}

/**
 * Converts text to bytes: UTF-8, and one byte for each lone U+DC80–U+DCFF.
 *
 * @throws {UrlSyntaxError} illegal-character: any other lone surrogate. It is never written as U+FFFD.
 */
export function octetsOf(text: string): Uint8Array {
  const octets = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) return encodeNonAscii(text);
    octets[i] = code;
  }
  return octets;
}

function encodeNonAscii(text: string): Uint8Array {
  const octets = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    if (code < 0x80) octets[length++] = code;
    else if (code < 0x800) {
      octets[length++] = 0xc0 | (code >> 6);
      octets[length++] = 0x80 | (code & 63);
    } else if (code >= 0xdc80 && code <= 0xdcff) {
      octets[length++] = code - 0xdc00;
    } else if (code >= 0xd800 && code <= 0xdfff) {
      throw loneSurrogateError(i);
    } else if (code < 0x10000) {
      octets[length++] = 0xe0 | (code >> 12);
      octets[length++] = 0x80 | ((code >> 6) & 63);
      octets[length++] = 0x80 | (code & 63);
    } else {
      octets[length++] = 0xf0 | (code >> 18);
      octets[length++] = 0x80 | ((code >> 12) & 63);
      octets[length++] = 0x80 | ((code >> 6) & 63);
      octets[length++] = 0x80 | (code & 63);
      i++;
    }
  }
  return octets.slice(0, length);
}

function loneSurrogateError(at: number): Error {
  return syntaxError({
    code: "illegal-character",
    message: "invalid lone surrogate: only U+DC80 to U+DCFF stand for a byte",
    component: "url",
    start: at,
    end: at + 1,
    hint: "write a byte XX that is not UTF-8 as the code unit U+DCXX",
    cite: "RFC 3986 §2.5",
  });
}

/**
 * Converts bytes to text: valid UTF-8 as characters, each other byte as one of U+DC80–U+DCFF. The inverse of {@link
 * octetsOf}.
 */
export function textOf(octets: ArrayLike<number>): string {
  return textOfRange(octets, 0, octets.length);
}

/** Maximum number of code units for one String.fromCharCode call: more would overflow the stack. */
const MAX_CHAR_CODES = 4096;

/** Like {@link textOf}, for the range [start, end) of `octets`. */
export function textOfRange(octets: ArrayLike<number>, start: number, end: number): string {
  let text = "";
  let units: number[] = [];
  for (let i = start; i < end; ) {
    const first = octets[i]!;
    if (first < 0x80) {
      units.push(first);
      i++;
    } else {
      const length = utf8LengthAt(octets, i, end);
      if (length === 0) {
        units.push(0xdc00 | first);
        i++;
      } else {
        pushCodePoint(units, codePointAt(octets, i, length));
        i += length;
      }
    }
    if (units.length >= MAX_CHAR_CODES) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

/** Returns the length in bytes of the well-formed UTF-8 character at `i` (Unicode, table 3-7), or 0. */
function utf8LengthAt(octets: ArrayLike<number>, i: number, end: number): 0 | 2 | 3 | 4 {
  const first = octets[i]!;
  const second = i + 1 < end ? octets[i + 1]! : 0;
  if (first >= 0xc2 && first <= 0xdf) return isContinuationByte(second) ? 2 : 0;
  if (!isContinuationByte(second)) return 0;
  const third = i + 2 < end ? octets[i + 2]! : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (first === 0xe0 && second < 0xa0) return 0; // overlong
    if (first === 0xed && second > 0x9f) return 0; // a surrogate
    return isContinuationByte(third) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (first === 0xf0 && second < 0x90) return 0; // overlong
    if (first === 0xf4 && second > 0x8f) return 0; // past U+10FFFF
    return isContinuationByte(third) && i + 3 < end && isContinuationByte(octets[i + 3]!) ? 4 : 0;
  }
  return 0;
}

function isContinuationByte(octet: number): boolean {
  return (octet & 0xc0) === 0x80;
}

function codePointAt(octets: ArrayLike<number>, i: number, length: 2 | 3 | 4): number {
  let code = octets[i]! & (0xff >> (length + 1));
  for (let k = 1; k < length; k++) code = (code << 6) | (octets[i + k]! & 63);
  return code;
}

function pushCodePoint(units: number[], code: number): void {
  if (code < 0x10000) units.push(code);
  else units.push(0xd800 | ((code - 0x10000) >> 10), 0xdc00 | ((code - 0x10000) & 0x3ff));
}

/**
 * Normalizes the escapes of `encoded`: hexadecimal digits in upper case, unreserved characters decoded (RFC 3986
 * §6.2.2.1, §6.2.2.2). Every other escape stays, because it may be data that a delimiter would end.
 */
export function normalizeEscapes(encoded: string, unreserved: CharSet = UNRESERVED): string {
  let at = encoded.indexOf("%");
  if (at < 0) return encoded;
  let normal = "";
  let from = 0;
  for (; at >= 0; at = encoded.indexOf("%", at + 3)) {
    const octet = escapeAt(encoded, at);
    if (octet < 0) throw badEscapeError(at);
    const bare = unreserved.has(octet);
    if (!bare && isNormalHexDigit(encoded.charCodeAt(at + 1)) && isNormalHexDigit(encoded.charCodeAt(at + 2)))
      continue;
    normal += encoded.slice(from, at) + (bare ? String.fromCharCode(octet) : ESCAPES[octet]!);
    from = at + 3;
  }
  return from === 0 ? encoded : normal + encoded.slice(from);
}

/** Is the hexadecimal digit not a letter in lower case? */
function isNormalHexDigit(code: number): boolean {
  return code < 0x61;
}

export const BAD_ESCAPE = '"%" is not followed by two hexadecimal digits';
export const PERCENT_HINT = 'write a percent sign that is data as "%25"';

function badEscapeError(at: number): Error {
  return syntaxError({
    code: "bad-escape",
    message: BAD_ESCAPE,
    component: "url",
    start: at,
    end: at + 1,
    hint: PERCENT_HINT,
    cite: "RFC 3986 §2.1",
  });
}

/* The types of the fields of `format`: JavaScript callers may pass anything. */

/** Returns a field of `format` that must be text. @throws {UrlSyntaxError} bad-field: it is not a string. */
export function requireText(text: string, field: string): string {
  if (typeof text !== "string") throw fieldError(`invalid ${field}: expected text`);
  return text;
}

/**
 * Returns a field of `format` that must be a list of texts, or of objects.
 *
 * @throws {UrlSyntaxError} bad-field: it is not an array, or a member has another type.
 */
export function requireList<T extends object | string>(
  list: readonly T[],
  field: string,
  member: "string" | "object" = "string",
): readonly T[] {
  // A copy has no holes, which `every` would skip.
  if (Array.isArray(list) && [...list].every((each) => typeof (each ?? 0) === member)) return list;
  throw fieldError(`invalid ${field}: expected a list of ${member === "string" ? "texts" : "objects"}`);
}

/** Creates the error for fields of the wrong type. */
export function fieldError(message: string): UrlSyntaxError {
  return composeError("bad-field", "url", message, "RFC 3986 §1.1.1");
}
