import type { TreeCopied } from "@anyurl/client";
import { type Anyurl, type CallOptions, displayText, isAccessError, redact } from "anyurl";
import { UsageError } from "../faults.ts";
import type { Io } from "../io.ts";
import { jsonLine, jsonText } from "../json.ts";
import { opening } from "../opener.ts";
import { progressOf } from "../progress.ts";
import type { CpOptions } from "./cp.ts";
import { KEPT } from "./ls.ts";
import { folderOf, type Place } from "./place.ts";
import { ticked } from "./put.ts";
import { mayReplaceKnown } from "./replacing.ts";

/**
 * Copies all that is below a directory into another one, which is made if it is not there. What cannot be copied is left
 * out, and said.
 *
 * @throws {UsageError} one of the two is no directory.
 */
export async function copyTree(from: Place, to: Place, options: CpOptions, io: Io): Promise<void> {
  const source = await folderOf(from);
  if (source === undefined)
    throw new UsageError(
      `${displayText(redact(from.url.href))} is no directory`,
      'the URL of one ends with "/"',
    );
  const { url, file } = to;
  const shownTarget = file ?? redact(url.href);
  const target = (await folderOf(to)) ?? (file === undefined ? undefined : `${url.href}/`);
  if (target === undefined)
    throw new UsageError(`${displayText(redact(url.href))} is no directory`, 'the URL of one ends with "/"');
  const done = await opening(
    [from.url, url],
    options,
    io,
    async (opener, call) => {
      await makeTarget(target, shownTarget, options, io, opener, call);
      return copyAll(source, target, options, io, opener, call);
    },
    KEPT,
  );
  if (options.jsonl === true) return;
  if (options.json === true) {
    const shown = { url: redact(source), to: redact(target) };
    return io.stdout.write(jsonText({ ok: true, ...shown, entries: done.map(dataOf) }));
  }
  if (options.quiet === true || !(io.stderr.isTerminal || options.verbose === true)) return;
  const count = (did: TreeCopied["did"]) => done.filter((each) => each.did === did).length;
  const left = count("skipped") === 0 ? "" : `, ${count("skipped")} left out`;
  await io.stderr.write(`${displayText(shownTarget)}: ${count("copied")} files${left}\n`);
}

/** A directory that holds something is written into only if somebody wants it. */
async function makeTarget(
  target: string,
  shown: string,
  options: CpOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
): Promise<void> {
  if (options.force !== true) {
    const found = await holds(target, opener, call);
    if (found !== "nothing") await mayReplaceKnown(shown, found, options, io);
  }
  try {
    await opener.makeDirectory(target, call);
  } catch (error) {
    // It is there, or it cannot be told from one that may not be made: then the first file says so.
    if (!isAccessError(error) || !MAY_BE_THERE.has(error.code)) throw error;
  }
}

const MAY_BE_THERE: ReadonlySet<string> = new Set([
  ...["already-exists", "permission-denied", "unsupported", "is-a-directory"],
]);

async function holds(
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
): Promise<readonly TreeCopied[]> {
  const done: TreeCopied[] = [];
  const progress = progressOf(io, undefined);
  let before = 0;
  const onProgress: CallOptions["onProgress"] = ({ received }) => {
    if (options.quiet !== true) ticked(progress, before + received);
  };
  try {
    for await (const each of (opener.copyTree as CopyTree)(source, target, { ...call, onProgress })) {
      done.push(each);
      if (each.did === "copied") before += each.octets;
      await progress.end();
      await tell(each, options, io);
    }
  } finally {
    await progress.end();
  }
  return done;
}

/** The type of an operation follows from a URL's scheme, which only the text knows here. */
type CopyTree = (from: string, to: string, call: CallOptions) => AsyncGenerator<TreeCopied, void, void>;

async function tell(each: TreeCopied, options: CpOptions, io: Io): Promise<void> {
  const { json, jsonl, quiet, verbose } = options;
  if (jsonl === true) return io.stdout.write(jsonLine(dataOf(each)));
  if (json === true) return;
  if (each.did === "skipped") {
    if (quiet !== true)
      await io.stderr.write(
        `anyurl: left out: ${displayText(each.path.join("/"))}: ${displayText(each.why)}\n`,
      );
  } else if (verbose === true) await io.stderr.write(`${displayText(redact(each.to))}\n`);
}

function dataOf(each: TreeCopied): object {
  const { did, entry, path } = each;
  const url = entry.url === undefined ? undefined : redact(entry.url);
  if (did === "skipped") return { did, url, path, why: each.why };
  return { did, url, path, to: redact(each.to), ...(did === "copied" && { octets: each.octets }) };
}
