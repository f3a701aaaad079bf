import { octetsOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { OctetReader } from "./reader.ts";

/** Tag, length, value: what most of a PDU is made of. */
export interface Element {
  readonly tag: number;
  readonly octets: Uint8Array;
}

/** One element. A string is text that keeps its octets; a number takes as few octets as hold it. */
export function element(tag: number, value: Uint8Array | string | number): Uint8Array {
  const octets = valueOctets(value);
  return concat(compressed(tag), compressed(octets.length), octets);
}

/** An element where there is a value, and nothing where there is none. */
export function optional(tag: number, value: Uint8Array | string | number | undefined): Uint8Array {
  return value === undefined ? NOTHING : element(tag, value);
}

const NOTHING: Uint8Array = new Uint8Array(0);

/**
 * The elements that fill these octets.
 *
 * @param what what the octets are, for errors.
 * @throws {AccessError} protocol-error: an element that reaches beyond them.
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
 * A compressed integer, in as few octets as hold it. @throws {RangeError} no whole number, or of more than 32
 * bits.
 */
export function compressed(value: number): Uint8Array {
  if (!(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff))
    throw new RangeError("a compressed integer is a whole number of 32 bits");
  const octets = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    octets.unshift(0x80 | (rest % 128));
  return Uint8Array.from(octets);
}

/** A big-endian number in so many octets. @throws {RangeError} it does not fit. */
export function fixedNumber(value: number, length: 1 | 2 | 3): Uint8Array {
  if (!(Number.isInteger(value) && value >= 0 && value < 256 ** length))
    throw new RangeError(`a whole number of ${length} octets is wanted`);
  return Uint8Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
}

function valueOctets(value: Uint8Array | string | number): Uint8Array {
  if (typeof value === "string") return octetsOf(value);
  if (typeof value !== "number") return value;
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError("the value of an element is a whole number");
  const octets = [value % 256];
  for (let rest = Math.floor(value / 256); rest > 0; rest = Math.floor(rest / 256))
    octets.unshift(rest % 256);
  return Uint8Array.from(octets);
}
