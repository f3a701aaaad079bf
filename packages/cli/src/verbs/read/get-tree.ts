import { mkdir, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { copyEntries, type SyncResult, type TreeCopyOptions, treeCopyOptions } from "@anyurl/client";
import { resolveOptions } from "@anyurl/core";
import { decodeText, displayText, redact, type Url } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";
import { type Glob, matchEntries } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { walkOptions, withClient } from "../../opener.ts";
import { rejectOwnTarget } from "../common/own-target.ts";
import { copyTreeOptions, type TreeProgress, transferTree } from "../common/transfer-tree.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import { directoryHref, directoryPath } from "../write/url-or-file.ts";
import type { GetOptions } from "./get-options.ts";
import { checkOverwriteFiles, toTreeEntries } from "./glob-entries.ts";
import { createOutputClient } from "./output-client.ts";

/**
 * Downloads a directory tree into a local directory. Entries that cannot be downloaded are reported. Returns the exit
 * status.
 *
 * @param glob downloads the matching entries instead of the tree.
 */
export async function getTree(url: Url, options: GetOptions, io: Io, glob?: Glob): Promise<number> {
  const directory = options.output!;
  const source = directoryPath({ url, file: undefined });
  if (glob === undefined) await rejectOwnTarget(source, resolve(directory));
  if (glob === undefined && (await isNonEmptyDirectory(directory)))
    await confirmExistingTarget(directory, "something", options, io);
  const directories = source === undefined ? [] : [source];
  return withClient({ urls: [url], options, io, isPooled: true, directories }, async ({ opener, call }) => {
    const found =
      glob === undefined
        ? undefined
        : await collect(toTreeEntries(matchEntries(opener.list(glob.directory, call), glob)));
    await makeDirectory(directory);
    await using output = await createOutputClient(resolve(directory), io);
    const root = directoryHref(directory, { urls: output.registry });
    const copy = async function* (progress: TreeProgress): AsyncGenerator<SyncResult, void, void> {
      const given = { ...call, ...copyOptions(options), ...progress };
      const target = await output.treeTarget(opener, glob?.directory ?? url, root, given);
      if (found === undefined) {
        yield* opener.copyTree(url, target, { ...walkOptions(options), ...given });
        return;
      }
      // The incomplete files of entries that the pattern does not match stay.
      const filter = ([name = ""]: readonly string[]) => glob!.matches(name);
      yield* copyEntries(found, target, resolveOptions(treeCopyOptions, { ...given, filter }));
    };
    if (found !== undefined) await checkOverwriteFiles(found, options, io);
    const toPath = (to: string) => join(directory, ...namesBelow(root, to));
    const json = { url: redact(url.href), directory };
    return transferTree(
      (progress) => withLocalPaths(copy(progress), toPath),
      { shown: directory, toJson, json },
      options,
      io,
    );
  });
}

function copyOptions(options: GetOptions): TreeCopyOptions {
  const keepFrom = options.resume === false ? { keepFrom: Number.POSITIVE_INFINITY } : {};
  return { ...copyTreeOptions(options), ...keepFrom };
}

/** Names the copies by their paths, as the user named the directory. */
async function* withLocalPaths(
  results: AsyncIterable<SyncResult>,
  toPath: (to: string) => string,
): AsyncGenerator<SyncResult, void, void> {
  for await (const each of results) yield "to" in each ? { ...each, to: toPath(each.to) } : each;
}

/** Returns the names of a URL below a directory, decoded. */
function namesBelow(root: string, to: string): readonly string[] {
  return to
    .slice(root.length)
    .replace(/\/$/, "")
    .split("/")
    .map((name) => decodeText(name));
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

async function isNonEmptyDirectory(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length > 0;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw toLocalError(error, displayText(path));
  }
}

/** Creates the directory of the copy. A link to a directory is one: the user has named it. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw toLocalError(error, displayText(path));
    if ((await stat(path)).isDirectory()) return;
    throw new LocalError("file-exists", `${displayText(path)}: not a directory`);
  }
}
