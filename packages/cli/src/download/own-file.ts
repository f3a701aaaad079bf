import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import process from "node:process";
import { LocalError, toLocalError } from "../errors.ts";

/**
 * Opens a regular file of this user: never through a link, and without waiting for the other end of a FIFO.
 *
 * @param flags `O_RDONLY`, `O_RDWR | O_CREAT` and the like.
 * @param toForeignError the error for a file that is not such a file.
 * @throws {LocalError} not-ours: another kind of file, a file of another user, or a file with a second name; a system
 *   error, reported for `shown`.
 */
export async function openOwnFile(
  path: string,
  flags: number,
  shown: string = path,
  toForeignError: (path: string) => LocalError = foreignFileError,
): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600).catch(async (error: unknown) => {
    // Opening anything but a file fails here, with a different error on each system.
    if (await isForeign(path)) throw toForeignError(path);
    throw toLocalError(error, shown);
  });
  try {
    if (isOwn(await handle.stat())) return handle;
    throw toForeignError(path);
  } catch (error) {
    await handle.close();
    throw toLocalError(error, shown);
  }
}

/** Error for a foreign file at a path that anyurl uses for its own files. */
export function foreignFileError(path: string): LocalError {
  return new LocalError(
    "not-ours",
    `${path}: not a partial download of anyurl`,
    "remove the file, or add --no-resume",
  );
}

interface Found {
  readonly nlink: number;
  readonly uid: number;
  isFile(): boolean;
}

function isOwn(found: Found): boolean {
  return found.isFile() && found.nlink === 1 && found.uid === (process.getuid?.() ?? found.uid);
}

async function isForeign(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && !isOwn(found);
}
