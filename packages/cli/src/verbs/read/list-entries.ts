import type { TreeEntry } from "@anyurl/client";
import { getView, type ListingStyle } from "@anyurl/core/presentation";
import { displayText, type Entry, redact, type Url } from "anyurl";
import { INCOMPLETE } from "../../exit.ts";
import { matchEntries, parseGlob } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { formatJson, formatJsonLine } from "../../json.ts";
import { say } from "../../language.ts";
import {
  type OpenOptions,
  POOLED_CONNECTIONS,
  type TreeOptions,
  walkOptions,
  withClient,
} from "../../opener.ts";
import { createUrlDisplay } from "../../render/display-url.ts";
import { entryLines } from "../../render/entries.ts";
import { createPainter } from "../../render/style.ts";

/** Options for printing entries. */
export interface EntriesOptions extends OpenOptions {
  readonly json?: boolean;
  /** Print each entry as a line of JSON as it arrives. */
  readonly jsonl?: boolean;
}

export interface ListOptions extends EntriesOptions, TreeOptions {
  /** False: "*" in the last segment is a star. */
  readonly glob?: boolean;
}

/** Lists the entries of a directory or menu. Returns the exit status: not 0 if a directory of a tree is missing. */
export async function listUrl(url: Url, options: ListOptions, io: Io): Promise<number> {
  const { recursive = false } = options;
  const glob = await parseGlob(url, options, io.urls);
  const style = getView(glob === undefined ? url : io.urls.parse(glob.directory), io.urls.scheme(url.scheme));
  return withClient(
    [url],
    options,
    io,
    async (opener, call) => {
      const left: TreeEntry[] = [];
      if (glob !== undefined || !recursive) {
        const listed = opener.list(glob?.directory ?? url, call);
        await printEntries(glob === undefined ? listed : matchEntries(listed, glob), style, options, io);
        return 0;
      }
      const walked = opener.walk(url, { ...call, ...walkOptions(options) });
      await printEntries(withPaths(walked, left, options), style, options, io);
      await reportSkipped(left, options, io);
      return left.some(({ error }) => error !== undefined) ? INCOMPLETE : 0;
    },
    recursive ? POOLED_CONNECTIONS : {},
  );
}

/** Yields entries with their path from the top. @param left receives the directories that were not entered. */
async function* withPaths(
  walked: AsyncIterable<TreeEntry>,
  left: TreeEntry[],
  { json, jsonl }: EntriesOptions,
): AsyncGenerator<Entry, void, void> {
  const directories = new Set<Entry>();
  for await (const each of walked) {
    const { entry, path, unsafe, leftOut } = each;
    if (leftOut === true && entry.kind === "directory") left.push(each);
    // A directory that could not be entered is yielded twice.
    if (directories.has(entry)) continue;
    if (entry.kind === "directory") directories.add(entry);
    if (json === true || jsonl === true) yield { ...entry, path, ...(unsafe && { unsafe }) } as Entry;
    else yield { ...entry, name: path.join("/") };
  }
}

/** Reports which directories were not entered, and why. */
async function reportSkipped(left: readonly TreeEntry[], { quiet }: ListOptions, io: Io): Promise<void> {
  if (left.length === 0 || quiet === true) return;
  const lines = left.map(({ path, unsafe }) => `${say("skipped")} ${path.join("/")}: ${say(unsafe ?? "")}`);
  const count = say(`skipped ${left.length} ${left.length === 1 ? "directory" : "directories"}`);
  for (const line of [...lines, count]) await io.stderr.write(`anyurl: ${displayText(line)}\n`);
}

/**
 * Prints a table with the columns of the scheme, or JSON; with --jsonl, each entry is a line that is printed as it
 * arrives.
 */
export async function printEntries(
  entries: AsyncIterable<Entry>,
  style: Pick<ListingStyle, "columns">,
  { json, jsonl }: EntriesOptions,
  io: Io,
): Promise<void> {
  if (jsonl === true) {
    for await (const entry of entries) await io.stdout.write(formatJsonLine(toJsonEntry(entry)));
    return;
  }
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  if (json === true) return io.stdout.write(formatJson(all.map(toJsonEntry)));
  // A program that reads the listing needs the URLs as they are sent.
  const { isTerminal } = io.stdout;
  const formatUrl = isTerminal ? await createUrlDisplay(all.map(({ url }) => url)) : undefined;
  const paint = createPainter(io.stdout, io.env);
  const lines = entryLines(all, style, paint, { titles: isTerminal, ...(formatUrl && { formatUrl }) });
  await io.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function toJsonEntry(entry: Entry): Entry {
  return entry.url === undefined ? entry : { ...entry, url: redact(entry.url) };
}
