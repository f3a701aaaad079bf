import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  futimesSync,
  linkSync,
  lstatSync,
  open as openNumber,
  openSync,
  read,
  renameSync,
  type Stats,
  unlinkSync,
  write,
  writeSync,
} from "node:fs";
import { link, lstat, open, rename, unlink } from "node:fs/promises";
import { promisify } from "node:util";
import { type NativePath, systemErrorCode } from "./native.ts";

/*
 * A call of node:fs/promises waits for a turn of the thread pool and for the event loop. That takes ten times as long as the
 * call itself, if the system has in memory what the call needs.
 *
 * So where a directory is on a disk of this machine, short calls are made at once. On a network drive, or on one that
 * another program serves (FUSE), each call can hang: there all of them go to the thread pool, and the time limits hold.
 */

/** An open file. Node's FileHandle is one. */
export interface OpenedFile {
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  close(): Promise<void>;
  stat(): Promise<Stats>;
  sync(): Promise<void>;
  utimes(accessed: Date, modified: Date): Promise<void>;
  read(
    into: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesRead: number }>;
  write(octets: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
}

/** System calls on names in a pinned directory. */
export interface DirectoryCalls {
  open(path: NativePath, flags: number, mode?: number): Promise<OpenedFile>;
  /** Opens a handle that only identifies a file, and returns its number. The caller closes it. */
  identify(path: NativePath, flags: number): Promise<number>;
  /** Returns the metadata of a name without following a link; `undefined` if nothing has the name. */
  look(path: NativePath): Promise<Stats | undefined>;
  link(existing: NativePath, path: NativePath): Promise<void>;
  rename(from: NativePath, to: NativePath): Promise<void>;
  unlink(path: NativePath): Promise<void>;
}

/** Calls of the thread pool. */
export const POOLED: DirectoryCalls = {
  ...{ open, link, rename, unlink },
  identify: promisify(openNumber),
  look: (path) =>
    lstat(path).catch((error: unknown) => {
      if (systemErrorCode(error) !== "ENOENT") throw error;
      return undefined;
    }),
};

/** Calls at once. */
export const IMMEDIATE: DirectoryCalls = {
  open: async (path, flags, mode) => new ImmediateFile(openSync(path, flags, mode)),
  identify: async (path, flags) => openSync(path, flags),
  look: async (path) => lstatSync(path, { throwIfNoEntry: false }),
  link: async (existing, path) => linkSync(existing, path),
  rename: async (from, to) => renameSync(from, to),
  unlink: async (path) => unlinkSync(path),
};

/** Closes a handle that only identified a file: no error of that concerns the file. */
export function closeIdentified(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The system has released the number anyway.
  }
}

/**
 * The most bytes of a file that are written at once, to the memory of the system. With more, the system may make the
 * writer wait for the disk.
 */
const IMMEDIATE_BYTES = 64 * 1024;

/** Calls of the thread pool by the number of a file. */
const pool = {
  fsync: promisify(fsync),
  read: (fd: number, into: Uint8Array, offset: number, length: number, position: number | null) =>
    new Promise<{ bytesRead: number }>((resolve, reject) => {
      read(fd, into, offset, length, position, (error, bytesRead) =>
        error ? reject(error) : resolve({ bytesRead }),
      );
    }),
  write: (fd: number, octets: Uint8Array, offset: number, length: number) =>
    new Promise<{ bytesWritten: number }>((resolve, reject) => {
      write(fd, octets, offset, length, null, (error, bytesWritten) =>
        error ? reject(error) : resolve({ bytesWritten }),
      );
    }),
} as const;

/** Reads, flushes, and writes much in the thread pool, because that waits for the disk. The rest is done at once. */
class ImmediateFile implements OpenedFile {
  readonly #number: number;
  #isClosed = false;
  #written = 0;
  /** Calls in the thread pool. Until they end, the system must not give the number to another file. */
  #pending = 0;
  #onIdle: (() => void) | undefined;

  constructor(fd: number) {
    this.#number = fd;
  }

  /** @throws EBADF: it was closed, and the system may have given the number to another file. */
  get #fd(): number {
    if (!this.#isClosed) return this.#number;
    throw Object.assign(new Error("the file was closed"), { code: "EBADF" });
  }

  async chmod(mode: number): Promise<void> {
    fchmodSync(this.#fd, mode);
  }

  async chown(uid: number, gid: number): Promise<void> {
    fchownSync(this.#fd, uid, gid);
  }

  async stat(): Promise<Stats> {
    return fstatSync(this.#fd);
  }

  async utimes(accessed: Date, modified: Date): Promise<void> {
    futimesSync(this.#fd, accessed, modified);
  }

  async read(into: Uint8Array, offset: number, length: number, position: number | null) {
    return this.#inPool(pool.read(this.#fd, into, offset, length, position));
  }

  async sync(): Promise<void> {
    return this.#inPool(pool.fsync(this.#fd));
  }

  async write(octets: Uint8Array, offset: number, length: number) {
    this.#written += length;
    if (this.#written > IMMEDIATE_BYTES) return this.#inPool(pool.write(this.#fd, octets, offset, length));
    return { bytesWritten: writeSync(this.#fd, octets, offset, length) };
  }

  async close(): Promise<void> {
    const fd = this.#fd;
    this.#isClosed = true;
    if (this.#pending > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    closeSync(fd);
  }

  async #inPool<T>(work: Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work;
    } finally {
      if (--this.#pending === 0) this.#onIdle?.();
    }
  }
}
