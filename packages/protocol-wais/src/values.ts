import { malformed } from "./malformed.ts";

/** Nobody needs more; the samples of 1990 have as many. */
const MAX_NUMBER_OCTETS = 8;

/**
 * The value of a number: unsigned, big-endian, of any length up to eight octets. `undefined` for one without
 * octets and for one that a float does not hold: advice that is of no use.
 *
 * @throws {AccessError} protocol-error: more than eight octets.
 */
export function numberOf(octets: Uint8Array, what: string): number | undefined {
  if (octets.length > MAX_NUMBER_OCTETS) throw malformed(`${what} has a number of more than eight octets`);
  const value = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  return octets.length > 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** As {@link numberOf}; in four octets it may be negative, in two's complement. */
export function signedNumberOf(octets: Uint8Array, what: string): number | undefined {
  const value = numberOf(octets, what);
  return value !== undefined && octets.length === 4 && value >= 2 ** 31 ? value - 2 ** 32 : value;
}

/** The value of decimal digits, as the terms of a retrieval have it; `undefined` for anything else. */
export function digitsOf(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
