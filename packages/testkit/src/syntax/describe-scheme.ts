import { equal } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { createRegistry, redact, type Scheme } from "@anyurl/core";
import fc from "fast-check";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, schemeName } from "../report/results.ts";
import { toComparable } from "./comparable.ts";
import type { Arbitraries, Exam, ExamOptions } from "./exam.ts";
import { toInit } from "./init-of.ts";
import { createLaws } from "./laws.ts";
import { type LintOptions, lintScheme } from "./lint-scheme.ts";
import { checkRow } from "./rows.ts";
import { templateArbitraries } from "./template-arbitraries.ts";
import type { Vector } from "./vector.ts";

const RUNS = 1000;

/**
 * Declares the syntax tests of a scheme: one for each row of `vectors`, one for each example of the scheme, and one for
 * each law. The laws: parse undoes format; format rejects fields of the wrong type; normal forms are stable and
 * equivalent; any text is parsed or rejected with a code and a position; descriptions match the text; no output shows a
 * password.
 *
 * @param arbitraries generators of its fields. Default: those of the scheme's template.
 */
export function describeScheme<S extends Scheme>(
  scheme: S,
  vectors: readonly Vector[],
  arbitraries: Arbitraries<S> = templateArbitraries(scheme),
  options: ExamOptions = {},
): void {
  const { runner = defaultRunner, runs = fc.readConfigureGlobal().numRuns ?? RUNS, seed } = options;
  const examples: readonly Vector[] = scheme.examples.map(({ url, title }) => ({ rule: title, url }));
  const exam: Exam = {
    scheme,
    registry: createRegistry(...(options.beside ?? []), scheme as Scheme),
    vectors: [...vectors, ...examples],
    initOf: options.initOf ?? ((url) => toInit(url, scheme)),
    sameParts: options.sameParts ?? ((a, b) => isDeepStrictEqual(toComparable(a), toComparable(b))),
    hostAs: options.hostAs ?? ((host) => host),
    sentAs: options.sentAs ?? ((text) => text),
  };
  const taking = { ...options, runner };
  declareSection(scheme, "the scheme", taking, (section) => {
    section.test("passes lintScheme", "fit", () => checkFit(scheme, options));
    if (scheme.plan === undefined) section.skip("plan", `${schemeName(scheme)} has no plan`);
  });
  declareSection(scheme, "vectors", taking, (section) => {
    if (vectors.length === 0)
      section.skip("rows", "there are no vectors: add a row for each URL of the rule");
    for (const row of vectors) section.test(formatTitle(row), "coded", () => checkRow(exam, row), row.rule);
  });
  declareSection(scheme, "examples", taking, (section) => {
    for (const row of examples) section.test(formatTitle(row), "coded", () => checkRow(exam, row));
  });
  declareSection(scheme, "laws", taking, (section) => {
    const parameters = { numRuns: runs, ...(seed !== undefined && { seed }) };
    for (const law of createLaws(exam, arbitraries))
      section.test(law.name, law.advice, () => law.check(parameters));
  });
}

/** Checks the names, port, citations and examples of a scheme. */
function checkFit(scheme: Scheme, options: LintOptions): void {
  const errors = lintScheme(scheme, options).filter(({ severity }) => severity === "error");
  const said = errors.map(({ code, message, cite }) => `${code}: ${message} (${cite})`);
  equal(said.join("\n"), "", `lintScheme reports errors:\n${said.join("\n")}`);
}

function formatTitle({ rule, url, build, note, profile }: Vector): string {
  const what = url === undefined ? `building ${redact(JSON.stringify(build))}` : redact(url);
  const by = profile === undefined ? "" : ` by ${profile}`;
  return `${rule}: ${what}${by}${note === undefined ? "" : ` (${note})`}`;
}
