import { fail } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { redact, type Scheme } from "@anyurl/core";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext } from "../report/results.ts";
import { readUrlTable } from "./read-url-table.ts";
import { createUrlRow, type UrlRow } from "./url-row.ts";

export interface UrlTableOptions extends ExamContext {
  /** The rule that the rows test, such as "RFC 2229 §5", for the names of the tests and the report. */
  readonly rule?: string;
}

/**
 * Declares a test for each row of a table of URLs: all problems, the normal form and all described parts of the URL are
 * exactly those of the row. A failure shows the complete row that the scheme now has for this URL, as JSON.
 *
 * @param table a JSON file, or its rows.
 * @throws {SyntaxError} the file is not valid JSON.
 * @throws {TypeError} a row is malformed, or two rows have the same URL and profile.
 */
export function describeUrlTable(
  scheme: Scheme,
  table: string | URL | readonly UrlRow[],
  options: UrlTableOptions = {},
): void {
  const { rule, runner = defaultRunner } = options;
  const rows = readUrlTable(table);
  declareSection(scheme, "URLs", { ...options, runner }, (section) => {
    if (rows.length === 0) section.skip("rows", 'there are no URLs: add a row such as { "url": "…" }');
    for (const row of rows)
      section.test(formatTitle(row, rule), "url-row", () => checkUrlRow(scheme, row), rule);
  });
}

function formatTitle({ url, profile }: UrlRow, rule: string | undefined): string {
  const by = profile === undefined ? "" : ` by ${profile}`;
  return `${rule === undefined ? "" : `${rule}: `}${redact(url)}${by}`;
}

const NORMAL_FORM = "the normal form";

function checkUrlRow(scheme: Scheme, row: UrlRow): void {
  const { url, profile, normal = url, identity = normal } = row;
  const actual = createUrlRow(scheme, url, profile);
  const differences = [
    ...compareLines("problem", actual.problems, row.problems),
    ...compareTexts(NORMAL_FORM, actual.normal ?? url, normal),
    ...compareTexts("identity", actual.identity ?? NORMAL_FORM, identity === normal ? NORMAL_FORM : identity),
    ...compareLines("part", actual.parts, row.parts),
  ];
  if (differences.length === 0) return;
  fail([...differences, "The row is now:", JSON.stringify(actual, undefined, 2)].join("\n"));
}

function compareTexts(name: string, actual: string, expected: string): readonly string[] {
  return actual === expected ? [] : [`${name}: expected ${expected}, found ${actual}`];
}

function compareLines(
  name: string,
  actual: readonly string[] = [],
  expected: readonly string[] = [],
): readonly string[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  const unexpected = [...actual];
  const missing = expected.filter((line) => {
    const at = unexpected.indexOf(line);
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  if (missing.length + unexpected.length === 0) return [`the ${name}s are in another order`];
  return [
    ...missing.map((line) => `missing ${name}: ${line}`),
    ...unexpected.map((line) => `unexpected ${name}: ${line}`),
  ];
}
