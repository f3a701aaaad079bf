import { constants } from "node:fs";
import { type FileHandle, lstat, open, stat } from "node:fs/promises";
import { movedError, symlinkInPathError } from "./file-errors.ts";
import { systemErrorCode, toNativePath } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/*
 * Node has no openat(). On Linux a handle has a path, /proc/self/fd/N, that leads to exactly the file that was opened,
 * even if it was moved since. So a name in a directory is /proc/self/fd/N/NAME.
 */

/** Opens a handle that only identifies a file: it needs no read permission and does not touch a device. */
export const O_PATH = 0o10000000;

const { O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

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
  let handle = await open(toNativePath(root), O_PATH | O_DIRECTORY);
  for (const name of names) {
    const above = handle;
    try {
      handle = await open(inside(above, name), O_PATH | O_DIRECTORY | O_NOFOLLOW).catch((error) =>
        explain(error, above, name),
      );
    } finally {
      await above.close();
    }
  }
  return {
    itself: pathOfHandle(handle),
    at: (name) => inside(handle, name),
    check: async () => {},
    [Symbol.asyncDispose]: () => handle.close(),
  };
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
