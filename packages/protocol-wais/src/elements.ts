import { octetsOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { OctetReader } from "./reader.ts";

/** Tag, length, value: the elements of most PDUs. */
export interface Element {
  readonly tag: number;
  readonly octets: Uint8Array;
}

/** Formats one element. A string is text that keeps its bytes; a number is written in the fewest bytes. */
export function element(tag: number, value: Uint8Array | string | number): Uint8Array {
  const octets = encodeValue(value);
  return concat(compressed(tag), compressed(octets.length), octets);
}

/** Formats an element if there is a value; otherwise returns no bytes. */
export function formatOptional(tag: number, value: Uint8Array | string | number | undefined): Uint8Array {
  return value === undefined ? NOTHING : element(tag, value);
}

const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * Parses all elements in these bytes.
 *
 * @param what names the bytes in errors.
 * @throws {AccessError} protocol-error: an element extends beyond them.
 */
export function* readElements(octets: Uint8Array, what: string): Generator<Element, void, void> {
  const reader = new OctetReader(octets, what);
  while (reader.left > 0) yield readElement(reader);
}

export function readElement(reader: OctetReader): Element {
  const tag = reader.compressed();
  return { tag, octets: reader.take(reader.compressed()) };
}

/**
 * Formats a compressed integer in the fewest bytes.
 *
 * @throws {RangeError} not a whole number, or more than 32 bits.
 */
export function compressed(value: number): Uint8Array {
  if (!(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff))
    throw new RangeError("invalid compressed integer: expected a whole number of at most 32 bits");
  const octets = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    octets.unshift(0x80 | (rest % 128));
  return Uint8Array.from(octets);
}

/**
 * Formats a big-endian number in `length` bytes.
 *
 * @throws {RangeError} it does not fit.
 */
export function formatFixedNumber(value: number, length: 1 | 2 | 3): Uint8Array {
  if (!(Number.isInteger(value) && value >= 0 && value < 256 ** length))
    throw new RangeError(`invalid number: expected a whole number of ${length} bytes`);
  return Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
}

function encodeValue(value: Uint8Array | string | number): Uint8Array {
  if (typeof value === "string") return octetsOf(value);
  if (typeof value !== "number") return value;
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError("invalid element value: expected a whole number");
  const octets = [value % 256];
  for (let rest = Math.floor(value / 256); rest > 0; rest = Math.floor(rest / 256))
    octets.unshift(rest % 256);
  return Uint8Array.from(octets);
}
