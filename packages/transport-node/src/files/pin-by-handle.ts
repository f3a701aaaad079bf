import { constants, readlinkSync } from "node:fs";
import { type FileHandle, lstat, open, stat } from "node:fs/promises";
import { movedError, symlinkInPathError } from "./file-errors.ts";
import { joinNativePath, type NativePath, systemErrorCode, toNativePath } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/*
 * Node has no openat(). On Linux a handle has a path, /proc/self/fd/N, that leads to exactly the file that was opened,
 * even if it was moved since. So a name in a directory is /proc/self/fd/N/NAME.
 */

/** Opens a handle that only identifies a file: it needs no read permission and does not touch a device. */
export const O_PATH = 0o10000000;

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;

export function pathOfHandle({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

/** Returns whether /proc supports this. */
export async function worksByHandle(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  let handle: FileHandle | undefined;
  try {
    handle = await open("/", O_PATH | O_DIRECTORY);
    const [here, there] = [await handle.stat(), await stat(`${pathOfHandle(handle)}/.`)];
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    return false;
  } finally {
    await handle?.close();
  }
}

export async function pinByHandle(root: string, names: readonly string[]): Promise<PinnedDirectory> {
  const path = joinNativePath(root, names);
  const { handle, isReadable } = (await openAtOnce(path)) ?? (await openByName(root, names));
  return {
    itself: pathOfHandle(handle),
    at: (name) => inside(handle, name),
    check: async () => {},
    // Some file systems cannot flush a directory.
    sync: async () => (isReadable ? handle.sync().catch(() => {}) : undefined),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/**
 * Opens a directory by its whole path, if the path had no link: the system then gives the same path for the handle.
 *
 * @returns `undefined`: a name is a link, or the directory cannot be opened. {@link openByName} finds out why.
 */
async function openAtOnce(path: string): Promise<OpenDirectory | undefined> {
  const native = Buffer.from(toNativePath(path));
  const opened = await openDirectory(native, O_NOFOLLOW, true).catch(() => undefined);
  if (opened === undefined) return undefined;
  try {
    // The system has this path in memory: it does not wait for a disk.
    if (readlinkSync(pathOfHandle(opened.handle), "buffer").equals(native)) return opened;
  } catch {
    // For example, without the rights to read the link.
  }
  await opened.handle.close();
  return undefined;
}

async function openByName(root: string, names: readonly string[]): Promise<OpenDirectory> {
  let opened = await openDirectory(toNativePath(root), 0, names.length === 0);
  for (const [i, name] of names.entries()) {
    const above = opened.handle;
    try {
      opened = await openDirectory(inside(above, name), O_NOFOLLOW, i === names.length - 1).catch((error) =>
        explain(error, above, name),
      );
    } finally {
      await above.close();
    }
  }
  return opened;
}

interface OpenDirectory {
  readonly handle: FileHandle;
  readonly isReadable: boolean;
}

/** @param last it is the one to pin: open it for reading where that is allowed, because only then it can be flushed. */
async function openDirectory(path: NativePath, flags: number, last: boolean): Promise<OpenDirectory> {
  if (last) {
    try {
      return { handle: await open(path, O_RDONLY | O_DIRECTORY | flags), isReadable: true };
    } catch (error) {
      if (systemErrorCode(error) !== "EACCES") throw error;
    }
  }
  return { handle: await open(path, O_PATH | O_DIRECTORY | flags), isReadable: false };
}

function inside(handle: FileHandle, name: string): Buffer {
  const start = Buffer.from(`${pathOfHandle(handle)}/`);
  const end = toNativePath(name);
  return Buffer.concat([start, typeof end === "string" ? Buffer.from(end) : end]);
}

/** Explains the error: a link also fails with ENOTDIR, so find out which of the two it was. */
async function explain(error: unknown, above: FileHandle, name: string): Promise<never> {
  const code = systemErrorCode(error);
  if (code === "ENOTDIR" || code === "ELOOP") {
    const stats = await lstat(inside(above, name)).catch(() => undefined);
    if (stats?.isSymbolicLink()) throw symlinkInPathError();
    // It was not a directory a moment ago.
    if (stats === undefined || stats.isDirectory()) throw movedError();
  }
  throw error;
}
