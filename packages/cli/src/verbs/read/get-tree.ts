import { lstat, mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { copyEntries, type SyncResult, type TreeTarget, treeCopyOptions } from "@anyurl/client";
import { resolveOptions } from "@anyurl/core";
import {
  type ByteRange,
  displayText,
  type Entry,
  type GetResult,
  redact,
  type Url,
} from "anyurl";
import { removeOwnPart } from "../../download/own-part.ts";
import { withoutPassword } from "../../download/save-resumable.ts";
import { LocalError, toLocalError } from "../../errors.ts";
import { type Glob, matchEntries } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { rejectOwnTarget } from "../common/own-target.ts";
import { copyTreeOptions, type TreeProgress, transferTree } from "../common/transfer-tree.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import { directoryPath } from "../write/url-or-file.ts";
import type { GetOptions } from "./get-options.ts";
import { checkOverwriteFiles, LOCAL_NAMES, toTreeEntries } from "./glob-entries.ts";
import { saveContent, saveFile } from "./save.ts";

/**
 * Downloads a directory tree into a local directory. Entries that cannot be downloaded are reported. Returns the exit
 * status.
 *
 * @param glob downloads the matching entries instead of the tree.
 */
export async function getTree(url: Url, options: GetOptions, io: Io, glob?: Glob): Promise<number> {
  const directory = options.output!;
  if (glob === undefined) await rejectOwnTarget(directoryPath({ url, file: undefined }), resolve(directory));
  if (glob === undefined && (await isNonEmptyDirectory(directory)))
    await confirmExistingTarget(directory, "something", options, io);
  return withClient(
    [url],
    options,
    io,
    async (opener, call) => {
      const found =
        glob === undefined
          ? undefined
          : await collect(toTreeEntries(matchEntries(opener.list(glob.directory, call), glob)));
      await makeDirectory(directory, stat);
      const copy = ({ onProgress, onTotal }: TreeProgress) => {
        const files = createLocalTarget(directory, options, io, (entry, signal, how) =>
          opener.get(entry, { ...call, ...how, signal, onProgress }),
        );
        // A pattern matches only a part of a directory.
        const target = found === undefined ? withLeftovers(files, directory, withoutPassword(url)) : files;
        const given = { ...copyTreeOptions(options), onTotal };
        if (found === undefined)
          return opener.copyTree(url, target, { ...call, ...walkOptions(options), ...given });
        return copyEntries(found, target, resolveOptions(treeCopyOptions, { ...call, ...given }));
      };
      if (found !== undefined) await checkOverwriteFiles(found, options, io);
      const json = { url: redact(url.href), directory };
      return transferTree(copy, { shown: directory, toJson, json }, options, io);
    },
    POOLED_CONNECTIONS,
  );
}

function createLocalTarget(
  directory: string,
  options: GetOptions,
  io: Io,
  get: (entry: Entry, signal: AbortSignal, how: CallOptions) => Promise<GetResult>,
): TreeTarget {
  return {
    names: LOCAL_NAMES,
    async makeDirectory(path) {
      const file = join(directory, ...path);
      await makeDirectory(file);
      return { to: file };
    },
    async copy({ entry, content }, path, signal) {
      const file = join(directory, ...path);
      if (content !== undefined) return { to: file, octets: await saveContent(file, content) };
      const isKept = (entry.size ?? 0) >= treeCopyOptions.defaults.keepFrom && options.resume !== false;
      const url = isKept ? io.urls.parse(entry.url!) : undefined;
      const metadata = isKept ? "version" : "sent";
      const read = (range: ByteRange | undefined) => get(entry, signal, { range, metadata });
      return { to: file, octets: await saveFile(file, options, io, read, url) };
    },
    isCaseSensitive: (path) => isCaseSensitive(join(directory, ...path)),
  };
}

/** Adds the incomplete files that earlier downloads have left. @param root the URL of the tree. */
function withLeftovers(target: TreeTarget, directory: string, root: string): TreeTarget {
  return {
    ...target,
    partNames: (path) => readdir(join(directory, ...path)).catch(() => []),
    removePart: (path) => removeOwnPart(join(directory, ...path), root),
  };
}

function toJson(each: SyncResult): object {
  const { did, entry, path } = each;
  if (did === "skipped" || did === "failed") return { did, name: path.join("/"), why: each.why };
  // An index file has no URL.
  const url = entry.url === undefined ? undefined : redact(entry.url);
  return did === "copied"
    ? { did: "saved", url, file: each.to, size: each.octets }
    : { did, url, file: each.to };
}

/** Reads all items: a server would close the connection of a listing while files are downloaded. */
async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Creates a directory. By default an existing link to a directory is an error: its target is outside the tree. */
async function makeDirectory(path: string, look: typeof lstat = lstat): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw toLocalError(error, displayText(path));
    if ((await look(path)).isDirectory()) return;
    throw new LocalError("file-exists", `${displayText(path)}: not a directory`);
  }
}

async function isNonEmptyDirectory(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length > 0;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw toLocalError(error, displayText(path));
  }
}

/** Creates a directory, and looks for it with other letters. If that is not possible, the answer is no. */
async function isCaseSensitive(directory: string): Promise<boolean> {
  const name = `anyurl-case-${crypto.randomUUID().slice(0, 8)}`;
  const probe = join(directory, name);
  try {
    await mkdir(probe);
  } catch {
    return false;
  }
  const isSame = await stat(join(directory, name.toUpperCase())).then(
    () => true,
    () => false,
  );
  await rmdir(probe);
  return !isSame;
}
