import { lstat, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOwnFault, type TreeEntry } from "@anyurl/client";
import { type Anyurl, type CallOptions, displayText, isAccessError, redact, type Url } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";
import { type Glob, matchEntries } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { DEFAULT_PARALLEL, mapConcurrently } from "../../map-concurrently.ts";
import { POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { createProgressBoard, type ProgressBoard } from "../../progress.ts";
import { confirmExistingTarget } from "../write/overwrite.ts";
import type { GetOptions } from "./get-options.ts";
import { checkOverwriteFiles, toTreeEntries } from "./glob-entries.ts";
import { saveFile } from "./save.ts";

/** The result for one entry. */
type DownloadResult =
  | { readonly did: "saved"; readonly url: string; readonly file: string; readonly size: number }
  | { readonly did: "made"; readonly url: string; readonly file: string }
  | { readonly did: "skipped"; readonly name: string; readonly why: string };

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
    (opener, call) => fetchAll(url, options, io, opener, call, glob),
    POOLED_CONNECTIONS,
  );
  if (options.json === true) {
    await io.stdout.write(formatJson({ ok: true, url: redact(url.href), directory, entries: got }));
  } else if (options.quiet !== true && (io.stderr.isTerminal || options.verbose === true)) {
    const count = (did: DownloadResult["did"]) => got.filter((each) => each.did === did).length;
    const left = count("skipped") === 0 ? "" : `, ${count("skipped")} skipped`;
    await io.stderr.write(`${displayText(directory)}: ${count("saved")} files${left}\n`);
  }
}

async function fetchAll(
  url: Url,
  options: GetOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
  glob?: Glob,
): Promise<readonly DownloadResult[]> {
  // Read the whole listing first: a server would time out while files are downloaded.
  const found: TreeEntry[] = [];
  const walked =
    glob === undefined
      ? opener.walk(url, { ...call, ...walkOptions(options) })
      : toTreeEntries(matchEntries(opener.list(glob.directory, call), glob));
  for await (const each of walked) found.push(each);
  await makeDirectory(options.output!, stat);
  if (glob !== undefined) await checkOverwriteFiles(found, options, io);
  // Create a directory before its contents.
  const directories = new Map<TreeEntry, DownloadResult>();
  for (const each of found)
    if (each.entry.kind === "directory") directories.set(each, await makeOne(each, options));
  const files = found.filter((each) => !directories.has(each));
  const board = createProgressBoard(io, files.length, totalSize(files), options.quiet);
  try {
    for (const each of directories.values()) await reportDownload(each, options, board);
    const { parallel = DEFAULT_PARALLEL } = options;
    const fetched = await mapConcurrently(files, parallel, call.signal ?? io.signal, async (each, signal) => {
      const one = await fetchOne(each, options, io, opener, { ...call, signal }, board);
      await reportDownload(one, options, board);
      return one;
    });
    const results = new Map(files.map((each, i) => [each, fetched[i]!]));
    return found.map((each) => directories.get(each) ?? results.get(each)!);
  } finally {
    await board.end();
  }
}

/** Returns the total size of the files, or `undefined` if a size is unknown. */
export function totalSize(files: readonly TreeEntry[]): number | undefined {
  let sum = 0;
  for (const { entry } of files) {
    if (entry.size === undefined) return undefined;
    sum += entry.size;
  }
  return sum;
}

async function makeOne(
  { entry, path, localPath, unsafe }: TreeEntry,
  { output }: GetOptions,
): Promise<DownloadResult> {
  if (localPath === undefined || entry.url === undefined || unsafe !== undefined)
    return { did: "skipped", name: path.join("/"), why: unsafe ?? NO_NAME };
  const file = join(output!, ...localPath);
  await makeDirectory(file);
  return { did: "made", url: redact(entry.url), file };
}

const NO_NAME = "a parent directory was skipped";

async function fetchOne(
  { entry, path, localPath, unsafe }: TreeEntry,
  options: GetOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
  board: ProgressBoard,
): Promise<DownloadResult> {
  const skipped = (why: string): DownloadResult => ({ did: "skipped", name: path.join("/"), why });
  if (localPath === undefined || entry.url === undefined) return skipped(unsafe ?? NO_NAME);
  const file = join(options.output!, ...localPath);
  const url = redact(entry.url);
  if (entry.kind !== "file" && entry.kind !== "unknown") return skipped(`not a file: ${entry.kind}`);
  const line = board.begin(path.join("/"), entry.size);
  let octets: number | undefined;
  try {
    const { size } = await saveFile(entry, file, options, io, opener, call, line);
    octets = size;
    return { did: "saved", url, file, size };
  } catch (error) {
    io.signal.throwIfAborted();
    if (!isAccessError(error) || !isOwnFault(error)) throw error;
    return skipped(error.message);
  } finally {
    line.done(octets);
  }
}

async function reportDownload(
  got: DownloadResult,
  { quiet, verbose, json }: GetOptions,
  board: Pick<ProgressBoard, "say">,
): Promise<void> {
  if (got.did === "skipped") {
    if (quiet !== true && json !== true)
      await board.say(`anyurl: skipped ${displayText(got.name)}: ${displayText(got.why)}\n`);
  } else if (got.did === "saved" && verbose === true) await board.say(`${displayText(got.file)}\n`);
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
