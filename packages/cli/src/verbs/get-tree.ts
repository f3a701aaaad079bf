import { lstat, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Walked } from "@anyurl/client";
import { type Anyurl, type CallOptions, displayText, isAccessError, parse, redact, type Url } from "anyurl";
import { LocalError, localError } from "../faults.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { opening } from "../opener.ts";
import type { GetOptions } from "./get.ts";
import { KEPT } from "./ls.ts";
import { mayReplaceKnown } from "./replacing.ts";
import { saveFile } from "./save.ts";

/** What became of one entry. */
type Got =
  | { readonly did: "saved"; readonly url: string; readonly file: string; readonly size: number }
  | { readonly did: "made"; readonly url: string; readonly file: string }
  | { readonly did: "skipped"; readonly name: string; readonly why: string };

/**
 * Fetches all that is below a directory, into a directory here. What it is is known before anything is fetched; names that
 * no file may have here are left out, and said; no link is followed, neither there nor here.
 */
export async function getTree(url: Url, options: GetOptions, io: Io): Promise<void> {
  const directory = options.output!;
  if (await holdsSomething(directory)) await mayReplaceKnown(directory, "something", options, io);
  const got = await opening(
    [url],
    options,
    io,
    (opener, call) => fetchAll(url, options, io, opener, call),
    KEPT,
  );
  if (options.json === true) {
    await io.stdout.write(jsonText({ ok: true, url: redact(url.href), directory, entries: got }));
  } else if (options.quiet !== true && (io.stderr.isTerminal || options.verbose === true)) {
    const count = (did: Got["did"]) => got.filter((each) => each.did === did).length;
    const left = count("skipped") === 0 ? "" : `, ${count("skipped")} left out`;
    await io.stderr.write(`${displayText(directory)}: ${count("saved")} files${left}\n`);
  }
}

async function fetchAll(
  url: Url,
  options: GetOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
): Promise<readonly Got[]> {
  // A listing that waits for downloads would be given up by its server.
  const found: Walked[] = [];
  for await (const each of opener.walk(url, call)) found.push(each);
  await makeDirectory(options.output!, stat);
  const got: Got[] = [];
  for (const each of found) {
    const one = await fetchOne(each, options, io, opener, call);
    got.push(one);
    await tell(one, options, io);
  }
  return got;
}

async function fetchOne(
  { entry, path, localPath, unsafe }: Walked,
  options: GetOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
): Promise<Got> {
  const skipped = (why: string): Got => ({ did: "skipped", name: path.join("/"), why });
  if (localPath === undefined || entry.url === undefined)
    return skipped(unsafe ?? "a directory above it has no name here");
  const file = join(options.output!, ...localPath);
  const url = redact(entry.url);
  if (entry.kind === "directory") {
    if (unsafe !== undefined) return skipped(unsafe);
    await makeDirectory(file);
    return { did: "made", url, file };
  }
  if (entry.kind !== "file" && entry.kind !== "unknown") return skipped(`it is no file: ${entry.kind}`);
  try {
    const { size } = await saveFile(parse(entry.url) as Url, file, options, io, opener, call);
    return { did: "saved", url, file, size };
  } catch (error) {
    io.signal.throwIfAborted();
    if (!isAccessError(error) || !OWN_AFFAIR.has(error.code)) throw error;
    return skipped(error.message);
  }
}

/** One file's own affair: the next one may be had. */
const OWN_AFFAIR: ReadonlySet<string> = new Set([
  ...["not-found", "permission-denied", "is-a-directory", "unsupported"],
]);

async function tell(got: Got, { quiet, verbose, json }: GetOptions, { stderr }: Io): Promise<void> {
  if (got.did === "skipped") {
    if (quiet !== true && json !== true)
      await stderr.write(`anyurl: left out: ${displayText(got.name)}: ${displayText(got.why)}\n`);
  } else if (got.did === "saved" && verbose === true) await stderr.write(`${displayText(got.file)}\n`);
}

/** Of those below, a link to a directory is in the way: what lies behind it is not ours to fill. */
async function makeDirectory(path: string, look: typeof lstat = lstat): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw localError(error, displayText(path));
    if ((await look(path)).isDirectory()) return;
    throw new LocalError("file-exists", `${displayText(path)}: there is something else than a directory`);
  }
}

async function holdsSomething(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length > 0;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw localError(error, displayText(path));
  }
}
