import { lstat, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { TreeCopyResult, TreeEntry } from "@anyurl/client";
import { displayText, redact, type Url } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";
import { type Glob, matchEntries } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { reportTree, type TreeTarget, transferTree } from "../common/transfer-tree.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import type { GetOptions } from "./get-options.ts";
import { checkOverwriteFiles, toTreeEntries } from "./glob-entries.ts";
import { saveFile } from "./save.ts";

/**
 * Downloads a directory tree into a local directory, after it has listed the whole tree. Unsafe names are skipped and
 * reported. Links are not followed, neither on the server nor locally.
 *
 * @param glob downloads the matching entries instead of the tree.
 */
export async function getTree(url: Url, options: GetOptions, io: Io, glob?: Glob): Promise<void> {
  const directory = options.output!;
  if (glob === undefined && (await isNonEmptyDirectory(directory)))
    await confirmExistingTarget(directory, "something", options, io);
  const got = await withClient(
    [url],
    options,
    io,
    async (opener, call) => {
      const found: TreeEntry[] = [];
      const walked =
        glob === undefined
          ? opener.walk(url, { ...call, ...walkOptions(options) })
          : toTreeEntries(matchEntries(opener.list(glob.directory, call), glob));
      for await (const each of walked) found.push(each);
      await makeDirectory(directory, stat);
      if (glob !== undefined) await checkOverwriteFiles(found, options, io);
      const target: TreeTarget = {
        async makeDirectory(localPath) {
          const file = join(directory, ...localPath);
          await makeDirectory(file);
          return file;
        },
        async copy({ entry }, localPath, each) {
          const file = join(directory, ...localPath);
          return { to: file, octets: await saveFile(file, options, io, () => opener.get(entry, each)) };
        },
        toJson: toJsonDownload,
      };
      return transferTree(found, target, options, io, call);
    },
    POOLED_CONNECTIONS,
  );
  const entries = got.map(toJsonDownload);
  await reportTree(got, directory, { ok: true, url: redact(url.href), directory, entries }, options, io);
}

function toJsonDownload(each: TreeCopyResult): object {
  const { did, entry, path } = each;
  if (did === "skipped") return { did, name: path.join("/"), why: each.why };
  const url = redact(entry.url!);
  return did === "made"
    ? { did, url, file: each.to }
    : { did: "saved", url, file: each.to, size: each.octets };
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
