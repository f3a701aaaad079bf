import { readdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { copyEntries, type SyncResult, treeCopyOptions, withoutPassword } from "@anyurl/client";
import { resolveOptions } from "@anyurl/core";
import { displayText, redact, type Url } from "anyurl";
import { toLocalError } from "../../errors.ts";
import { type Glob, matchEntries } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { rejectOwnTarget } from "../common/own-target.ts";
import { copyTreeOptions, type TreeProgress, transferTree } from "../common/transfer-tree.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import { directoryPath } from "../write/url-or-file.ts";
import type { GetOptions } from "./get-options.ts";
import { checkOverwriteFiles, toTreeEntries } from "./glob-entries.ts";
import { createLocalTarget, makeDirectory, withLeftovers } from "./local-target.ts";

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
        const target =
          found === undefined ? withLeftovers(files, directory, withoutPassword(url.href)) : files;
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
