import type { TreeEntry } from "@anyurl/client";
import { getView, type ListingStyle } from "@anyurl/core/presentation";
import { displayText, type Entry, redact, type Url } from "anyurl";
import { INCOMPLETE } from "../../exit.ts";
import { matchEntries, parseGlob } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { type Failure, fail, type JsonOptions, succeed, writeAnswer, writeAnswerLine } from "../../json.ts";
import { say } from "../../language.ts";
import { type OpenOptions, type TreeOptions, walkOptions, withClient } from "../../opener.ts";
import { createUrlDisplay } from "../../render/display-url.ts";
import { entryLines } from "../../render/entries.ts";
import { failureAnswer } from "../../render/failure.ts";
import { hasLinks, linkText } from "../../render/link.ts";
import { listingLines } from "../../render/listing.ts";
import { createPainter } from "../../render/style.ts";
import type { SortOrder } from "./arrange-entries.ts";

/** Options for printing entries. */
export interface EntriesOptions extends OpenOptions, JsonOptions {
  readonly long?: boolean;
  readonly humanReadable?: boolean;
  readonly all?: boolean;
  readonly sort?: SortOrder;
  readonly byTime?: boolean;
  readonly bySize?: boolean;
  readonly reverse?: boolean;
  readonly hyperlink?: "auto" | "always" | "never";
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
  const init: ListingInit = { url, style, isChosen: glob !== undefined };
  return withClient({ urls: [url], options, io, isPooled: recursive }, async ({ opener, call }) => {
    const left: TreeEntry[] = [];
    if (glob !== undefined || !recursive) {
      const listed = opener.list(glob?.directory ?? url, call);
      await printEntries(glob === undefined ? listed : matchEntries(listed, glob), init, options, io);
      return 0;
    }
    const walked = opener.walk(url, { ...call, ...walkOptions(options) });
    const findFailures = () => left.flatMap(toFailure);
    await printEntries(withPaths(walked, left, options), { ...init, findFailures }, options, io);
    await reportSkipped(left, options, io);
    return left.some(({ error }) => error !== undefined) ? INCOMPLETE : 0;
  });
}

/** Yields entries with their path from the top. @param left receives the directories that were not entered. */
async function* withPaths(
  walked: AsyncIterable<TreeEntry>,
  left: TreeEntry[],
  { json }: EntriesOptions,
): AsyncGenerator<Entry, void, void> {
  const directories = new Set<Entry>();
  for await (const each of walked) {
    const { entry, path, unsafe, leftOut } = each;
    if (leftOut === true && entry.kind === "directory") left.push(each);
    // A directory that could not be entered is yielded twice.
    if (directories.has(entry)) continue;
    if (entry.kind === "directory") directories.add(entry);
    if (json === true) yield { ...entry, path, ...(unsafe && { unsafe }) } as Entry;
    else yield { ...entry, name: path.join("/") };
  }
}

/** Directories of other servers are left out as well, but do not fail. */
function toFailure({ entry, path, error }: TreeEntry): readonly Failure[] {
  return error === undefined ? [] : [failureAnswer(error, entry.url ?? "", { path })];
}

/** Reports which directories were not entered, and why. */
async function reportSkipped(left: readonly TreeEntry[], { quiet }: ListOptions, io: Io): Promise<void> {
  if (left.length === 0 || quiet === true) return;
  const lines = left.map(({ path, unsafe }) => `${say("skipped")} ${path.join("/")}: ${say(unsafe ?? "")}`);
  const count = say(`skipped ${left.length} ${left.length === 1 ? "directory" : "directories"}`);
  for (const line of [...lines, count]) await io.stderr.write(`anyurl: ${displayText(line)}\n`);
}

/** The URL that is listed, and how. */
export interface ListingInit {
  readonly url: Url;
  readonly style: ListingStyle;
  /** A pattern has chosen the entries, so names that begin with "." are not hidden. */
  readonly isChosen?: boolean;
  /** Returns what could not be listed, after all entries have been read. */
  readonly findFailures?: () => readonly Failure[];
}

/**
 * Prints a listing: for people on a terminal, otherwise as a table with the columns of the scheme, or JSON. With --jsonl,
 * each entry is a line that is printed as it arrives.
 */
export async function printEntries(
  entries: AsyncIterable<Entry>,
  init: ListingInit,
  options: EntriesOptions,
  io: Io,
): Promise<void> {
  const { json, jsonl } = options;
  if (jsonl === true) {
    for await (const entry of entries) await writeAnswerLine(succeed(toJsonEntry(entry)), io);
    for (const failure of init.findFailures?.() ?? []) await writeAnswerLine(failure, io);
    return;
  }
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  const all = await arrange(found, init, options, io);
  if (json === true) {
    const members = { url: redact(init.url.href), entries: all.map(toJsonEntry) };
    const [failure, ...failures] = init.findFailures?.() ?? [];
    if (failure === undefined) return writeAnswer(succeed(members), options, io);
    return writeAnswer(fail("incomplete", { ...members, failures: [failure, ...failures] }), options, io);
  }
  const isLong = !io.stdout.isTerminal || options.long === true;
  const lines = isLong ? await longLines(all, init, options, io) : peopleLines(all, init, options, io);
  await io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  const hidden = found.length - all.length;
  if (hidden > 0 && options.quiet !== true)
    await io.stderr.write(
      `anyurl: ${say(hidden === 1 ? "1 hidden entry; -a shows it" : `${hidden} hidden entries; -a shows them`)}\n`,
    );
}

/** Hides and sorts entries. Programs get them as the server sends them, unless the options say otherwise. */
async function arrange(
  found: readonly Entry[],
  { url, style, isChosen = false }: ListingInit,
  { sort, bySize, byTime, reverse = false, all, json }: EntriesOptions,
  io: Io,
): Promise<readonly Entry[]> {
  const isDirectory = style.layout === "table" && io.urls.scheme(url.scheme)?.hierarchical === true;
  const isForPeople = io.stdout.isTerminal && json !== true && isDirectory;
  const asked = sort ?? (byTime === true ? "time" : bySize === true ? "size" : undefined);
  const order = asked ?? (isForPeople || (reverse && isDirectory) ? "name" : "none");
  const { isHidden, sortEntries } = await import("./arrange-entries.ts");
  const isShown = (entry: Entry) => !isForPeople || all === true || isChosen || !isHidden(entry);
  return sortEntries(found.filter(isShown), order, reverse);
}

/** A table with exact values and URLs. A program that reads it needs the URLs as they are sent. */
async function longLines(
  all: readonly Entry[],
  { style }: ListingInit,
  { humanReadable = false }: EntriesOptions,
  io: Io,
): Promise<readonly string[]> {
  const { isTerminal } = io.stdout;
  const formatUrl = isTerminal ? await createUrlDisplay(all.map(({ url }) => url)) : undefined;
  const paint = createPainter(io.stdout, io.env);
  return entryLines(all, style, paint, { isTerminal, humanReadable, ...(formatUrl && { formatUrl }) });
}

function peopleLines(
  all: readonly Entry[],
  { url, style }: ListingInit,
  { hyperlink }: EntriesOptions,
  { stdout, env, urls, now }: Io,
): readonly string[] {
  const isLinked = hasLinks(stdout, env, hyperlink);
  return listingLines(all, style, {
    paint: createPainter(stdout, env),
    width: stdout.columns ?? WIDTH,
    now: now(),
    ...(isLinked && { link: (text, entry) => linkText(text, findLink(entry, url, urls)) }),
  });
}

/** The width of a terminal that does not know its own. */
const WIDTH = 80;

/** A click must not open what a server must not lead to: a local file, or a scheme that anyurl does not know. */
function findLink({ url: href }: Entry, { scheme: listed }: Url, urls: Io["urls"]): string | undefined {
  if (href === undefined || redact(href) !== href) return undefined;
  const { url } = urls.tryParse(href);
  const scheme = url === undefined ? undefined : urls.scheme(url.scheme);
  if (url === undefined || scheme === undefined) return undefined;
  const { presentation, defaultPort } = scheme;
  return url.scheme === listed || (presentation?.served ?? defaultPort !== undefined) ? url.href : undefined;
}

function toJsonEntry(entry: Entry): Entry {
  return entry.url === undefined ? entry : { ...entry, url: redact(entry.url) };
}
