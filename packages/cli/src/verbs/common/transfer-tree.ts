import { isCountedFile, type SyncResult, type TreeCopyOptions } from "@anyurl/client";
import { type CallOptions, displayText, isAccessError, redact } from "anyurl";
import { INCOMPLETE } from "../../exit.ts";
import type { Io } from "../../io.ts";
import {
  fail,
  type JsonAnswer,
  type JsonOptions,
  succeed,
  writeAnswer,
  writeAnswerLine,
} from "../../json.ts";
import { say } from "../../language.ts";
import { createProgressBoard, type ProgressBoard } from "../../progress.ts";
import { createMessageDisplay } from "../../render/display-url.ts";
import { formatDuration, formatSize } from "../../render/progress-line.ts";
import { limitHeapGrowth } from "./heap-growth.ts";
import { waitForFiles } from "./wait-for-files.ts";

export interface TransferOptions extends JsonOptions {
  readonly parallel?: number;
  readonly names?: TreeCopyOptions["names"] & string;
  readonly links?: TreeCopyOptions["links"] & string;
  readonly archive?: TreeCopyOptions["archive"];
  readonly recheck?: boolean;
  readonly times?: boolean;
  readonly failFast?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** Print what would be done. */
  readonly dryRun?: boolean;
}

/** What is reported about a copy of a tree. */
export interface TreeReport {
  /** The target, for a person. */
  readonly shown: string;
  /** The result for one entry, as JSON. */
  toJson(each: SyncResult): object;
  /** The JSON around the results. */
  readonly json: object;
}

/** How a copy reports its progress. */
export interface TreeProgress {
  readonly onProgress: NonNullable<CallOptions["onProgress"]>;
  readonly onTotal: NonNullable<TreeCopyOptions["onTotal"]>;
}

/** An entry that has another name in the target. */
type Renamed = SyncResult & { readonly renamed: string };

type LeftOut = SyncResult & { readonly did: "skipped" | "failed" };

/** Returns the options of `copyTree`. */
export function copyTreeOptions({
  names,
  links,
  archive,
  recheck,
  times,
  failFast,
  parallel,
}: TransferOptions): TreeCopyOptions {
  return {
    ...(parallel !== undefined && { parallel }),
    ...(recheck !== undefined && { recheck }),
    ...(times !== undefined && { times }),
    ...(failFast !== undefined && { failFast }),
    ...(names !== undefined && { names }),
    ...(archive !== undefined && { archive }),
    ...(links !== undefined && { links }),
  };
}

/**
 * Copies a tree and reports the results: with --jsonl as they arrive, else at the end. Lists what was left out.
 *
 * @param copy starts the copy.
 * @returns the exit status: not 0 if something of the tree is missing in the target.
 */
export async function transferTree(
  copy: (progress: TreeProgress) => AsyncIterable<SyncResult>,
  { shown, toJson, json }: TreeReport,
  options: TransferOptions,
  io: Io,
): Promise<number> {
  const { quiet, verbose } = options;
  const begin = io.elapsed();
  const board = createProgressBoard(io, options);
  const limitYoungGeneration = limitHeapGrowth();
  const results: SyncResult[] = [];
  const counts = { copied: 0, made: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0, octets: 0 };
  try {
    for await (const each of copy({ onProgress: board.progress, onTotal: board.expect })) {
      limitYoungGeneration();
      // The summary counts files. Lines of text are in the index file of their directory.
      const isCounted = each.did !== "unchanged" || each.entry.kind !== "directory";
      if (isCounted && !isIndexedText(each)) counts[each.did]++;
      if (each.did === "copied") counts.octets += each.octets;
      countDone(each, board);
      if (options.jsonl === true) await writeAnswerLine(toAnswer(each, toJson(each)), io);
      else if (options.json === true || isLeftOut(each) || isRenamed(each)) results.push(each);
      else if (isIndexedText(each)) continue;
      else if (options.dryRun === true) await printPlanned(each, io);
      else if (verbose === true && each.did !== "unchanged")
        await show(displayText(redact(each.to)), board, io);
    }
  } catch (error) {
    // The aborted transfers finish or remove their partial local files.
    await waitForFiles(io.elapsed);
    await board.end();
    if (isForPeople(options)) await reportStopped(shown, counts, io.elapsed() - begin, io);
    throw error;
  } finally {
    await board.end();
  }
  if (options.jsonl === true) return counts.failed === 0 ? 0 : INCOMPLETE;
  if (options.json === true) {
    results.sort((one, other) => comparePaths(one.path, other.path));
    const members = { ...json, entries: results.map(toJson) };
    await writeAnswer(counts.failed === 0 ? succeed(members) : fail(INCOMPLETE_CODE, members), options, io);
  } else {
    if (quiet !== true) await listRenamed(results.filter(isRenamed), io);
    if (quiet !== true || counts.failed > 0) await listLeftOut(results.filter(isLeftOut), quiet === true, io);
    if (quiet !== true && (io.stderr.isTerminal || verbose === true || counts.failed > 0))
      await io.stderr.write(
        `${displayText(shown)}: ${summary(counts, io.elapsed() - begin, options.dryRun)}\n`,
      );
  }
  return counts.failed === 0 ? 0 : INCOMPLETE;
}

function isForPeople({ json, jsonl, quiet, dryRun }: TransferOptions): boolean {
  return json !== true && jsonl !== true && quiet !== true && dryRun !== true;
}

/** Says what is in the target although the copy did not end. */
async function reportStopped(shown: string, counts: Counts, time: number, io: Io): Promise<void> {
  const lines = [
    `${displayText(shown)}: ${summary(counts, time)}`,
    `  ${say("copy the rest with anyurl sync, which copies only what is missing")}`,
  ];
  await io.stderr.write(lines.map((line) => `${line}\n`).join(""));
}

/** The code if something of a tree is missing. */
const INCOMPLETE_CODE = "incomplete";

/** The answer for one entry. */
function toAnswer(each: SyncResult, members: object): JsonAnswer {
  if (each.did !== "failed") return succeed(members);
  return fail(isAccessError(each.error) ? each.error.code : INCOMPLETE_CODE, members);
}

/** Shows that an entry is done. With --checksum, both of its files were read. */
function countDone(each: SyncResult, board: ProgressBoard): void {
  const { entry } = each;
  for (const url of [entry.url, "to" in each ? each.to : undefined])
    if (url !== undefined) board.ended(redact(url));
  if (each.did === "removed" || !isCountedFile(each)) return;
  const copied = each.did === "copied" ? each.octets : 0;
  board.done(entry.size ?? copied, entry.size !== undefined);
}

function isLeftOut(each: SyncResult): each is LeftOut {
  return (each.did === "skipped" || each.did === "failed") && !isIndexedText(each);
}

/** Is it a line of text, which the index file of its directory has? */
function isIndexedText(each: SyncResult): each is SyncResult & { readonly did: "skipped" } {
  return each.did === "skipped" && each.titled === true && each.entry.kind === "information";
}

function isRenamed(each: SyncResult): each is Renamed {
  return "renamed" in each && (each.did === "copied" || each.did === "made");
}

/** @param onlyFailed leave out what does not belong to the tree. */
async function listLeftOut(results: readonly LeftOut[], onlyFailed: boolean, io: Io): Promise<void> {
  const asked = results.filter(({ did }) => did === "failed" || !onlyFailed);
  await showLines(
    asked.map(({ did, path, why }) => `${say(did)} ${displayText(path.join("/"))}: ${displayText(say(why))}`),
    io,
  );
}

async function listRenamed(results: readonly Renamed[], io: Io): Promise<void> {
  await showLines(
    results.map(
      ({ path, renamed }) => `${say("renamed")} ${displayText(path.join("/"))}: ${displayText(say(renamed))}`,
    ),
    io,
  );
}

async function showLines(messages: readonly string[], io: Io): Promise<void> {
  if (messages.length === 0) return;
  const lines = messages.map((message) => `anyurl: ${message}`);
  const display = await createMessageDisplay(io.stderr, lines);
  await io.stderr.write(lines.map((line) => `${display(line)}\n`).join(""));
}

async function show(message: string, board: ProgressBoard, io: Io): Promise<void> {
  const display = await createMessageDisplay(io.stderr, [message]);
  await board.say(`${display(message)}\n`);
}

/** What a dry run would do, as a line of standard output: "copy docs/a.txt". */
async function printPlanned({ did, entry, path }: SyncResult, io: Io): Promise<void> {
  const verb = PLANNED_VERBS[did];
  if (verb === undefined) return;
  const name = `${path.join("/")}${entry.kind === "directory" ? "/" : ""}`;
  await io.stdout.write(`${say(verb)} ${displayText(name)}\n`);
}

const PLANNED_VERBS: Partial<Readonly<Record<SyncResult["did"], string>>> = {
  copied: "copy",
  made: "create",
  removed: "remove",
};

type Counts = Readonly<Record<"copied" | "unchanged" | "removed" | "skipped" | "failed" | "octets", number>>;

function summary(counts: Counts, time: number, isDryRun = false): string {
  const { copied, octets } = counts;
  const parts = [say(`${copied} ${copied === 1 ? "file" : "files"} ${isDryRun ? "to copy" : "copied"}`)];
  for (const what of ["unchanged", "removed", "skipped", "failed"] as const)
    if (counts[what] > 0)
      parts.push(`${counts[what]} ${say(what === "removed" && isDryRun ? "to remove" : what)}`);
  return `${parts.join(", ")}; ${formatSize(octets)} ${say("in")} ${formatDuration(time / 1000)}`;
}

function comparePaths(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.join("\0"), other.join("\0")];
  return a < b ? -1 : a > b ? 1 : 0;
}
