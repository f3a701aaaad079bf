/* XDR (RFC 4506 §4): big-endian units of 4 bytes. */

/** A call whose arguments end too early, or are too long. */
export class GarbageError extends Error {}

/** Reads the arguments of a call. */
export class ArgumentReader {
  readonly #octets: Buffer;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  }

  uint(): number {
    return this.#octets.readUInt32BE(this.#take(4));
  }

  /** A 64-bit number. Larger ones than the largest safe integer are rounded: no document has such an offset. */
  hyper(): number {
    return Number(this.#octets.readBigUInt64BE(this.#take(8)));
  }

  opaque(max: number): Uint8Array {
    const length = this.uint();
    if (length > max) throw new GarbageError();
    const start = this.#take(length + ((4 - (length % 4)) % 4));
    return this.#octets.subarray(start, start + length);
  }

  #take(length: number): number {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#octets.length) throw new GarbageError();
    return start;
  }
}

/** A value to write: a number is an unsigned integer of 32 bits, a bigint one of 64 bits, and bytes are opaque data. */
export type Value = number | bigint | boolean | Uint8Array | readonly Value[];

export function formatValues(values: Value): Buffer {
  if (values instanceof Uint8Array) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(values.length);
    return Buffer.concat([length, values, Buffer.alloc((4 - (values.length % 4)) % 4)]);
  }
  if (typeof values === "object") return Buffer.concat(values.map(formatValues));
  const octets = Buffer.alloc(typeof values === "bigint" ? 8 : 4);
  if (typeof values === "bigint") octets.writeBigUInt64BE(values);
  else octets.writeUInt32BE(Number(values) >>> 0);
  return octets;
}
