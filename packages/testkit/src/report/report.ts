import { displayText } from "@anyurl/core";
import type { Result } from "./result.ts";

/** The results of one or more test runs. */
export interface Report {
  /** The version of the format. */
  readonly version: 1;
  readonly results: readonly Result[];
}

const OUTCOMES: ReadonlySet<unknown> = new Set(["passed", "failed", "skipped"]);

export function isReport(value: unknown): value is Report {
  const { version, results } = (value ?? {}) as Partial<Report>;
  return version === 1 && Array.isArray(results) && results.every(isResult);
}

function isResult(value: unknown): value is Result {
  const { scheme, section, name, outcome, ms } = (value ?? {}) as Partial<Result>;
  const texts = [scheme, section, name].every((each) => typeof each === "string");
  return texts && typeof ms === "number" && OUTCOMES.has(outcome);
}

/**
 * Formats a report as text that is safe for a terminal: for each scheme and section the number of passed, failed and
 * skipped tests; the failures with reason and advice; the skips with their reasons.
 */
export function examTable({ results }: Report): string {
  const schemes = grouped(results, ({ scheme }) => scheme);
  return [...schemes].map(([scheme, all]) => formatTable(scheme, all)).join("\n");
}

function formatTable(scheme: string, results: readonly Result[]): string {
  const sections = grouped(results, ({ section }) => section);
  const rows: readonly Row[] = [
    [scheme, "passed", "failed", "skipped"],
    ...[...sections].map(([section, all]): Row => [section, ...countOutcomes(all)]),
    ["total", ...countOutcomes(results)],
  ];
  const width = Math.max(...rows.map(([name]) => shown(name).length));
  const lines = rows.map(([name, ...counts]) =>
    [shown(name).padEnd(width), ...counts.map((count) => count.padStart(8))].join(""),
  );
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  return [
    ...lines,
    ...headed("failed", failed.flatMap(failureLines)),
    ...headed("skipped", skipLines(skipped)),
    "",
  ].join("\n");
}

type Row = readonly [name: string, passed: string, failed: string, skipped: string];

function countOutcomes(results: readonly Result[]): [string, string, string] {
  const count = (wanted: Result["outcome"]) =>
    String(results.filter(({ outcome }) => outcome === wanted).length);
  return [count("passed"), count("failed"), count("skipped")];
}

function headed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

function failureLines({ section, name, reason = "", advice }: Result): readonly string[] {
  return [
    `  ${shown(section)}: ${shown(name)}`,
    `    why: ${short(reason)}`,
    ...(advice === undefined ? [] : [`    do:  ${shown(advice)}`]),
  ];
}

/** Formats one line for each reason to skip. */
function skipLines(skipped: readonly Result[]): readonly string[] {
  const reasons = grouped(skipped, ({ section, reason = "" }) => `${section}: ${reason}`);
  return [...reasons].map(([about, all]) => {
    const [first] = all;
    return all.length === 1 && first !== undefined
      ? `  ${shown(first.section)}: ${shown(first.name)} — ${short(first.reason ?? "")}`
      : `  ${short(about)} (${all.length})`;
  });
}

const MAX_REASON = 200;

/** Returns the first line that is not empty. */
function short(reason: string): string {
  const line = reason.split("\n").find((each) => each.trim() !== "") ?? "";
  return shown(line.trim()).slice(0, MAX_REASON);
}

function shown(text: string): string {
  return displayText(text);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
