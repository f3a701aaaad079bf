import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { toLocalError } from "../errors.ts";
import { openOwnFile } from "./own-file.ts";
import { checkTarget, exists, renameWithoutOverwrite } from "./part-file.ts";
import { takeLock } from "./part-lock.ts";
import { type PartMetadata, readSide, type SideFile, writeSide } from "./part-metadata.ts";

/** A partial file that outlives its run, so that a later run can resume the download. */
export interface ResumablePart extends AsyncDisposable {
  /** Size of the partial file in bytes. */
  readonly length: number;
  /** The metadata of the resource. */
  readonly facts: PartMetadata;
  /** Why the partial file of the previous run was discarded; `undefined` if it was not. */
  readonly discarded: "other-url" | "changed-here" | undefined;
  /** Returns the last bytes: `most` at most. */
  tail(most: number): Promise<Uint8Array>;
  /** Reads the whole partial file. */
  read(seen: (octets: Uint8Array) => void): Promise<void>;
  /** Discards the contents. */
  restart(): Promise<void>;
  /** Records the metadata of the resource for the next run, also for the case that this run is killed. */
  note(facts: PartMetadata): Promise<void>;
  write(octets: Uint8Array): Promise<void>;
  /** Renames the file to its final name and removes its metadata. @throws {LocalError} file-exists */
  complete(): Promise<void>;
}

/** Number of bytes at the end whose hash is recorded, to detect that another program changed the partial file. */
export const TAIL_BYTES: number = 4 * 1024;

/**
 * Opens `.NAME.anyurl-part` next to the target, with the metadata in `.NAME.anyurl-part.json`. A partial file that
 * belongs to another URL, or was changed since the previous run, is discarded. Never opens through a link, and only
 * opens files of this user.
 *
 * @param url without a password.
 * @returns `undefined` if another process is writing the partial file.
 * @throws {LocalError} file-exists; special-file; not-ours: the partial file, its side file, or its lock is not a file of
 *   this user; system errors.
 */
export async function openResumablePart(
  target: string,
  url: string,
  force: boolean,
): Promise<ResumablePart | undefined> {
  await checkTarget(target, force);
  const part = join(dirname(target), `.${basename(target).slice(0, 120)}.anyurl-part`);
  const lock = await takeLock(`${part}.lock`, target);
  if (lock === undefined) return undefined;
  try {
    return await openLockedPart(target, part, url, force, lock);
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

async function openLockedPart(
  target: string,
  part: string,
  url: string,
  force: boolean,
  lock: AsyncDisposable,
): Promise<ResumablePart> {
  const side = `${part}.json`;
  // Read this before opening the partial file, which is created if it is missing.
  const left = await readSide(side);
  const isNew = !(await exists(part));
  const handle = await openOwnFile(part, constants.O_CREAT | constants.O_RDWR, target);
  let length = 0;
  let facts: PartMetadata = { url };
  let discarded: ResumablePart["discarded"];
  const toLocal = (error: unknown): never => {
    throw toLocalError(error, target);
  };

  const tail = async (most: number): Promise<Uint8Array> => {
    const octets = new Uint8Array(Math.min(most, length));
    await handle.read(octets, 0, octets.length, length - octets.length).catch(toLocal);
    return octets;
  };
  const restart = async () => {
    await handle.truncate(0).catch(toLocal);
    length = 0;
  };
  try {
    length = (await handle.stat().catch(toLocal)).size;
    if (left?.url === url && (await isUnchanged(left, length, tail))) facts = left;
    else if (length > 0) {
      discarded = left?.url === url ? "changed-here" : "other-url";
      await restart();
    }
  } catch (error) {
    await handle.close();
    if (isNew) await unlink(part).catch(() => {});
    throw error;
  }

  let isDone = false;
  const end = async (): Promise<void> => {
    if (isDone) return;
    if (length === 0) await Promise.all([part, side].map((path) => unlink(path).catch(() => {})));
    else {
      const known = { ...facts, length, tail: sha256Hex(await tail(TAIL_BYTES)) };
      // On a full disk, the side file that `note` has written stays valid.
      await writeSide(side, known).catch(() => writeSide(side, facts).catch(() => {}));
    }
  };
  return {
    get length() {
      return length;
    },
    get facts() {
      return facts;
    },
    get discarded() {
      return discarded;
    },
    tail,
    async read(seen) {
      const buffer = new Uint8Array(256 * 1024);
      for (let at = 0; at < length; ) {
        const most = Math.min(buffer.length, length - at);
        const { bytesRead } = await handle.read(buffer, 0, most, at).catch(toLocal);
        if (bytesRead === 0) break;
        seen(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    },
    restart,
    async note({ url: named, size, modified, etag }) {
      facts = { url: named, size, modified, etag };
      await writeSide(side, facts);
    },
    async write(octets) {
      try {
        for (let at = 0; at < octets.length; ) {
          const { bytesWritten } = await handle.write(octets, at, octets.length - at, length);
          at += bytesWritten;
          length += bytesWritten;
        }
      } catch (error) {
        throw toLocalError(error, target);
      }
    },
    async complete() {
      try {
        await handle.chmod(0o666 & ~process.umask());
        await handle.sync();
        await (force ? rename(part, target) : renameWithoutOverwrite(part, target));
        isDone = true;
        await unlink(side).catch(() => {});
      } catch (error) {
        throw toLocalError(error, target);
      }
    },
    async [Symbol.asyncDispose]() {
      try {
        await end();
      } finally {
        await handle.close();
        await lock[Symbol.asyncDispose]();
      }
    },
  };
}

/** Is the partial file as the previous run left it? A run that was killed left no length; its bytes are compared later. */
async function isUnchanged(left: SideFile, length: number, tail: ResumablePart["tail"]): Promise<boolean> {
  if (left.length === undefined) return true;
  return left.length === length && left.tail === sha256Hex(await tail(TAIL_BYTES));
}

function sha256Hex(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}
