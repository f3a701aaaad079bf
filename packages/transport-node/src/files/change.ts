import type { Stats } from "node:fs";
import { link, lstat, mkdir, rename as renameTo, rmdir, symlink, unlink } from "node:fs/promises";
import { notDirectory, specialTarget } from "./file-errors.ts";
import { systemErrorCode, toNativePath } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { SYSTEM } from "./system.ts";
import { alreadyExistsError, createPlaceholder, NO_HARD_LINK_CODES } from "./write.ts";

/** A name in a directory. */
export interface Spot {
  readonly parent: PinnedDirectory;
  readonly name: string;
  /** The path ended with a separator, so it must be a directory. */
  readonly isDirectory: boolean;
}

/** Removes a file, a link, or an empty directory. */
export async function remove({ parent, name, isDirectory }: Spot): Promise<void> {
  const stats = await lstat(parent.at(name));
  judge(stats, isDirectory);
  await parent.check();
  if (stats.isDirectory()) await rmdir(parent.at(name));
  else await unlink(parent.at(name));
  await parent.sync();
}

/** Renames a file, a link, or a directory. With "create", it fails if the new name exists. */
export async function rename(from: Spot, to: Spot, how: "replace" | "create"): Promise<void> {
  const stats = await lstat(from.parent.at(from.name));
  judge(stats, from.isDirectory);
  if (to.isDirectory && !stats.isDirectory()) throw notDirectory();
  const there = await lstat(to.parent.at(to.name)).catch(() => undefined);
  if (there !== undefined) judge(there, false);
  if (there !== undefined && how === "create") throw alreadyExistsError();
  await from.parent.check();
  await to.parent.check();
  if (how === "replace") await renameTo(from.parent.at(from.name), to.parent.at(to.name));
  else await renameToNew(from, to, stats.isDirectory());
  await to.parent.sync();
  await from.parent.sync();
}

/** Renames without replacing. POSIX has no such rename, but creating a link or a directory fails if the name exists. */
async function renameToNew(from: Spot, to: Spot, isDirectory: boolean): Promise<void> {
  const [old, fresh] = [from.parent.at(from.name), to.parent.at(to.name)];
  if (isDirectory && SYSTEM === "windows") {
    // On Windows, a rename of a directory never replaces.
    await renameTo(old, fresh);
    return;
  }
  if (isDirectory) {
    await mkdir(fresh, 0o700);
    await orElse(renameTo(old, fresh), () => rmdir(fresh));
    return;
  }
  try {
    await link(old, fresh);
  } catch (error) {
    if (!NO_HARD_LINK_CODES.has(systemErrorCode(error))) throw error;
    await createPlaceholder(to.parent, to.name);
    await orElse(renameTo(old, fresh), () => unlink(fresh));
    return;
  }
  await orElse(unlink(old), () => unlink(fresh));
}

async function orElse(action: Promise<void>, undo: () => Promise<void>): Promise<void> {
  await action.catch(async (error) => {
    await undo().catch(() => {});
    throw error;
  });
}

export async function makeDirectory({ parent, name }: Spot): Promise<void> {
  await parent.check();
  await mkdir(parent.at(name), 0o777);
  await parent.sync();
}

/** Creates a symbolic link under a temporary name, and renames it: an existing link or file is replaced at once. */
export async function makeLink({ parent, name }: Spot, target: string): Promise<void> {
  const existing = await lstat(parent.at(name)).catch(() => undefined);
  if (existing !== undefined) judge(existing, false);
  const temporary = parent.at(`.anyurl-${crypto.randomUUID()}`);
  await parent.check();
  await symlink(toNativePath(target), temporary);
  await orElse(renameTo(temporary, parent.at(name)), () => unlink(temporary));
  await parent.sync();
}

function judge(stats: Stats, isDirectory: boolean): void {
  if (isDirectory && !stats.isDirectory()) throw notDirectory();
  if (!stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()) throw specialTarget();
}
