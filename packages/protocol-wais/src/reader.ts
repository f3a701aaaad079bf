import { malformedError } from "./malformed-error.ts";

/** Maximum bytes of a compressed integer. Valid tags and lengths are far smaller. */
const MAX_COMPRESSED = 0xffff_ffff;
const MAX_COMPRESSED_OCTETS = 5;

/**
 * Reads bytes from left to right. Each length is checked against the remaining bytes first, so a wrong length never
 * reads beyond the data.
 */
export class OctetReader {
  readonly #octets: Uint8Array;
  /** Names the bytes in errors. */
  readonly #what: string;
  #at = 0;

  constructor(octets: Uint8Array, what: string) {
    this.#octets = octets;
    this.#what = what;
  }

  /** Number of bytes that remain. */
  get left(): number {
    return this.#octets.length - this.#at;
  }

  /**
   * Takes the next bytes as a view, without a copy.
   *
   * @throws {AccessError} protocol-error: fewer bytes remain.
   */
  take(length: number): Uint8Array {
    if (length > this.left) throw malformedError(`${this.#what} ends before its announced length`);
    this.#at += length;
    return this.#octets.subarray(this.#at - length, this.#at);
  }

  /**
   * Reads a plain big-endian number, as in the fixed parts of PDUs.
   *
   * @throws {AccessError} protocol-error
   */
  number(length: 1 | 2 | 3): number {
    return this.take(length).reduce((value, octet) => value * 256 + octet, 0);
  }

  /**
   * Reads a compressed integer: seven bits per byte, the most significant first, the high bit set on all but the last.
   * Leading bytes 80 are padding.
   *
   * @throws {AccessError} protocol-error: more than five bytes, more than 32 bits, or no end.
   */
  compressed(): number {
    let value = 0;
    for (let read = 1; ; read++) {
      const octet = this.number(1);
      value = value * 128 + (octet & 0x7f);
      if (octet < 0x80) break;
      if (read === MAX_COMPRESSED_OCTETS)
        throw malformedError(`${this.#what} has a number of more than five bytes`);
    }
    if (value > MAX_COMPRESSED) throw malformedError(`${this.#what} has a number of more than 32 bits`);
    return value;
  }
}
