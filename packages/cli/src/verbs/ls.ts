import { type Entry, redact, type Url } from "anyurl";
import { fitting, type GlobOptions, globOf } from "../glob.ts";
import type { Io } from "../io.ts";
import { jsonLine, jsonText } from "../json.ts";
import { type OpenOptions, type OwnSettings, opening } from "../opener.ts";
import { entryLines } from "../render/entries.ts";
import { painter } from "../render/style.ts";
import { readUrl } from "./read-url.ts";

/** How entries are printed. */
export interface EntriesOptions extends OpenOptions {
  readonly json?: boolean;
  /** Each as a line of JSON, as it comes. */
  readonly jsonl?: boolean;
}

export interface LsOptions extends EntriesOptions, GlobOptions {}

/** One login for many calls: a connection is kept for the next one. Milliseconds. */
export const KEPT: OwnSettings = { connections: { idle: 5_000 } };

/** Lists the entries of a directory or menu. */
export async function ls(text: string, options: LsOptions, io: Io): Promise<void> {
  await listUrl(readUrl(text, io).url, options, io);
}

export async function listUrl(url: Url, options: LsOptions, io: Io): Promise<void> {
  const { recursive = false } = options;
  const glob = await globOf(url, options, io.urls);
  await opening(
    [url],
    options,
    io,
    async (opener, call) => {
      if (glob !== undefined)
        return printEntries(fitting(opener.list(glob.directory, call), glob), options, io);
      if (!recursive) return printEntries(opener.list(url, call), options, io);
      await printEntries(named(opener.walk(url, call), options), options, io);
    },
    recursive ? KEPT : {},
  );
}

/** Entries by their way from the top. */
async function* named(
  walked: AsyncIterable<{
    readonly entry: Entry;
    readonly path: readonly string[];
    readonly unsafe?: string;
  }>,
  { json, jsonl }: EntriesOptions,
): AsyncGenerator<Entry, void, void> {
  for await (const { entry, path, unsafe } of walked) {
    if (json === true || jsonl === true) yield { ...entry, path, ...(unsafe && { unsafe }) } as Entry;
    else yield { ...entry, name: path.join("/") };
  }
}

/** A table for people, JSON for programs; each entry is a line of its own, as it comes, with --jsonl. */
export async function printEntries(
  entries: AsyncIterable<Entry>,
  { json, jsonl }: EntriesOptions,
  io: Io,
): Promise<void> {
  if (jsonl === true) {
    for await (const entry of entries) await io.stdout.write(jsonLine(dataOf(entry)));
    return;
  }
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  if (json === true) return io.stdout.write(jsonText(all.map(dataOf)));
  const lines = entryLines(all, painter(io.stdout, io.env));
  await io.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

function dataOf(entry: Entry): Entry {
  return entry.url === undefined ? entry : { ...entry, url: redact(entry.url) };
}
