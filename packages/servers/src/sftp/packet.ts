import { octetsOf } from "@anyurl/core";

/** A packet with its length. */
export function reply(type: number, ...fields: readonly Uint8Array[]): Uint8Array {
  const body = join([Uint8Array.of(type), ...fields]);
  return join([uint32(body.length), body]);
}

export function join(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

export function uint32(value: number): Uint8Array {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}

export function uint64(value: number): Uint8Array {
  const octets = Buffer.alloc(8);
  octets.writeBigUInt64BE(BigInt(value));
  return octets;
}

export function bytes(octets: Uint8Array): Uint8Array {
  return join([uint32(octets.length), octets]);
}

export function text(value: string): Uint8Array {
  return bytes(octetsOf(value));
}

/** Reads values. @throws {RangeError} beyond the end. */
export class Reader {
  readonly #octets: Buffer;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  }

  byte(): number {
    return this.#octets.readUInt8(this.#at++);
  }

  uint32(): number {
    const value = this.#octets.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  uint64(): number {
    const value = this.#octets.readBigUInt64BE(this.#at);
    this.#at += 8;
    if (value > Number.MAX_SAFE_INTEGER) throw new RangeError("an offset above 2^53");
    return Number(value);
  }

  string(): Uint8Array {
    const length = this.uint32();
    if (length > this.#octets.length - this.#at) throw new RangeError("a string beyond its packet");
    this.#at += length;
    return new Uint8Array(this.#octets.subarray(this.#at - length, this.#at));
  }
}
