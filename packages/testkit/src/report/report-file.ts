import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isReport, type Report } from "./report.ts";
import type { Result } from "./result.ts";

/** What has not been written yet: tests run in many threads and processes, and write one file. */
const waiting: Result[] = [];
let willFlush = false;

/** Keeps a result for the file that ANYURL_REPORT names, if it names one. */
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

/** Writes the file, when there is one to write, and something to write into it. */
export function flush(): void {
  const file = fileName();
  if (file === undefined || waiting.length === 0) return;
  const results = waiting.splice(0);
  const unlock = lock(`${file}.lock`);
  try {
    const known = existsSync(file) ? readReport(file).results : [];
    const report: Report = { version: 1, results: merged(known, results) };
    // Whole or the old one: who reads it meanwhile reads no half of it.
    writeFileSync(`${file}.new`, `${JSON.stringify(report, undefined, 1)}\n`);
    renameSync(`${file}.new`, file);
  } finally {
    unlock();
  }
}

/**
 * Reads the file that ANYURL_REPORT has named.
 *
 * @throws {SyntaxError} it is no JSON. @throws {TypeError} it is no report, or one of another version.
 */
export function readReport(file: string | URL): Report {
  const report: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isReport(report)) throw new TypeError(`${file} is no report of version 1: delete it, and run again`);
  return report;
}

/** What was asked again takes the place of its older answer. */
function merged(known: readonly Result[], results: readonly Result[]): readonly Result[] {
  const all = new Map<string, Result>();
  for (const each of [...known, ...results])
    all.set(JSON.stringify([each.scheme, each.section, each.name]), each);
  return [...all.values()];
}

/** Milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 5;

/** One at a time. @throws {Error} somebody else has had it for too long. */
function lock(file: string): () => void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const until = Date.now() + PATIENCE; ; ) {
    try {
      closeSync(openSync(file, "wx"));
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error;
      if (Date.now() > until)
        throw new Error(`${file} is in the way: delete it if no test runs`, { cause: error });
      Atomics.wait(pause, 0, 0, PAUSE);
    }
  }
}
