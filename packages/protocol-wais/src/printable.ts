import { joinBytes } from "@anyurl/core/exchange";
import { malformedError } from "./malformed-error.ts";

/*
 * The encoding "h" of a header: three bytes become four of the characters from "0" to "o", and "p" is padding. A
 * carriage return ends it. Of the bytes A, B and C the characters contain: the lower six bits of A; the upper two of A
 * and the upper half of B; the upper two of C and the lower half of B; the lower six of C.
 */

const ZERO = 0x30;
const PADDING = 0x70;
const CR = 0x0d;

/** Encodes bytes as printable characters, followed by a carriage return. */
export function toPrintable(octets: Uint8Array): Uint8Array {
  const groups: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += 3) {
    const [a = 0, b = 0, c = 0] = octets.subarray(at, at + 3);
    const chars = [a & 0x3f, ((a & 0xc0) >> 2) | (b >> 4), ((c & 0xc0) >> 2) | (b & 0x0f), c & 0x3f];
    const filled = Math.min(4, octets.length - at + 1);
    groups.push(Uint8Array.from(chars, (char, i) => (i < filled ? ZERO + char : PADDING)));
  }
  return joinBytes([...groups, Uint8Array.of(CR)]);
}

/**
 * Decodes printable characters. The inverse of {@link toPrintable}.
 *
 * @throws {AccessError} protocol-error: another character, padding in the middle, or no carriage return at the end.
 */
export function fromPrintable(text: Uint8Array): Uint8Array {
  if (text.at(-1) !== CR || text.length % 4 !== 1)
    throw malformedError("the printable encoding has no valid end");
  const octets: number[] = [];
  for (let at = 0; at < text.length - 1; at += 4) {
    const group = text.subarray(at, at + 4);
    const isLast = at + 5 === text.length;
    const padding = group[3] !== PADDING || !isLast ? 0 : group[2] === PADDING ? 2 : 1;
    const chars = Array.from(group.subarray(0, 4 - padding), decodeSixBits);
    const [p = 0, q = 0, r = 0, s = 0] = chars;
    const three = [((q & 0x30) << 2) | p, ((q & 0x0f) << 4) | (r & 0x0f), ((r & 0x30) << 2) | s];
    octets.push(...three.slice(0, 3 - padding));
  }
  return Uint8Array.from(octets);
}

function decodeSixBits(char: number): number {
  if (char < ZERO || char >= PADDING) throw malformedError("invalid character in the printable encoding");
  return char - ZERO;
}
