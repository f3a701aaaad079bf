import { constants, fstatSync, readlinkSync } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { closeIdentified, type DirectoryCalls, IMMEDIATE, POOLED } from "./calls.ts";
import { movedError, symlinkInPathError } from "./file-errors.ts";
import { flushDirectory } from "./flush-directory.ts";
import { isLocal } from "./local.ts";
import { joinNativePath, type NativePath, systemErrorCode, toNativePath } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";

/*
 * Node has no openat(). On Linux a handle has a path, /proc/self/fd/N, that leads to exactly the file that was opened,
 * even if it was moved since. So a name in a directory is /proc/self/fd/N/NAME.
 *
 * Handles are numbers here, not objects of Node: what only identifies a file is described and closed at once, because
 * the system has it in memory, and a turn of the thread pool would take ten times as long.
 */

/** Opens a handle that only identifies a file: it needs no read permission and does not touch a device. */
export const O_PATH = 0o10000000;

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;

export function pathOfHandle(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

/** Returns whether /proc supports this. */
export async function worksByHandle(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  let fd: number | undefined;
  try {
    fd = await POOLED.identify("/", O_PATH | O_DIRECTORY);
    const [here, there] = [fstatSync(fd), await stat(`${pathOfHandle(fd)}/.`)];
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeIdentified(fd);
  }
}

export async function pinByHandle(root: string, names: readonly string[]): Promise<PinnedDirectory> {
  return (await pinWithoutLinks(root, names)) ?? pinned(await openByName(root, names));
}

/** Pins a directory, if its path has no link; `undefined` if it has, or if it cannot be opened. */
export async function pinWithoutLinks(
  root: string,
  names: readonly string[],
): Promise<PinnedDirectory | undefined> {
  const opened = await openAtOnce(joinNativePath(root, names));
  return opened && pinned(opened);
}

function pinned({ fd, isReadable, calls = POOLED }: OpenDirectory): PinnedDirectory {
  let isOpen = true;
  return {
    itself: pathOfHandle(fd),
    calls,
    at: (name) => inside(fd, name),
    check: async () => {},
    async sync() {
      try {
        if (isReadable) await flushDirectory(fd);
      } catch {
        // Some file systems cannot flush a directory.
      }
    },
    async [Symbol.asyncDispose]() {
      // The number may be that of another file later.
      if (isOpen) closeIdentified(fd);
      isOpen = false;
    },
  };
}

/** The paths of local directories that were opened last: the system has them in memory. */
const recent = new Set<string>();
const MAX_RECENT = 64;

/**
 * Opens a directory by its whole path, if the path had no link: the system then gives the same path for the handle.
 *
 * @returns `undefined`: a name is a link, or the directory cannot be opened. {@link openByName} finds out why.
 */
async function openAtOnce(path: string): Promise<OpenDirectory | undefined> {
  const native = Buffer.from(toNativePath(path));
  const calls = recent.has(path) ? IMMEDIATE : POOLED;
  const opened = await openDirectory(native, O_NOFOLLOW, true, calls).catch(() => undefined);
  if (opened === undefined) return undefined;
  const { fd } = opened;
  try {
    // The system has this path in memory: it does not wait for a disk.
    if (readlinkSync(pathOfHandle(fd), "buffer").equals(native)) {
      const isHere = await isLocal(fd, pathOfHandle(fd));
      remember(path, isHere);
      return { ...opened, calls: isHere ? IMMEDIATE : POOLED };
    }
  } catch {
    // For example, without the rights to read the link.
  }
  closeIdentified(fd);
  return undefined;
}

function remember(path: string, isLocal: boolean): void {
  if (!isLocal) recent.delete(path);
  else if (!recent.has(path)) {
    for (const oldest of recent) if (recent.size >= MAX_RECENT) recent.delete(oldest);
    recent.add(path);
  }
}

async function openByName(root: string, names: readonly string[]): Promise<OpenDirectory> {
  let opened = await openDirectory(toNativePath(root), 0, names.length === 0);
  for (const [i, name] of names.entries()) {
    const above = opened.fd;
    try {
      opened = await openDirectory(inside(above, name), O_NOFOLLOW, i === names.length - 1).catch((error) =>
        explain(error, above, name),
      );
    } finally {
      closeIdentified(above);
    }
  }
  return opened;
}

interface OpenDirectory {
  readonly fd: number;
  readonly isReadable: boolean;
  /** Default: those of the thread pool. */
  readonly calls?: DirectoryCalls;
}

/** @param last it is the one to pin: open it for reading where that is allowed, because only then it can be flushed. */
async function openDirectory(
  path: NativePath,
  flags: number,
  last: boolean,
  { identify }: DirectoryCalls = POOLED,
): Promise<OpenDirectory> {
  if (last) {
    try {
      return { fd: await identify(path, O_RDONLY | O_DIRECTORY | flags), isReadable: true };
    } catch (error) {
      if (systemErrorCode(error) !== "EACCES") throw error;
    }
  }
  return { fd: await identify(path, O_PATH | O_DIRECTORY | flags), isReadable: false };
}

function inside(directory: number, name: string): Buffer {
  const start = Buffer.from(`${pathOfHandle(directory)}/`);
  const end = toNativePath(name);
  return Buffer.concat([start, typeof end === "string" ? Buffer.from(end) : end]);
}

/** Explains the error: a link also fails with ENOTDIR, so find out which of the two it was. */
async function explain(error: unknown, above: number, name: string): Promise<never> {
  const code = systemErrorCode(error);
  if (code === "ENOTDIR" || code === "ELOOP") {
    const stats = await lstat(inside(above, name)).catch(() => undefined);
    if (stats?.isSymbolicLink()) throw symlinkInPathError();
    // It was not a directory a moment ago.
    if (stats === undefined || stats.isDirectory()) throw movedError();
  }
  throw error;
}
