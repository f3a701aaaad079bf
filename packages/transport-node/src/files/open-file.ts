import { constants, fstatSync, type Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { FileMetadata, OpenFile } from "@anyurl/core/exchange";
import { closeIdentified, type DirectoryCalls, type OpenedFile, POOLED } from "./calls.ts";
import { toFileMetadata } from "./facts.ts";
import { isDirectory, movedError, specialFileError, symlinkInPathError } from "./file-errors.ts";
import { type NativePath, systemErrorCode } from "./native.ts";
import { O_PATH, pathOfHandle } from "./pin-by-handle.ts";
import type { Pinning } from "./pinned.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/** Flags: do not block, and do not make a terminal the controlling terminal of this process. */
const AT_ONCE = O_NONBLOCK | O_NOCTTY;

/** Milliseconds between two reads of an empty pipe. */
const PAUSE = 10;

export interface OpenNode {
  readonly handle: OpenedFile;
  readonly stats: Stats;
}

/**
 * Opens a name in a directory after a check of its kind: not a link, not a directory, and a special file only if
 * allowed. Opens exactly the file that was checked. Does not wait for the other end of a pipe.
 */
export async function openNode(
  parent: PinnedDirectory,
  name: string,
  pinning: Pinning,
  { flags = O_RDONLY, mayBeSpecial = false }: { flags?: number; mayBeSpecial?: boolean } = {},
): Promise<OpenNode> {
  const judge = (stats: Stats) => {
    if (stats.isSymbolicLink()) throw symlinkInPathError();
    if (stats.isDirectory()) throw isDirectory();
    if (!stats.isFile() && !mayBeSpecial) throw specialFileError();
  };
  const path = parent.at(name);
  if (pinning === "paths") {
    const before = await lstat(path);
    judge(before);
    const handle = await openAnyKind(path, flags | AT_ONCE | O_NOFOLLOW, POOLED);
    try {
      const stats = await handle.stat();
      if (stats.dev !== before.dev || stats.ino !== before.ino) throw movedError();
      judge(stats);
      await parent.check();
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
  const fd = await parent.calls.identify(path, O_PATH | O_NOFOLLOW);
  try {
    const stats = fstatSync(fd);
    judge(stats);
    // A device may be slow, wherever its name is.
    const calls = stats.isFile() ? parent.calls : POOLED;
    return { handle: await openAnyKind(pathOfHandle(fd), flags | AT_ONCE, calls), stats };
  } finally {
    closeIdentified(fd);
  }
}

function openAnyKind(path: NativePath, flags: number, calls: DirectoryCalls): Promise<OpenedFile> {
  return calls.open(path, flags).catch((error) => {
    // A device without a driver, a socket, or a pipe that is opened for writing and has no reader.
    throw systemErrorCode(error) === "ENXIO" ? specialFileError() : error;
  });
}

/** A file that is open for reading. Node closes it after the pending reads. */
export class NodeOpenFile implements OpenFile {
  readonly facts: FileMetadata;
  readonly #handle: OpenedFile;
  readonly #signal: AbortSignal;
  #closed: Promise<void> | undefined;

  constructor({ handle, stats }: OpenNode, signal: AbortSignal) {
    this.#handle = handle;
    this.#signal = signal;
    this.facts = toFileMetadata(stats);
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    this.#checkOpen();
    if (this.facts.kind !== "file") return this.#readOn(into);
    return (await this.#handle.read(into, 0, into.length, position)).bytesRead;
  }

  async size(): Promise<number> {
    this.#checkOpen();
    return (await this.#handle.stat()).size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It was open for reading: an error of the close says nothing of what was read.
    this.#closed ??= this.#handle.close().catch(() => {});
    await this.#closed;
  }

  #checkOpen(): void {
    this.#signal.throwIfAborted();
    if (this.#closed !== undefined) throw new Error("the file was closed");
  }

  /** Polls a pipe that is empty but has a writer. */
  async #readOn(into: Uint8Array): Promise<number> {
    for (;;) {
      try {
        return (await this.#handle.read(into, 0, into.length, null)).bytesRead;
      } catch (error) {
        if (systemErrorCode(error) !== "EAGAIN") throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        this.#checkOpen();
      }
    }
  }
}
