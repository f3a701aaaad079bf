import { AccessError, type Completeness } from "@anyurl/core";
import { beforeLineBreak, findLineEnd } from "./header.ts";
import { IDENTITY } from "./tree.ts";

/** Bytes of the message for each chunk. */
const CHUNK_BYTES = 48 * 1024;

/**
 * Decodes a body in chunks (RFC 2045 §6).
 *
 * @throws {AccessError} unsupported: an unknown transfer encoding; truncated: the base64 ends within a group.
 */
export function decodeBody(octets: Uint8Array, encoding: string): Generator<Uint8Array, Completeness, void> {
  if (IDENTITY.has(encoding)) return splitChunks(octets);
  if (encoding === "base64") return decodeBase64(octets);
  if (encoding === "quoted-printable") return decodeQuotedPrintable(octets);
  throw new AccessError("unsupported", `unknown transfer encoding "${encoding.slice(0, 40)}" of the part`);
}

function* splitChunks(octets: Uint8Array): Generator<Uint8Array, Completeness, void> {
  for (let at = 0; at < octets.length; at += CHUNK_BYTES) yield octets.subarray(at, at + CHUNK_BYTES);
  return true;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NOT_DIGIT = 255;
const VALUES: Uint8Array = /* @__PURE__ */ createValues();

function createValues(): Uint8Array {
  const values = new Uint8Array(256).fill(NOT_DIGIT);
  for (let i = 0; i < DIGITS.length; i++) values[DIGITS.charCodeAt(i)] = i;
  return values;
}

const PAD = 0x3d;

/** All other characters are ignored, and padding ends the data (RFC 2045 §6.8). */
function* decodeBase64(octets: Uint8Array): Generator<Uint8Array, Completeness, void> {
  let bits = 0;
  let digits = 0;
  for (let at = 0; at < octets.length; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, octets.length);
    const chunk = new Uint8Array(Math.ceil(((end - at) * 3) / 4) + 3);
    let length = 0;
    for (let i = at; i < end; i++) {
      const octet = octets[i]!;
      if (octet === PAD && digits >= 2) {
        chunk[length++] = bits >> (digits * 6 - 8);
        if (digits === 3) chunk[length++] = bits >> 2;
        yield chunk.subarray(0, length);
        return true;
      }
      const value = VALUES[octet]!;
      if (value === NOT_DIGIT) continue;
      bits = (bits << 6) | value;
      if (++digits < 4) continue;
      chunk[length++] = bits >> 16;
      chunk[length++] = bits >> 8;
      chunk[length++] = bits;
      digits = bits = 0;
    }
    if (length > 0) yield chunk.subarray(0, length);
  }
  if (digits > 0)
    throw new AccessError("truncated", "the base64 of the part ends within a group of four characters");
  return true;
}

const EQUALS = 0x3d;

/** An "=" that no digits or line break follow stays, as RFC 2045 §6.7 recommends. */
function* decodeQuotedPrintable(octets: Uint8Array): Generator<Uint8Array, Completeness, void> {
  let chunk = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (let at = 0; at < octets.length; ) {
    const next = findLineEnd(octets, at);
    const lineEnd = beforeLineBreak(octets, at, next);
    // White space at the end of a line was added in transit (§6.7 rule 3).
    let end = lineEnd;
    while (end > at && (octets[end - 1] === 0x20 || octets[end - 1] === 0x09)) end--;
    const isSoft = end > at && octets[end - 1] === EQUALS;
    if (isSoft) end--;
    for (let i = at; i < (isSoft ? end : next); i++) {
      // Skips the white space, up to the line break.
      if (i === end) i = lineEnd;
      if (i >= next) break;
      const escaped = octets[i] === EQUALS && i + 2 < end ? hexOctet(octets, i + 1) : -1;
      chunk[length++] = escaped < 0 ? octets[i]! : escaped;
      if (escaped >= 0) i += 2;
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      chunk = new Uint8Array(CHUNK_BYTES);
      length = 0;
    }
    at = next;
  }
  if (length > 0) yield chunk.subarray(0, length);
  return true;
}

/** Returns the byte that two hexadecimal digits stand for; -1 for other characters. */
function hexOctet(octets: Uint8Array, at: number): number {
  const text = String.fromCharCode(octets[at] ?? 0, octets[at + 1] ?? 0);
  return /^[0-9A-Fa-f]{2}$/.test(text) ? Number.parseInt(text, 16) : -1;
}
