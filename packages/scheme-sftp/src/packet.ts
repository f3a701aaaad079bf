import { AccessError } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/*
 * Packets of SFTP version 3 (draft-ietf-secsh-filexfer-02 §3):
 *
 *   uint32 length, byte type, uint32 request-id, and the data of the type; INIT and VERSION have a version for the id
 */

/** Packet types (§3). */
export const PACKET = {
  INIT: 1,
  VERSION: 2,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  READLINK: 19,
  SYMLINK: 20,
  STATUS: 101,
  HANDLE: 102,
  DATA: 103,
  NAME: 104,
  ATTRS: 105,
  EXTENDED: 200,
} as const;

/** Formats a packet. */
export function formatPacket(type: number, ...fields: readonly Uint8Array[]): Uint8Array {
  const body = joinBytes([Uint8Array.of(type), ...fields]);
  return joinBytes([uint32(body.length), body]);
}

export function uint32(value: number): Uint8Array {
  const octets = new Uint8Array(4);
  new DataView(octets.buffer).setUint32(0, value);
  return octets;
}

export function uint64(value: number): Uint8Array {
  const octets = new Uint8Array(8);
  new DataView(octets.buffer).setBigUint64(0, BigInt(value));
  return octets;
}

/** string: its length, and its bytes (RFC 4251 §5). */
export function string(octets: Uint8Array): Uint8Array {
  return joinBytes([uint32(octets.length), octets]);
}

/** ATTRS without a field (§5). */
export const NO_ATTRIBUTES: Uint8Array = uint32(0);

/**
 * ATTRS with only the times, in seconds since 1970: setting the modification time sets that of the last access as well
 * (§5). `undefined` for a time that has no place there.
 */
export function formatTimes(modified: Date): Uint8Array | undefined {
  const seconds = Math.floor(modified.getTime() / 1000);
  if (seconds < 0 || seconds > 0xffff_ffff) return undefined;
  return joinBytes([uint32(0x8), uint32(seconds), uint32(seconds)]);
}

/** What the server says of a file (§5); a field is `undefined` if it does not say it. */
export interface FileAttributes {
  readonly size: number | undefined;
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  /** Type and permissions, as in POSIX. */
  readonly mode: number | undefined;
  readonly modified: Date | undefined;
  /** The type as in a mode, as the line of a listing tells it, if the mode does not. */
  readonly type?: number | undefined;
}

/** Reads values from a packet. No length that the server sends can make it read or allocate beyond the packet. */
export class PacketReader {
  readonly #octets: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#octets.length;
  }

  byte(): number {
    return this.#view.getUint8(this.#advance(1));
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4));
  }

  /** A size; `undefined` if it is above 2^53, as of files of /proc, and of files whose size a server does not know. */
  size(): number | undefined {
    const value = Number(this.#view.getBigUint64(this.#advance(8)));
    return Number.isSafeInteger(value) ? value : undefined;
  }

  /** A string, as a view. */
  string(): Uint8Array {
    const length = this.uint32();
    const start = this.#advance(length);
    return this.#octets.subarray(start, start + length);
  }

  /** ATTRS (§5). */
  attributes(): FileAttributes {
    const flags = this.uint32();
    const has = (flag: number) => (flags & flag) !== 0;
    const size = has(0x1) ? this.size() : undefined;
    const [uid, gid] = has(0x2) ? [this.uint32(), this.uint32()] : [];
    const mode = has(0x4) ? this.uint32() : undefined;
    const [, seconds] = has(0x8) ? [this.uint32(), this.uint32()] : [];
    if (has(0x8000_0000)) {
      const count = this.uint32();
      for (let i = 0; i < count; i++) {
        this.string();
        this.string();
      }
    }
    return { size, uid, gid, mode, modified: seconds === undefined ? undefined : new Date(seconds * 1000) };
  }

  #advance(length: number): number {
    const start = this.#at;
    if (length > this.#octets.length - start)
      throw new AccessError("protocol-error", "the server's packet ends in the middle of a value");
    this.#at = start + length;
    return start;
  }
}
