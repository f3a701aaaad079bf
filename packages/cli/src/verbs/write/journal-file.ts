import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JournalRecord, SyncJournal } from "@anyurl/client";
import { shortenFileName } from "@anyurl/core/exchange";
import { displayText } from "anyurl";
import { cacheHome } from "../../cache-home.ts";
import { LocalError, toLocalError, UsageError } from "../../errors.ts";

/** The directories of a sync, without passwords. */
export interface JournalPair {
  readonly from: string;
  readonly to: string;
}

/** A journal in a file. A later run can read it, whenever this run ends. */
export interface JournalFile extends SyncJournal, AsyncDisposable {
  /** Waits until all records are written. @throws {LocalError} one of them could not be written. */
  flush(): Promise<void>;
}

/** A larger file is not read: the journal begins again. */
const MAX_JOURNAL_BYTES = 64 * 1024 * 1024;

const VERSION = 1;

/**
 * Returns where a journal is.
 *
 * @param directory the local target, if it is one.
 * @throws {UsageError} there is no such place.
 */
export function findJournal(
  where: "cache" | "target",
  pair: JournalPair,
  directory: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (where === "target") {
    if (directory !== undefined && basename(directory) !== "")
      return join(dirname(directory), `.${shortenFileName(basename(directory))}.anyurl-journal`);
    throw new UsageError("a journal beside the target needs a local directory", "use --journal cache");
  }
  const home = cacheHome(env);
  if (home === undefined)
    throw new UsageError("cannot find the cache directory", "set XDG_CACHE_HOME or HOME");
  const name = createHash("sha256")
    .update(JSON.stringify([pair.from, pair.to]))
    .digest("hex")
    .slice(0, 32);
  return join(home, "anyurl", "sync", `${name}.jsonl`);
}

/**
 * Opens a journal, or creates it. Each record is a line at its end, so a run that is killed keeps all lines but the last
 * one. A line that cannot be read is left out: the sync then asks again.
 *
 * @throws {LocalError} not-ours: the file is not a journal; system errors.
 */
export async function openJournal(path: string, pair: JournalPair): Promise<JournalFile> {
  await makeParents(dirname(path));
  const { O_RDWR, O_CREAT, O_APPEND } = constants;
  const { openOwnFile } = await import("@anyurl/transport-node");
  const handle = await openOwnFile(path, O_RDWR | O_CREAT | O_APPEND).catch((error: unknown) => {
    throw toLocalError(error, displayText(path));
  });
  if (handle === undefined) throw foreignJournalError(path);
  try {
    if (!(await isJournal(handle))) throw foreignJournalError(path);
    const lines = await readLines(handle);
    const [head, ...rest] = lines;
    const header = JSON.stringify({ anyurlJournal: VERSION, ...pair });
    // The directories are others, or another version wrote it.
    if (head !== header) rest.length = 0;
    const records = new Map(rest.map(readRecord).filter((record) => record !== undefined));
    // Write it again if the header differs, or if half of the lines are out of date.
    if (head !== header || rest.length > 2 * records.size) {
      await handle.truncate(0);
      const all = [...records].map(([key, record]) => formatRecord(key, record));
      await handle.appendFile([`${header}\n`, ...all].join(""));
    } else if (!lines.isComplete) await handle.appendFile("\n");
    return createJournal(handle, records, path);
  } catch (error) {
    await handle.close();
    throw toLocalError(error, displayText(path));
  }
}

function createJournal(handle: FileHandle, records: Map<string, JournalRecord>, path: string): JournalFile {
  let pending: string[] = [];
  let failure: unknown;
  let writing: Promise<void> | undefined;
  const write = async () => {
    try {
      while (pending.length > 0 && failure === undefined) {
        const text = pending.join("");
        pending = [];
        await handle.appendFile(text);
      }
    } catch (error) {
      failure = toLocalError(error, displayText(path));
    }
    writing = undefined;
  };
  return {
    get: (names) => records.get(JSON.stringify(names)),
    set(names, record) {
      const key = JSON.stringify(names);
      records.set(key, record);
      pending.push(formatRecord(key, record));
      writing ??= write();
    },
    async flush() {
      await writing;
      if (failure !== undefined) throw failure;
    },
    async [Symbol.asyncDispose]() {
      await writing;
      await handle.close();
    },
  };
}

/** The cache directory holds names of files, so only the user may read it. */
async function makeParents(directory: string): Promise<void> {
  // One by one: for a home within /proc, Node's "recursive" never ends.
  const missing: string[] = [];
  for (let each = directory; missing.length < 3 && dirname(each) !== each; each = dirname(each))
    missing.unshift(each);
  for (const each of missing)
    await mkdir(each, { mode: 0o700 }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "EEXIST") throw toLocalError(error, displayText(each));
    });
}

/** How every journal begins. */
const MAGIC = '{"anyurlJournal":';

/** Does the file begin as a journal does? A run that was killed can leave less than the header. */
async function isJournal(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
  return MAGIC.startsWith(buffer.toString("latin1", 0, bytesRead));
}

/** Returns the lines that have a line end. */
async function readLines(handle: FileHandle): Promise<string[] & { isComplete?: boolean }> {
  if ((await handle.stat()).size > MAX_JOURNAL_BYTES) {
    await handle.truncate(0);
    return [];
  }
  const parts = (await handle.readFile("utf8")).split("\n");
  const isComplete = parts.pop() === "";
  return Object.assign(parts, { isComplete });
}

function formatRecord(key: string, { from, to, by }: JournalRecord): string {
  const versions = [from, to].map((version) => version && [version.size, version.modified]);
  return `[${key},${JSON.stringify(by)},${JSON.stringify(versions)}]\n`;
}

/** Parses a line; `undefined` if it is not valid, for example after a crash of the system. */
function readRecord(line: string): readonly [key: string, record: JournalRecord] | undefined {
  try {
    const [path, by, [from, to]] = JSON.parse(line);
    const isVersion = (value: unknown) =>
      Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);
    if (!Array.isArray(path) || !["size", "time", "content"].includes(by) || !isVersion(from))
      return undefined;
    if (to !== null && !isVersion(to)) return undefined;
    const toVersion = ([size, modified]: readonly [number, number]) => ({ size, modified });
    return [JSON.stringify(path), { by, from: toVersion(from), ...(to !== null && { to: toVersion(to) }) }];
  } catch {
    return undefined;
  }
}

function foreignJournalError(path: string): LocalError {
  return new LocalError(
    "not-ours",
    `${displayText(path)}: not a journal of anyurl`,
    "remove the file, or use another --journal",
  );
}
