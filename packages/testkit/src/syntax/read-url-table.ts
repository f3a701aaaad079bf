import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { redact } from "@anyurl/core";
import type { UrlRow } from "./url-row.ts";

const KEYS = ["url", "profile", "problems", "normal", "identity", "parts"];
const PROFILES: readonly unknown[] = ["rfc3986", "rfc1738"];

// The texts can have line ends: a message quotes no input, but a decoded value has any characters.
const PROBLEM = /^\S+ (?:error|warning) \S+ \d+-\d+: .+ \(.+\)(?:; .+)?$/s;
const PROBLEM_FORM = "code severity component start-end: message (cite); hint";
const PART = /^\S+ \d+-\d+ '.*'(?: \(secret\))?: .+ \(.+\)$/s;
const PART_FORM = "name start-end 'value': meaning (cite)";

/**
 * Reads a table of URLs from a JSON file, or checks one that is given as rows.
 *
 * @throws {SyntaxError} the file is not valid JSON.
 * @throws {TypeError} it is not an array of rows; a row is malformed; two rows have the same URL and profile.
 */
export function readUrlTable(table: string | URL | readonly UrlRow[]): readonly UrlRow[] {
  const isFile = typeof table === "string" || table instanceof URL;
  const rows: unknown = isFile ? JSON.parse(readFileSync(table, "utf8")) : table;
  const name = isFile ? basename(table instanceof URL ? table.pathname : table) : "the table of URLs";
  if (!Array.isArray(rows)) throw new TypeError(`invalid ${name}: expected an array of rows`);
  const known = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const about = `row ${i} of ${name}`;
    checkRow(row, about);
    const { url, profile = "rfc3986" } = row;
    const earlier = known.get(`${profile} ${url}`);
    if (earlier !== undefined)
      throw new TypeError(`duplicate URL in ${about}: row ${earlier} has ${redact(url)}, too`);
    known.set(`${profile} ${url}`, i);
  }
  return rows;
}

function checkRow(row: unknown, about: string): asserts row is UrlRow {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    throw new TypeError(`invalid ${about}: expected an object with url`);
  const { url, profile, problems, normal, identity, parts } = row as Readonly<Record<string, unknown>>;
  if (url === undefined) throw new TypeError(`missing url in ${about}`);
  const unknown = Object.keys(row).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new TypeError(`unknown key "${unknown}" in ${about}`);
  for (const [key, value] of Object.entries({ url, normal, identity })) {
    if (value !== undefined && typeof value !== "string")
      throw new TypeError(`invalid ${key} in ${about}: expected a string`);
  }
  if (profile !== undefined && !PROFILES.includes(profile))
    throw new TypeError(`invalid profile in ${about}: expected "rfc3986" or "rfc1738"`);
  checkLines(problems, PROBLEM, `problems in ${about}`, PROBLEM_FORM);
  checkLines(parts, PART, `parts in ${about}`, PART_FORM);
}

function checkLines(lines: unknown, pattern: RegExp, about: string, form: string): void {
  if (lines === undefined) return;
  if (!Array.isArray(lines)) throw new TypeError(`invalid ${about}: expected an array of strings`);
  for (const line of lines as readonly unknown[]) {
    if (typeof line !== "string" || !pattern.test(line))
      throw new TypeError(`invalid ${about}: expected "${form}", found ${JSON.stringify(line)}`);
  }
}
