import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { POOLED } from "./calls.ts";
import { movedError, notDirectory, symlinkInPathError } from "./file-errors.ts";
import { joinNativePath, type NativePath, resolveRealPath, toNativePath } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { SYSTEM } from "./system.ts";

/*
 * Where a handle cannot hold a directory, each one is checked before and after use: it must not be a link and must be
 * the same directory. If an attacker swaps a directory for a link and back within one call, the opened file differs
 * from the one in the directory, which is detected. Three such swaps within one call are not detected.
 */

export async function pinByPath(root: string, names: readonly string[]): Promise<PinnedDirectory> {
  let path = root;
  let stats = await lstat(toNativePath(path), { bigint: true });
  for (const name of names) {
    path = joinNativePath(path, [name]);
    stats = await lstat(toNativePath(path), { bigint: true });
    if (stats.isSymbolicLink()) throw symlinkInPathError();
    if (!stats.isDirectory()) throw notDirectory();
  }
  const { dev, ino } = stats;
  const real = await resolveRealPath(path);
  const check = async () => {
    const now = await lstat(toNativePath(path), { bigint: true }).catch(() => undefined);
    if (now?.dev !== dev || now.ino !== ino || (await resolveRealPath(path)) !== real) throw movedError();
  };
  await check();
  return {
    itself: toNativePath(path),
    calls: POOLED,
    at: (name) => toNativePath(joinNativePath(path, [name])),
    check,
    sync: () => syncDirectory(toNativePath(path)),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function syncDirectory(path: NativePath): Promise<void> {
  if (SYSTEM === "windows") return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    await handle.sync();
  } catch {
    // The directory may be writable but not readable.
  } finally {
    await handle?.close();
  }
}
