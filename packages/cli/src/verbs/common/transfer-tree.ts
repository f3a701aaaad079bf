import { isOwnFault, type TreeCopyResult, type TreeEntry } from "@anyurl/client";
import { type CallOptions, displayText, isAccessError, redact } from "anyurl";
import type { Io } from "../../io.ts";
import { formatJson, formatJsonLine } from "../../json.ts";
import { DEFAULT_PARALLEL, mapConcurrently } from "../../map-concurrently.ts";
import { createProgressBoard } from "../../progress.ts";
import { createMessageDisplay } from "../../render/display-url.ts";
import { waitForFiles } from "./wait-for-files.ts";

export interface TransferOptions {
  readonly parallel?: number;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

/** How the entries of a tree get to their target. */
export interface TreeTarget {
  /** Creates a directory, and returns its name in results: a path, or a URL. */
  makeDirectory(localPath: readonly string[]): Promise<string>;
  /** Transfers a file. */
  copy(
    each: TreeEntry,
    localPath: readonly string[],
    call: CallOptions,
  ): Promise<{ readonly to: string; readonly octets: number }>;
  /** The result for one entry, as JSON. */
  toJson(each: TreeCopyResult): object;
}

/**
 * Transfers the entries of a tree, several files at once, and reports each result. An entry that cannot be transferred
 * is skipped. Returns the results in the order of the tree.
 *
 * @param found all entries: read the whole listing first, because a server would time out while files are transferred.
 */
export async function transferTree(
  found: readonly TreeEntry[],
  target: TreeTarget,
  options: TransferOptions,
  io: Io,
  call: CallOptions,
): Promise<readonly TreeCopyResult[]> {
  const { parallel = DEFAULT_PARALLEL, quiet, verbose, json, jsonl } = options;
  const isDirectory = ({ entry }: TreeEntry) => entry.kind === "directory";
  const files = found.filter((each) => !isDirectory(each));
  const board = createProgressBoard(io, files.length, totalSize(files), quiet);
  const results = new Map<TreeEntry, TreeCopyResult>();

  async function transfer(each: TreeEntry, signal?: AbortSignal): Promise<void> {
    const { entry, path, localPath, unsafe } = each;
    const skip = async (why: string, error?: unknown) =>
      report({ ...each, did: "skipped", why, ...(error !== undefined && { error }) }, each);
    if (localPath === undefined || entry.url === undefined)
      return skip(unsafe ?? "a parent directory was skipped");
    if (isDirectory(each)) {
      if (unsafe !== undefined) return skip(unsafe);
      return report({ ...each, did: "made", to: await target.makeDirectory(localPath) }, each);
    }
    if (entry.kind !== "file" && entry.kind !== "unknown") return skip(`not a file: ${entry.kind}`);
    const line = board.begin(path.join("/"), entry.size);
    const onProgress: CallOptions["onProgress"] = ({ received }) => void line.tick(received).catch(() => {});
    let octets: number | undefined;
    try {
      const copied = await target.copy(each, localPath, { ...call, ...(signal && { signal }), onProgress });
      octets = copied.octets;
      await report({ ...each, did: "copied", ...copied }, each);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAccessError(error) || !isOwnFault(error)) throw error;
      await skip(error.message, error);
    } finally {
      line.done(octets);
    }
  }

  async function report(result: TreeCopyResult, each: TreeEntry): Promise<void> {
    results.set(each, result);
    if (jsonl === true) return io.stdout.write(formatJsonLine(target.toJson(result)));
    if (json === true) return;
    if (result.did === "skipped") {
      if (quiet === true) return;
      const name = displayText(result.path.join("/"));
      await say(`anyurl: skipped ${name}: ${displayText(result.why)}`);
    } else if (verbose === true) await say(displayText(redact(result.to)));
  }

  async function say(message: string): Promise<void> {
    const display = await createMessageDisplay(io.stderr, [message]);
    await board.say(`${display(message)}\n`);
  }

  try {
    // Create a directory before its contents.
    for (const each of found) if (isDirectory(each)) await transfer(each);
    await mapConcurrently(files, parallel, call.signal ?? io.signal, transfer);
    return found.map((each) => results.get(each)!);
  } catch (error) {
    // Wait for the aborted transfers: they remove their partial local files.
    await waitForFiles(io.now);
    throw error;
  } finally {
    await board.end();
  }
}

/** Prints the results of a tree: as JSON, or their number. */
export async function reportTree(
  done: readonly TreeCopyResult[],
  shown: string,
  json: object,
  { quiet, verbose, json: isJson, jsonl }: TransferOptions,
  { stdout, stderr }: Io,
): Promise<void> {
  if (jsonl === true) return;
  if (isJson === true) return stdout.write(formatJson(json));
  if (quiet === true || !(stderr.isTerminal || verbose === true)) return;
  const count = (did: TreeCopyResult["did"]) => done.filter((each) => each.did === did).length;
  const left = count("skipped") === 0 ? "" : `, ${count("skipped")} skipped`;
  await stderr.write(`${displayText(shown)}: ${count("copied")} files${left}\n`);
}

/** Returns the total size of the files, or `undefined` if a size is unknown. */
function totalSize(files: readonly TreeEntry[]): number | undefined {
  let sum = 0;
  for (const { entry } of files) {
    if (entry.size === undefined) return undefined;
    sum += entry.size;
  }
  return sum;
}
