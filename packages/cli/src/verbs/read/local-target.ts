import { lstat, mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type TreeTarget, treeCopyOptions } from "@anyurl/client";
import {
  type AccessCode,
  AccessError,
  type ByteRange,
  type CallOptions,
  displayText,
  type Entry,
  type GetResult,
} from "anyurl";
import { removeOwnPart } from "../../download/own-part.ts";
import { LocalError, toLocalError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import type { GetOptions } from "./get-options.ts";
import { LOCAL_NAMES } from "./glob-entries.ts";
import { saveContent, saveFile } from "./save.ts";

/** Returns a local directory as the target of a tree. */
export function createLocalTarget(
  directory: string,
  options: GetOptions,
  io: Io,
  get: (entry: Entry, signal: AbortSignal, how: CallOptions) => Promise<GetResult>,
): TreeTarget {
  const pathOf = (path: readonly string[]) => join(directory, ...path);
  return {
    names: LOCAL_NAMES,
    async makeDirectory(path) {
      const file = pathOf(path);
      await makeDirectory(file).catch(throwEntryError);
      return { to: file };
    },
    async copy({ entry, content }, path, signal) {
      const file = pathOf(path);
      if (content !== undefined)
        return { to: file, octets: await saveContent(file, content).catch(throwEntryError) };
      const isKept = (entry.size ?? 0) >= treeCopyOptions.defaults.keepFrom && options.resume !== false;
      const url = isKept ? io.urls.parse(entry.url!) : undefined;
      const metadata = isKept ? "version" : "sent";
      const read = (range: ByteRange | undefined) => get(entry, signal, { range, metadata });
      return { to: file, octets: await saveFile(file, options, io, read, url).catch(throwEntryError) };
    },
    isCaseSensitive: (path) => isCaseSensitive(pathOf(path)),
    canHave: (path, ending) => canHave(pathOf(path), ending),
  };
}

/** Adds the incomplete files that earlier downloads have left. @param root the URL of the tree. */
export function withLeftovers(target: TreeTarget, directory: string, root: string): TreeTarget {
  return {
    ...target,
    partNames: (path) => readdir(join(directory, ...path)).catch(() => []),
    removePart: (path) => removeOwnPart(join(directory, ...path), root),
  };
}

/** Creates a directory. By default an existing link to a directory is an error: its target is outside the tree. */
export async function makeDirectory(path: string, look: typeof lstat = lstat): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw toLocalError(error, displayText(path));
    if ((await look(path)).isDirectory()) return;
    throw new LocalError("file-exists", `${displayText(path)}: not a directory`);
  }
}

/** Local errors of one entry, and their codes. The other entries are copied. */
const ENTRY_ERRORS: Readonly<Record<string, AccessCode>> = {
  eacces: "permission-denied",
  eilseq: "bad-path",
  einval: "bad-path",
  eisdir: "is-a-directory",
  enametoolong: "bad-path",
  enotdir: "not-a-directory",
  eperm: "permission-denied",
  "file-exists": "already-exists",
  "special-file": "unsupported",
};

/** Throws a local error that concerns one entry as that of the entry; and any other one unchanged. */
function throwEntryError(error: unknown): never {
  const code = error instanceof LocalError ? ENTRY_ERRORS[error.code] : undefined;
  if (code === undefined) throw error;
  throw new AccessError(code, (error as LocalError).message, { cause: error });
}

/** Creates a directory, and looks for it with other letters. If that is not possible, the answer is no. */
function isCaseSensitive(directory: string): Promise<boolean> {
  return probe(directory, `anyurl-case-${randomName()}`, async (name) => {
    const other = await stat(join(directory, name.toUpperCase())).catch(() => undefined);
    return other === undefined;
  });
}

/** Creates a directory with this ending of its name, and looks for it in a listing. */
function canHave(directory: string, ending: string): Promise<boolean> {
  const name = `anyurl-name-${randomName()}${ending}`;
  return probe(directory, name, async () => (await readdir(directory)).includes(name));
}

async function probe(
  directory: string,
  name: string,
  look: (name: string) => Promise<boolean>,
): Promise<boolean> {
  const path = join(directory, name);
  try {
    await mkdir(path);
  } catch {
    return false;
  }
  try {
    return await look(name).catch(() => false);
  } finally {
    await rmdir(path).catch(() => {});
  }
}

function randomName(): string {
  return crypto.randomUUID().slice(0, 8);
}
