import { lstat } from "node:fs/promises";
import { movedError, notDirectory, symlinkInPathError } from "./file-errors.ts";
import { pathOf, realPathOf, toNativePath } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/*
 * Where directories cannot be held by a handle, each is looked at before and after: is there a link, and is it the same
 * directory still? Who swaps a directory for a link and back again, both within one call, is found out by the file that
 * was opened, which is then not the one in the directory; who does so three times is not.
 */

export async function pinByPath(root: string, names: readonly string[]): Promise<PinnedDirectory> {
  let path = root;
  let stats = await lstat(toNativePath(path), { bigint: true });
  for (const name of names) {
    path = pathOf(path, [name]);
    stats = await lstat(toNativePath(path), { bigint: true });
    if (stats.isSymbolicLink()) throw symlinkInPathError();
    if (!stats.isDirectory()) throw notDirectory();
  }
  const { dev, ino } = stats;
  const real = await realPathOf(path);
  const check = async () => {
    const now = await lstat(toNativePath(path), { bigint: true }).catch(() => undefined);
    if (now?.dev !== dev || now.ino !== ino || (await realPathOf(path)) !== real) throw movedError();
  };
  await check();
  return {
    itself: toNativePath(path),
    at: (name) => toNativePath(pathOf(path, [name])),
    check,
    [Symbol.asyncDispose]: async () => {},
  };
}
