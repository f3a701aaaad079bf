import { AccessError } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/*
 * XDR (RFC 4506): big-endian units of 4 bytes. Variable-length data have their length before them, and zeros up to the
 * next unit after them.
 */

export function uint32(value: number): Uint8Array {
  const octets = new Uint8Array(4);
  new DataView(octets.buffer).setUint32(0, value);
  return octets;
}

export function uint64(value: number | bigint): Uint8Array {
  const octets = new Uint8Array(8);
  new DataView(octets.buffer).setBigUint64(0, BigInt(value));
  return octets;
}

/** opaque<> and string<> */
export function opaque(octets: Uint8Array): Uint8Array {
  return joinBytes([uint32(octets.length), octets, new Uint8Array(padding(octets.length))]);
}

function padding(length: number): number {
  return (4 - (length % 4)) % 4;
}

/** Reads values from a message. No length that the peer sends can make it read or allocate beyond the message. */
export class XdrReader {
  readonly #octets: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4));
  }

  uint64(): bigint {
    return this.#view.getBigUint64(this.#advance(8));
  }

  /** @throws {AccessError} protocol-error: neither 0 nor 1 (RFC 4506 §4.4). */
  bool(): boolean {
    const value = this.uint32();
    if (value > 1) throw new AccessError("protocol-error", `the server's reply has the boolean ${value}`);
    return value === 1;
  }

  /** opaque[length], as a view. */
  fixed(length: number): Uint8Array {
    const start = this.#advance(length + padding(length));
    return this.#octets.subarray(start, start + length);
  }

  /** opaque<max>, as a view. @throws {AccessError} protocol-error: longer than `max`, or than the message. */
  opaque(max: number = this.#octets.length): Uint8Array {
    const length = this.uint32();
    if (length > max)
      throw new AccessError(
        "protocol-error",
        `the server's reply has ${length} bytes where ${max} are allowed`,
      );
    return this.fixed(length);
  }

  #advance(length: number): number {
    const start = this.#at;
    if (length > this.#octets.length - start)
      throw new AccessError("protocol-error", "the server's reply ends in the middle of a value");
    this.#at = start + length;
    return start;
  }
}
