import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { rename, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { toLocalError } from "../errors.ts";
import { foreignFileError, openOwnFile } from "./own-file.ts";
import { checkTarget, exists, renameWithoutOverwrite } from "./part-file.ts";

/** Metadata of the resource of a partial file. */
interface PartMetadata {
  /** The URL, without a password. */
  readonly url: string;
  readonly size?: number | undefined;
  /** The modification time in ISO 8601. */
  readonly modified?: string | undefined;
}

/** A partial file that outlives its run, so that a later run can resume the download. */
export interface ResumablePart extends AsyncDisposable {
  /** Size of the partial file in bytes. */
  readonly length: number;
  /** The metadata that the previous run recorded. */
  readonly facts: PartMetadata;
  /** Returns the last bytes: `most` at most. */
  tail(most: number): Promise<Uint8Array>;
  /** Reads the whole partial file. */
  read(seen: (octets: Uint8Array) => void): Promise<void>;
  /** Discards the contents. */
  restart(): Promise<void>;
  /** Records the metadata of the resource for the next run. */
  note(facts: PartMetadata): void;
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
 * @throws {LocalError} file-exists; special-file; not-ours: the partial file or its side file is not a file of this user; system
 *   errors.
 */
export async function openResumablePart(target: string, url: string, force: boolean): Promise<ResumablePart> {
  await checkTarget(target, force);
  const part = join(dirname(target), `.${basename(target).slice(0, 120)}.anyurl-part`);
  const side = `${part}.json`;
  // Read this before opening the partial file, which is created if it is missing.
  const left = await readSide(side);
  const handle = await openOwnFile(part, constants.O_CREAT | constants.O_RDWR, target);
  let length = 0;
  let facts: PartMetadata = { url };
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
    const isOurs = left?.url === url && left.tail === sha256Hex(await tail(TAIL_BYTES));
    if (isOurs && left.length === length) facts = left;
    else await restart();
  } catch (error) {
    await handle.close();
    throw error;
  }

  let isDone = false;
  return {
    get length() {
      return length;
    },
    get facts() {
      return facts;
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
    note: (known) => {
      facts = known;
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
        if (isDone) return;
        if (length === 0) await Promise.all([part, side].map((path) => unlink(path).catch(() => {})));
        else await writeSide(side, { ...facts, length, tail: sha256Hex(await tail(TAIL_BYTES)) });
      } finally {
        await handle.close();
      }
    },
  };
}

interface SideFile extends PartMetadata {
  readonly length: number;
  /** SHA-256 of the last bytes. */
  readonly tail: string;
}

/** Maximum size of a side file, in bytes. */
const MAX_SIDE = 64 * 1024;

/**
 * Reads the metadata of the previous run; `undefined` if the file is missing or not JSON.
 *
 * @throws {LocalError} not-ours
 */
async function readSide(side: string): Promise<SideFile | undefined> {
  if (!(await exists(side))) return undefined;
  const handle = await openOwnFile(side, constants.O_RDONLY);
  try {
    const octets = new Uint8Array(MAX_SIDE + 1);
    let read = 0;
    for (let more = 1; more > 0 && read < octets.length; read += more) {
      more = (await handle.read(octets, read, octets.length - read)).bytesRead;
    }
    if (read > MAX_SIDE) throw foreignFileError(side);
    return parseSideFile(new TextDecoder().decode(octets.subarray(0, read)));
  } finally {
    await handle.close();
  }
}

function parseSideFile(text: string): SideFile | undefined {
  try {
    const { url, size, modified, length, tail } = JSON.parse(text);
    return { url, size, modified, length, tail };
  } catch {
    return undefined;
  }
}

async function writeSide(side: string, known: SideFile): Promise<void> {
  // Create a new file each time: the existing one may be a link.
  await unlink(side).catch(() => {});
  await writeFile(side, `${JSON.stringify(known)}\n`, { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    throw toLocalError(error, side);
  });
}

function sha256Hex(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}
