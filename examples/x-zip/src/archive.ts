import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import type { Context, OpenFile } from "@anyurl/core/exchange";
import { type Entry, Reader, ZipReader } from "@zip.js/zip.js";
import { archivePath } from "./names.ts";
import type { ZipParts } from "./syntax.ts";

/** An open archive. Disposing of it closes its file. */
export interface Archive extends AsyncDisposable {
  /**
   * What is in it, in its own order, as its directory has it: never its contents.
   *
   * @throws {AccessError} too-large: more than `maxEntries`; protocol-error.
   */
  entries(): AsyncGenerator<Entry, void, void>;
}

/**
 * Opens an archive through the context: the library requests ranges of the file, and gets them below the roots of the
 * policy and within the limits. It opens nothing itself.
 *
 * @throws {AccessError} unsupported: there are no files here; path-blocked, not-found, …
 */
export async function openArchive(parts: ZipParts, { files, signal, limits }: Context): Promise<Archive> {
  if (files === undefined) throw new AccessError("unsupported", "there are no files to be had here");
  const file = await files.open(archivePath(parts, files.system), signal);
  const reader = new ZipReader(new FileReader(file, limits), { ...STRICT, signal });
  return {
    entries: () => entriesOf(reader, limits),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]().then(() => {}),
  };
}

/** Reject an archive that other software would read differently. Names are returned unchanged and checked here. */
const STRICT = {
  strictness: "strict",
  filenameValidation: "tolerant",
  checkCrc32: true,
  useWebWorkers: false,
} as const;

async function* entriesOf(
  reader: ZipReader<OpenFile>,
  { maxEntries }: Limits,
): AsyncGenerator<Entry, void, void> {
  let count = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++count > maxEntries) {
        throw new AccessError("too-large", `the archive has more than ${maxEntries} entries`, {
          hint: "increase the limit maxEntries",
        });
      }
      yield entry;
    }
  } catch (error) {
    throw toAccessError(error);
  }
}

/** What the library asks for, from a file that the context has opened. */
class FileReader extends Reader<OpenFile> {
  readonly #file: OpenFile;
  readonly #limits: Limits;

  constructor(file: OpenFile, limits: Limits) {
    super(file);
    this.#file = file;
    this.#limits = limits;
    this.size = file.facts.size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const { maxListing } = this.#limits;
    // The length of the directory is what the archive says: nothing is allocated by it alone.
    if (length > maxListing) {
      throw new AccessError("too-large", `the archive's directory has more than ${maxListing} octets`, {
        hint: "increase the limit maxListing",
      });
    }
    const octets = new Uint8Array(Math.max(0, Math.min(length, this.size - index)));
    let read = 0;
    while (read < octets.length) {
      const more = await this.#file.read(octets.subarray(read), index + read);
      if (more === 0) throw new AccessError("truncated", "the file was truncated during the read");
      read += more;
    }
    return octets;
  }
}

/** An error of the library with a code; its own words are the cause. */
export function toAccessError(error: unknown): unknown {
  const { cause, name } = error as { readonly cause?: unknown; readonly name?: unknown };
  if (isAccessError(error)) return error;
  if (isAccessError(cause)) return cause;
  if (name === "AbortError") return error;
  return new AccessError("protocol-error", "not a valid zip archive, or an ambiguous one", {
    cause: error,
  });
}
