import { malformedError } from "./malformed-error.ts";

/** Maximum bytes of a number. The samples of 1990 have eight. */
const MAX_NUMBER_OCTETS = 8;

/**
 * Parses a number: unsigned, big-endian, up to eight bytes. Returns `undefined` for no bytes, and for a number that a
 * float cannot represent exactly: such a number is only advice.
 *
 * @throws {AccessError} protocol-error: more than eight bytes.
 */
export function parseNumber(octets: Uint8Array, what: string): number | undefined {
  if (octets.length > MAX_NUMBER_OCTETS)
    throw malformedError(`${what} has a number of more than eight bytes`);
  const value = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  return octets.length > 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** As {@link parseNumber}; four bytes can be negative, in two's complement. */
export function parseSignedNumber(octets: Uint8Array, what: string): number | undefined {
  const value = parseNumber(octets, what);
  return value !== undefined && octets.length === 4 && value >= 2 ** 31 ? value - 2 ** 32 : value;
}

/** Parses decimal digits, as in the terms of a retrieval; returns `undefined` for anything else. */
export function parseDigits(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
