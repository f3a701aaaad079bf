import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { shortenFileName } from "@anyurl/core/exchange";
import { LocalError, toLocalError } from "../errors.ts";

/**
 * Permissions of a new file. Node reads the umask by setting it to 0 for a moment, for all threads, so read it once, before
 * any of them creates a directory.
 */
const NEW_FILE = 0o666 & ~process.umask();

/** A file that is written under a temporary name and renamed when it is complete. */
export interface PartFile extends AsyncDisposable {
  write(octets: Uint8Array): Promise<void>;
  /** Renames the file to its final name. @throws {LocalError} file-exists: another program has created the target. */
  complete(): Promise<void>;
  /** Removes the partial file unless it is complete. Never removes a file that anyurl did not create. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates `.NAME.RANDOM.part` next to the target: a new file, readable by this user only, never through a link.
 *
 * @throws {LocalError} file-exists: the target exists and `force` is false; special-file: it is a device or a pipe;
 *   system errors.
 */
export async function openPartFile(target: string, force: boolean): Promise<PartFile> {
  await checkTarget(target, force);
  const part = join(dirname(target), `.${shortenFileName(basename(target))}.${randomName()}.part`);
  const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;
  let handle: FileHandle | undefined = await open(
    part,
    O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY,
    0o600,
  ).catch((error: unknown) => {
    throw toLocalError(error, target);
  });

  const close = async () => {
    const closing = handle;
    handle = undefined;
    await closing?.close();
  };
  let made = true;
  return {
    async write(octets) {
      try {
        for (let at = 0; at < octets.length; ) {
          at += (await handle!.write(octets, at)).bytesWritten;
        }
      } catch (error) {
        throw toLocalError(error, target);
      }
    },
    async complete() {
      try {
        await handle!.chmod(NEW_FILE);
        await handle!.sync();
        await close();
        await (force ? rename(part, target) : renameWithoutOverwrite(part, target));
        made = false;
      } catch (error) {
        throw toLocalError(error, target);
      }
    },
    async [Symbol.asyncDispose]() {
      await close().catch(() => {});
      if (made) await unlink(part).catch(() => {});
      made = false;
    },
  };
}

/** Renames a file without overwriting: creating a link fails in one step if the target exists. */
async function renameWithoutOverwrite(part: string, target: string): Promise<void> {
  try {
    await link(part, target);
    await unlink(part);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EEXIST") throw fileExistsError(target);
    if (!NO_LINKS.has(code ?? "")) throw error;
    // A file system without links: reserve the name first with an exclusively created file.
    await (
      await open(target, "wx").catch((taken: { code?: string }) => {
        throw taken.code === "EEXIST" ? fileExistsError(target) : taken;
      })
    ).close();
    await rename(part, target).catch(async (failure: unknown) => {
      // The empty file must not pass for the download.
      await unlink(target).catch(() => {});
      throw failure;
    });
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Checks that a file may be renamed to this name. A device is never replaced, not even by force: the system needs it.
 *
 * @throws {LocalError} file-exists; special-file; system errors.
 */
export async function checkTarget(target: string, force: boolean): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw new LocalError(
      "special-file",
      `${target}: not a regular file`,
      "remove -o, and redirect standard output to write to a device or a pipe",
    );
  if (!force && (await exists(target))) throw fileExistsError(target);
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

export function fileExistsError(target: string): LocalError {
  return new LocalError("file-exists", `${target}: the file already exists`, "use --force to overwrite it");
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (octet) => octet.toString(36)).join("");
}
