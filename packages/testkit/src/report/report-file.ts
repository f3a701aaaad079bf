import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isReport, type Report } from "./report.ts";
import type { Result } from "./result.ts";

/** Results to write. Tests run in many threads and processes, which share one file. */
const waiting: Result[] = [];
let willFlush = false;

/** Stores a result for the file that ANYURL_REPORT names, if it is set. */
export function keep(result: Result): void {
  if (fileName() === undefined) return;
  waiting.push(result);
  if (willFlush) return;
  willFlush = true;
  process.once("exit", flush);
}

function fileName(): string | undefined {
  const { ANYURL_REPORT: file } = process.env;
  return file === "" ? undefined : file;
}

/** Writes the stored results to the file, if there are any. */
export function flush(): void {
  const file = fileName();
  if (file === undefined || waiting.length === 0) return;
  const results = waiting.splice(0);
  const unlock = lock(`${file}.lock`);
  try {
    const known = existsSync(file) ? readReport(file).results : [];
    const report: Report = { version: 1, results: merged(known, results) };
    // Replace the file atomically: a concurrent reader sees the old or the new one.
    writeFileSync(`${file}.new`, `${JSON.stringify(report, undefined, 1)}\n`);
    renameSync(`${file}.new`, file);
  } finally {
    unlock();
  }
}

/**
 * Reads a report file.
 *
 * @throws {SyntaxError} the file is not valid JSON. @throws {TypeError} it is not a report, or has another version.
 */
export function readReport(file: string | URL): Report {
  const report: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isReport(report))
    throw new TypeError(`invalid report ${file}: expected version 1; delete the file and run again`);
  return report;
}

/** Merges results. A new result of a test replaces the older one. */
function merged(known: readonly Result[], results: readonly Result[]): readonly Result[] {
  const all = new Map<string, Result>();
  for (const each of [...known, ...results])
    all.set(JSON.stringify([each.scheme, each.section, each.name]), each);
  return [...all.values()];
}

const LOCK_TIMEOUT_MS = 10_000;
const LOCK_RETRY_MS = 5;

/** Creates a lock file and returns a function that removes it. @throws {Error} another process has the lock for too long. */
function lock(file: string): () => void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const until = Date.now() + LOCK_TIMEOUT_MS; ; ) {
    try {
      closeSync(openSync(file, "wx"));
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error;
      if (Date.now() > until)
        throw new Error(`cannot lock the report: ${file} exists; delete it if no test is running`, {
          cause: error,
        });
      Atomics.wait(pause, 0, 0, LOCK_RETRY_MS);
    }
  }
}
