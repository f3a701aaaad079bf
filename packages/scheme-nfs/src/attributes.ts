import type { EntryKind } from "@anyurl/core";
import type { XdrReader } from "./xdr.ts";

/** fattr3 (RFC 1813 §2.6), the fields that are used. */
export interface FileAttributes {
  /** ftype3. */
  readonly type: number;
  /** The permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Bytes; `undefined` if it is not a safe integer. */
  readonly size: number | undefined;
  readonly fileid: bigint;
  readonly modified: Date;
  /** The exact modification time in nanoseconds, to compare two versions. */
  readonly version: bigint;
}

export const FILE_TYPE = { file: 1, directory: 2, link: 5 } as const;

const FATTR_BEFORE_TIMES = 16;

export function readAttributes(reader: XdrReader): FileAttributes {
  const type = reader.uint32();
  const mode = reader.uint32() & 0o7777;
  reader.uint32(); // nlink
  const uid = reader.uint32();
  const gid = reader.uint32();
  const size = reader.uint64();
  reader.fixed(8 + FATTR_BEFORE_TIMES); // used, rdev, fsid
  const fileid = reader.uint64();
  reader.uint64(); // atime
  const [seconds, nanoseconds] = [reader.uint32(), reader.uint32()];
  reader.uint64(); // ctime
  return {
    ...{ type, mode, uid, gid, fileid },
    size: size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : undefined,
    modified: new Date(seconds * 1000 + Math.floor(nanoseconds / 1e6)),
    version: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds),
  };
}

/** post_op_attr: the server may leave them out. */
export function readPostAttributes(reader: XdrReader): FileAttributes | undefined {
  return reader.bool() ? readAttributes(reader) : undefined;
}

/** post_op_fh3. */
export function readPostHandle(reader: XdrReader): Uint8Array | undefined {
  return reader.bool() ? reader.opaque(MAX_HANDLE) : undefined;
}

/** NFS3_FHSIZE */
export const MAX_HANDLE = 64;

/** wcc_data: the attributes of an object before and after a change, which are not used. */
export function skipWeakCache(reader: XdrReader): void {
  if (reader.bool()) reader.fixed(24);
  readPostAttributes(reader);
}

export function toKind({ type }: Pick<FileAttributes, "type">): EntryKind {
  return KINDS.get(type) ?? "unknown";
}

const KINDS: ReadonlyMap<number, EntryKind> = new Map([
  [FILE_TYPE.file, "file"],
  [FILE_TYPE.directory, "directory"],
  [FILE_TYPE.link, "link"],
]);
