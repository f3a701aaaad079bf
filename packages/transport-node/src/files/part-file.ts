import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, rename, unlink } from "node:fs/promises";
import {
  type PartFacts,
  type PartFile,
  type PartOptions,
  type PartRefusal,
  partFileName,
} from "@anyurl/core/exchange";
import { takeLock } from "./lock-file.ts";
import { settleMode } from "./mode.ts";
import { type NativePath, systemErrorCode } from "./native.ts";
import { openOwnFile } from "./own-file.ts";
import { type PartNotes, readNotes, writeNotes } from "./part-notes.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { checkTarget, publish } from "./write.ts";

/** Number of bytes at the end whose hash is recorded, to detect that another program changed the file. */
const TAIL_BYTES = 4 * 1024;

/** Where the target is, and what it replaces. */
interface Place {
  readonly parent: PinnedDirectory;
  readonly name: string;
  readonly existing: Stats | undefined;
  readonly options: PartOptions;
  readonly signal: AbortSignal;
}

/**
 * Opens `.NAME.anyurl-part` beside the target, with notes in `.NAME.anyurl-part.json` and a lock, and passes it to `use`.
 * An incomplete file of another URL, or one that was changed since the previous run, is discarded.
 *
 * @returns why it cannot be used.
 */
export async function withPart(
  parent: PinnedDirectory,
  name: string,
  options: PartOptions,
  signal: AbortSignal,
  use: (part: PartFile) => Promise<void>,
): Promise<PartRefusal | undefined> {
  const existing = await lstat(parent.at(name)).catch((error) => {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (existing?.isSymbolicLink()) return { why: "link", name };
  if (existing !== undefined) await checkTarget(existing, parent, name, options.how);
  const lockName = `${partFileName(name)}.lock`;
  const lock = await takeLock(parent.at(lockName));
  if (typeof lock === "string") return { why: lock, name: lockName };
  try {
    const part = await openPart({ parent, name, existing, options, signal });
    if (!(part instanceof OpenPart)) return part;
    try {
      await use(part);
    } finally {
      await part.end();
    }
    return undefined;
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}

async function openPart(place: Place): Promise<OpenPart | PartRefusal> {
  const { parent, options } = place;
  const name = partFileName(place.name);
  const notesName = `${name}.json`;
  // Read them before the incomplete file is opened, which creates it if it is missing.
  const notes = await readNotes(parent.at(notesName));
  if (notes === "foreign") return { why: notes, name: notesName };
  const path = parent.at(name);
  const isNew = await lstat(path).then(
    () => false,
    () => true,
  );
  const handle = await openOwnFile(path, constants.O_CREAT | constants.O_RDWR);
  if (handle === undefined) return { why: "foreign", name };
  const part = new OpenPart(handle, place, path, parent.at(notesName));
  try {
    await parent.check();
    await part.start(options.url === undefined || notes?.url === options.url ? notes : undefined);
    return part;
  } catch (error) {
    await handle.close();
    if (isNew) await unlink(path).catch(() => {});
    throw error;
  }
}

class OpenPart implements PartFile {
  length = 0;
  facts: PartFacts;
  discarded: PartFile["discarded"];
  readonly #handle: FileHandle;
  readonly #place: Place;
  readonly #path: NativePath;
  readonly #notesPath: NativePath;
  /** The changes in progress: an aborted caller does not wait for them. */
  readonly #changes = new Set<Promise<void>>();
  #isDone = false;

  constructor(handle: FileHandle, place: Place, path: NativePath, notesPath: NativePath) {
    this.#handle = handle;
    this.#place = place;
    this.#path = path;
    this.#notesPath = notesPath;
    this.facts = { url: place.options.url ?? "" };
  }

  /** Takes the bytes of the previous run, or discards them. @param notes those of the same URL. */
  async start(notes: PartNotes | undefined): Promise<void> {
    this.length = (await this.#handle.stat()).size;
    if (notes !== undefined && (await this.#isUnchanged(notes))) {
      const { url, size, modified, etag, ranges } = notes;
      this.facts = { url, size, modified, etag, ranges: ranges?.filter(({ end }) => end <= this.length) };
    } else if (this.length > 0 && this.#place.options.url !== undefined) {
      this.discarded = notes === undefined ? "other-url" : "changed-here";
      await this.#truncate(0);
    }
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    return (await this.#handle.read(into, 0, into.length, position)).bytesRead;
  }

  truncate(length: number): Promise<void> {
    return this.#change(this.#truncate(length));
  }

  note({ url, size, modified, etag, ranges }: PartFacts): Promise<void> {
    this.facts = { url, size, modified, etag, ranges };
    return this.#change(this.#writeNotes(this.facts));
  }

  write(octets: Uint8Array, position: number = this.length): Promise<void> {
    return this.#change(this.#write(octets, position));
  }

  complete(modified?: Date): Promise<void> {
    return this.#change(this.#complete(modified));
  }

  #change(change: Promise<void>): Promise<void> {
    this.#changes.add(change);
    const ended = () => void this.#changes.delete(change);
    change.then(ended, ended);
    return change;
  }

  async #truncate(length: number): Promise<void> {
    await this.#handle.truncate(length);
    this.length = length;
  }

  async #write(octets: Uint8Array, position: number): Promise<void> {
    this.#place.signal.throwIfAborted();
    for (let at = 0; at < octets.length; ) {
      at += (await this.#handle.write(octets, at, octets.length - at, position + at)).bytesWritten;
      this.length = Math.max(this.length, position + at);
    }
  }

  async #complete(modified: Date | undefined): Promise<void> {
    const { parent, name, existing, options, signal } = this.#place;
    if (modified !== undefined) await this.#handle.utimes(modified, modified);
    await settleMode(this.#handle, existing);
    await this.#handle.sync();
    await parent.check();
    signal.throwIfAborted();
    if (options.how === "create") await publish(parent, partFileName(name), name);
    else await rename(this.#path, parent.at(name));
    this.#isDone = true;
    await unlink(this.#notesPath).catch(() => {});
    await parent.sync();
  }

  /** Closes the file. It is removed if it has no bytes; otherwise the notes say how it was left. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#changes);
    try {
      if (this.#isDone) return;
      if (this.length === 0)
        await Promise.all([this.#path, this.#notesPath].map((path) => unlink(path).catch(() => {})));
      else {
        const notes = { ...this.facts, length: this.length, tail: await this.#hashTail() };
        // On a full disk, the notes that `note` has written stay.
        await this.#writeNotes(notes).catch(() => {});
      }
    } finally {
      await this.#handle.close();
    }
  }

  async #writeNotes(notes: PartNotes): Promise<void> {
    const { parent, name } = this.#place;
    await writeNotes(parent.at(`${partFileName(name)}.json.new`), this.#notesPath, notes);
  }

  /** Is it as the previous run left it? A run that was killed left no length; its bytes are compared later. */
  async #isUnchanged({ length, tail }: PartNotes): Promise<boolean> {
    if (length === undefined) return true;
    return length === this.length && tail === (await this.#hashTail());
  }

  async #hashTail(): Promise<string> {
    const tail = new Uint8Array(Math.min(TAIL_BYTES, this.length));
    await this.#handle.read(tail, 0, tail.length, this.length - tail.length);
    return createHash("sha256").update(tail).digest("hex");
  }
}
