import { malformed } from "./malformed.ts";

/** Of five octets; tags and lengths that mean something are far below. */
const MAX_COMPRESSED = 0xffff_ffff;
const MAX_COMPRESSED_OCTETS = 5;

/**
 * Octets that are read from the left. Each piece is checked against what is there before it is taken, so a
 * length that lies never leads out of the octets that it stands in.
 */
export class OctetReader {
  readonly #octets: Uint8Array;
  /** What the octets are, for errors. */
  readonly #what: string;
  #at = 0;

  constructor(octets: Uint8Array, what: string) {
    this.#octets = octets;
    this.#what = what;
  }

  /** Octets that have not been read. */
  get left(): number {
    return this.#octets.length - this.#at;
  }

  /** The next octets: a view, and no copy. @throws {AccessError} protocol-error: there are not so many. */
  take(length: number): Uint8Array {
    if (length > this.left) throw malformed(`${this.#what} ends before what it says is in it`);
    this.#at += length;
    return this.#octets.subarray(this.#at - length, this.#at);
  }

  /** A plain big-endian number, as the fixed parts of PDUs have them. @throws {AccessError} protocol-error */
  number(length: 1 | 2 | 3): number {
    return this.take(length).reduce((value, octet) => value * 256 + octet, 0);
  }

  /**
   * A compressed integer: seven bits an octet, the most significant first, the high bit set on all but the
   * last. Leading octets 80 are padding.
   *
   * @throws {AccessError} protocol-error: more than five octets, more than 32 bits, or no end.
   */
  compressed(): number {
    let value = 0;
    for (let read = 1; ; read++) {
      const octet = this.number(1);
      value = value * 128 + (octet & 0x7f);
      if (octet < 0x80) break;
      if (read === MAX_COMPRESSED_OCTETS)
        throw malformed(`${this.#what} has a number of more than five octets`);
    }
    if (value > MAX_COMPRESSED) throw malformed(`${this.#what} has a number of more than 32 bits`);
    return value;
  }
}
