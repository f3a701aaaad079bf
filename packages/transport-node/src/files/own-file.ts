import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import type { NativePath } from "./native.ts";

/**
 * Opens a regular file of this user with one name: never through a link, and without waiting for the other end of a FIFO.
 *
 * @param flags `O_RDONLY`, `O_RDWR | O_CREAT` and the like.
 * @returns `undefined` for another kind of file, a file of another user, or a file with a second name.
 */
export async function openOwnFile(path: NativePath, flags: number): Promise<FileHandle | undefined> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let handle: FileHandle;
  try {
    handle = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    // Opening anything but a file fails, with a different error on each system.
    const found = await lstat(path).catch(() => undefined);
    if (found !== undefined && !isOwnFile(found)) return undefined;
    throw error;
  }
  try {
    if (isOwnFile(await handle.stat())) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

interface Found {
  readonly nlink: number;
  readonly uid: number;
  isFile(): boolean;
}

/** Is it a regular file of this user with one name? */
export function isOwnFile(found: Found): boolean {
  return found.isFile() && found.nlink === 1 && found.uid === (process.getuid?.() ?? found.uid);
}
