import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { rename, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { toLocalError } from "../errors.ts";
import { foreignFileError, openOwnFile } from "./own-file.ts";
import { exists, fileExistsError, renameWithoutOverwrite } from "./part-file.ts";

/** What is known of the resource whose first octets a part has. */
interface PartMetadata {
  /** Without a password. */
  readonly url: string;
  readonly size?: number | undefined;
  /** As ISO 8601. */
  readonly modified?: string | undefined;
}

/** A part that outlives its run: another run goes on where this one has ended. */
export interface ResumablePart extends AsyncDisposable {
  /** Octets that are there. */
  readonly length: number;
  /** What the run before has written down. */
  readonly facts: PartMetadata;
  /** The last octets: at most so many. */
  tail(most: number): Promise<Uint8Array>;
  /** Reads all that is there. */
  read(seen: (octets: Uint8Array) => void): Promise<void>;
  /** Goes on with nothing. */
  restart(): Promise<void>;
  /** Writes down what is known of the resource, for the next run. */
  note(facts: PartMetadata): void;
  write(octets: Uint8Array): Promise<void>;
  /** Gives the file its name, and forgets the rest. @throws {LocalError} file-exists */
  complete(): Promise<void>;
}

/** Octets at the end of a part of which a hash is written down: a part that somebody else has changed is none. */
export const TAIL_BYTES: number = 4 * 1024;

/**
 * Opens `.NAME.anyurl-part` beside the target, with what `.NAME.anyurl-part.json` says of it. What belongs to another URL, or
 * is not as it was left, is begun anew. Never through a link, and only a file of our own.
 *
 * @throws {LocalError} file-exists; not-ours: the part or its side file is not a file of this user; what the system says.
 */
export async function openResumablePart(target: string, url: string, force: boolean): Promise<ResumablePart> {
  if (!force && (await exists(target))) throw fileExistsError(target);
  const part = join(dirname(target), `.${basename(target).slice(0, 120)}.anyurl-part`);
  const side = `${part}.json`;
  // Before the part, which is made when it is missing.
  const left = await readSide(side);
  const handle = await openOwnFile(part, constants.O_CREAT | constants.O_RDWR, target);
  let { size: length } = await handle.stat();
  let facts: PartMetadata = { url };

  const tail = async (most: number): Promise<Uint8Array> => {
    const octets = new Uint8Array(Math.min(most, length));
    await handle.read(octets, 0, octets.length, length - octets.length);
    return octets;
  };
  const restart = async () => {
    await handle.truncate(0);
    length = 0;
  };
  const isOurs = left?.url === url && left.tail === sha256Hex(await tail(TAIL_BYTES));
  if (isOurs && left.length === length) facts = left;
  else await restart();

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
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, length - at), at);
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
  /** SHA-256 of the last octets. */
  readonly tail: string;
}

/** Octets of a side file. */
const MAX_SIDE = 64 * 1024;

/** What the run before has written down; `undefined` when there is nothing, or it is not JSON. @throws {LocalError} not-ours */
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
  // A new file each time: what is there may be a link.
  await unlink(side).catch(() => {});
  await writeFile(side, `${JSON.stringify(known)}\n`, { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    throw toLocalError(error, side);
  });
}

function sha256Hex(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}
