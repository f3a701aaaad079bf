import { isOwnFault, type TreeCopyResult, type TreeEntry, type WalkOptions } from "@anyurl/client";
import { UNRESERVED } from "@anyurl/core";
import {
  type Anyurl,
  type CallOptions,
  displayText,
  type Entry,
  encodeText,
  isAccessError,
  redact,
} from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson, formatJsonLine } from "../../json.ts";
import { DEFAULT_PARALLEL, mapConcurrently } from "../../map-concurrently.ts";
import { POOLED_CONNECTIONS, walkOptions, withClient } from "../../opener.ts";
import { createProgressBoard, type ProgressBoard } from "../../progress.ts";
import { waitForFiles } from "../common/wait-for-files.ts";
import { totalSize } from "../read/get-tree.ts";
import type { CpOptions } from "./cp-options.ts";
import { confirmExistingTarget } from "./overwrite.ts";
import { directoryUrl, type UrlOrFile } from "./url-or-file.ts";

/**
 * Copies the contents of a directory into another directory, which is created if needed. Entries that cannot be copied
 * are skipped and reported.
 *
 * @throws {UsageError} the source or the target is not a directory.
 */
export async function copyTree(from: UrlOrFile, to: UrlOrFile, options: CpOptions, io: Io): Promise<void> {
  const source = await directoryUrl(from);
  if (source === undefined)
    throw new UsageError(
      `${displayText(redact(from.url.href))} is not a directory`,
      'add "/" to the end of the URL',
    );
  const { url, file } = to;
  const shownTarget = file ?? redact(url.href);
  const target = (await directoryUrl(to)) ?? (file === undefined ? undefined : `${url.href}/`);
  if (target === undefined)
    throw new UsageError(
      `${displayText(redact(url.href))} is not a directory`,
      'add "/" to the end of the URL',
    );
  const done = await withClient(
    [from.url, url],
    options,
    io,
    async (opener, call) => {
      await makeTarget(target, shownTarget, options, io, opener, call);
      return copyAll(source, target, options, io, opener, call);
    },
    POOLED_CONNECTIONS,
  );
  if (options.jsonl === true) return;
  if (options.json === true) {
    const shown = { url: redact(source), to: redact(target) };
    return io.stdout.write(formatJson({ ok: true, ...shown, entries: done.map(toJsonCopy) }));
  }
  if (options.quiet === true || !(io.stderr.isTerminal || options.verbose === true)) return;
  const count = (did: TreeCopyResult["did"]) => done.filter((each) => each.did === did).length;
  const left = count("skipped") === 0 ? "" : `, ${count("skipped")} skipped`;
  await io.stderr.write(`${displayText(shownTarget)}: ${count("copied")} files${left}\n`);
}

/** Creates the target directory. Asks before it writes into a directory that is not empty. */
async function makeTarget(
  target: string,
  shown: string,
  options: CpOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
): Promise<void> {
  if (options.force !== true) {
    const found = await directoryState(target, opener, call);
    if (found !== "nothing") await confirmExistingTarget(shown, found, options, io);
  }
  try {
    await opener.makeDirectory(target, call);
  } catch (error) {
    // The directory exists, or may not be created. In the second case the first file fails.
    if (!isAccessError(error) || !MAY_EXIST_CODES.has(error.code)) throw error;
  }
}

const MAY_EXIST_CODES: ReadonlySet<string> = new Set([
  ...["already-exists", "permission-denied", "unsupported", "is-a-directory"],
]);

async function directoryState(
  target: string,
  opener: Anyurl,
  call: CallOptions,
): Promise<"something" | "nothing" | "unknown"> {
  try {
    for await (const _ of opener.list(target, call)) return "something";
    return "nothing";
  } catch (error) {
    if (!isAccessError(error)) throw error;
    if (error.code === "not-found") return "nothing";
    if (error.code === "unsupported" || error.code === "permission-denied") return "unknown";
    throw error;
  }
}

async function copyAll(
  source: string,
  target: string,
  options: CpOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
): Promise<readonly TreeCopyResult[]> {
  // Read the whole listing first: a server would time out while files are copied.
  const found: TreeEntry[] = [];
  for await (const each of (opener.walk as Walk)(source, { ...call, ...walkOptions(options) }))
    found.push(each);
  const files = found.filter(({ entry }) => entry.kind !== "directory");
  const board = createProgressBoard(io, files.length, totalSize(files), options.quiet);
  const made = new Map<TreeEntry, TreeCopyResult>();
  const say = async (each: TreeCopyResult) => {
    await reportCopy(each, options, io, board);
    return each;
  };
  try {
    // Create a directory before its contents.
    for (const each of found)
      if (each.entry.kind === "directory")
        made.set(each, await say(await makeOne(each, target, opener, call)));
    const { parallel = DEFAULT_PARALLEL } = options;
    const copied = await mapConcurrently(files, parallel, call.signal ?? io.signal, async (each, signal) =>
      say(await copyOne(each, target, opener, { ...call, signal }, board)),
    );
    const results = new Map(files.map((each, i) => [each, copied[i]!]));
    return found.map((each) => made.get(each) ?? results.get(each)!);
  } catch (error) {
    // Wait for the aborted transfers: they remove their partial local files.
    await waitForFiles(io.now);
    throw error;
  } finally {
    await board.end();
  }
}

/** The type of an operation follows from the scheme, which is not known statically here. */
type Walk = (url: string, call: CallOptions & WalkOptions) => AsyncGenerator<TreeEntry, void, void>;
type Copy = (from: Entry, to: string, call: CallOptions) => Promise<{ readonly octets: number }>;

const NO_NAME = "a parent directory was skipped";

async function makeOne(
  each: TreeEntry,
  target: string,
  opener: Anyurl,
  call: CallOptions,
): Promise<TreeCopyResult> {
  const { entry, localPath, unsafe } = each;
  if (localPath === undefined || entry.url === undefined || unsafe !== undefined)
    return { ...each, did: "skipped", why: unsafe ?? NO_NAME };
  const to = `${targetUrl(target, localPath)}/`;
  await opener.makeDirectory(to, call).catch((error: unknown) => {
    if (!isAccessError(error) || error.code !== "already-exists") throw error;
  });
  return { ...each, did: "made", to };
}

async function copyOne(
  each: TreeEntry,
  target: string,
  opener: Anyurl,
  call: CallOptions,
  board: ProgressBoard,
): Promise<TreeCopyResult> {
  const { entry, path, localPath, unsafe } = each;
  if (localPath === undefined || entry.url === undefined)
    return { ...each, did: "skipped", why: unsafe ?? NO_NAME };
  if (entry.kind !== "file" && entry.kind !== "unknown")
    return { ...each, did: "skipped", why: `not a file: ${entry.kind}` };
  const to = targetUrl(target, localPath);
  const line = board.begin(path.join("/"), entry.size);
  const onProgress: CallOptions["onProgress"] = ({ received }) => void line.tick(received).catch(() => {});
  let octets: number | undefined;
  try {
    ({ octets } = await (opener.copy as Copy)(entry, to, { ...call, onProgress }));
    return { ...each, did: "copied", to, octets };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (!isAccessError(error) || !isOwnFault(error)) throw error;
    return { ...each, did: "skipped", why: error.message, error };
  } finally {
    line.done(octets);
  }
}

function targetUrl(target: string, localPath: readonly string[]): string {
  return target + localPath.map((name) => encodeText(name, UNRESERVED)).join("/");
}

async function reportCopy(
  each: TreeCopyResult,
  options: CpOptions,
  io: Io,
  board: ProgressBoard,
): Promise<void> {
  const { json, jsonl, quiet, verbose } = options;
  if (jsonl === true) return io.stdout.write(formatJsonLine(toJsonCopy(each)));
  if (json === true) return;
  if (each.did === "skipped") {
    if (quiet !== true)
      await board.say(`anyurl: skipped ${displayText(each.path.join("/"))}: ${displayText(each.why)}\n`);
  } else if (verbose === true) await board.say(`${displayText(redact(each.to))}\n`);
}

function toJsonCopy(each: TreeCopyResult): object {
  const { did, entry, path } = each;
  const url = entry.url === undefined ? undefined : redact(entry.url);
  if (did === "skipped") return { did, url, path, why: each.why };
  return { did, url, path, to: redact(each.to), ...(did === "copied" && { octets: each.octets }) };
}
