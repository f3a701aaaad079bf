import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { isAccessError, type Plan, parsePort, type Url } from "@anyurl/core";
import { catchCodedError } from "../access/coded.ts";
import { runWithAdvice } from "../report/advised.ts";
import { formatNotation, parseNotation } from "../transcript/notation.ts";
import { toComparable } from "./comparable.ts";
import type { Exam } from "./exam.ts";
import { profiled } from "./profiled.ts";
import { checkReading } from "./reading.ts";
import { checkSecret, withPassword } from "./secrets.ts";
import type { Vector } from "./vector.ts";

/** Checks the scheme against one row. */
export function checkRow(general: Exam, row: Vector): void {
  const exam = row.profile === undefined ? general : profiled(general, row.profile);
  if (row.build !== undefined) runWithAdvice("build", () => checkBuild(exam, row));
  if (row.url === undefined) {
    ok(row.build !== undefined, "a row must have url or build");
    return;
  }
  if (row.code !== undefined) runWithAdvice("refuse", () => checkRefused(exam, row, row.url!));
  checkReading(exam, row.url);
  if (row.code === undefined) checkRead(exam, row, row.url);
  const planted = withPassword(row.url);
  if (planted !== undefined) checkSecret(exam, planted);
}

function checkRefused({ registry }: Exam, { code, start }: Vector, text: string): void {
  const { error } = catchCodedError(() => registry.parse(text));
  equal(error?.code, code, "the code of the problem");
  if (start !== undefined) equal(error?.start, start, "where the problem starts");
}

function checkRead(exam: Exam, row: Vector, text: string): void {
  const { registry } = exam;
  const url = registry.parse(text) as Url;
  equal(String(url), text, "String(url) is the text");
  runWithAdvice("components", () => checkComponents(exam, row, url));
  if (row.parts !== undefined)
    runWithAdvice("parts", () => deepEqual(toComparable(url.parts), toComparable(row.parts), "the parts"));
  runWithAdvice("warn", () => checkWarning(exam, row, text));
  runWithAdvice("format-undoes-parse", () => checkFormat(exam, row, url));
  runWithAdvice("normal-form", () => checkNormalForms(exam, row, url));
  checkWire(exam, row, url);
}

const COMPONENTS = ["user", "password", "host", "path", "query", "fragment"] as const;

function checkComponents({ scheme }: Exam, row: Vector, url: Url): void {
  for (const name of COMPONENTS) {
    if (row[name] !== undefined) equal(url[name], row[name] ?? undefined, name);
  }
  if (typeof row.port === "number") {
    equal(parsePort(url.port) ?? scheme.defaultPort(url.scheme), row.port, "the effective port");
  } else if (row.port !== undefined) equal(url.port, row.port ?? undefined, "port");
}

function checkWarning({ registry }: Exam, { warning }: Vector, text: string): void {
  if (warning === undefined) return;
  const codes: readonly string[] = registry.tryParse(text).problems.map(({ code }) => code);
  ok(codes.includes(warning), `missing warning ${warning}; the warnings are [${codes}]`);
}

/** Checks that format rebuilds an equivalent URL from the fields of a URL. */
function checkFormat({ registry, initOf }: Exam, row: Vector, url: Url): void {
  const { value: text, error } = catchCodedError(() => registry.format(url.scheme, initOf(url)));
  if (text === undefined) {
    // If opening rejects the URL because no request can express it, format may also reject it.
    ok(row.access !== undefined, `format rejects the fields of parse: ${error?.message}`);
    return;
  }
  const again = registry.parse(text) as Url;
  deepEqual(toComparable(again.parts), toComparable(url.parts), "format undoes parse");
  equal(registry.normalize(text), registry.normalize(url), "format returns the same URL");
}

function checkNormalForms({ registry }: Exam, row: Vector, url: Url): void {
  const normal = registry.normalize(url);
  if (row.normal !== undefined) equal(normal, row.normal, "the normal form");
  for (const other of row.equal ?? []) equal(registry.normalize(other), normal, `equal to ${other}`);
  const isSame = (other: string) => registry.compare(url, other).equivalent;
  for (const other of row.equivalent ?? []) {
    notEqual(registry.normalize(other), normal, `the normal form differs from that of ${other}`);
    ok(isSame(other), `equivalent to ${other}`);
  }
  for (const other of row.differs ?? []) {
    notEqual(registry.normalize(other), normal, `differs from ${other}`);
    ok(!isSame(other), `not equivalent to ${other}`);
  }
}

function checkWire({ registry, scheme }: Exam, row: Vector, url: Url): void {
  if (row.access !== undefined) {
    const { error } = catchCodedError(() => registry.plan(url, row.operation));
    runWithAdvice("plan-refuses", () => {
      ok(isAccessError(error), `opening the URL must fail with ${row.access}`);
      equal(error.code, row.access, "the error code of opening the URL");
    });
  }
  if (row.wire === undefined) return;
  ok(scheme.plan !== undefined, "a scheme with wire in its vectors must have a plan");
  const expected = row.wire.flatMap((line) => formatNotation(parseNotation(line, row.rule)));
  runWithAdvice("plan-lines", () =>
    deepEqual(controlLines(registry.plan(url, row.operation)), expected, "the planned lines"),
  );
}

/** Returns the lines that a plan sends on its first connection, in the notation of vectors. */
function controlLines(plan: Plan): readonly string[] {
  const sent = plan.steps.flatMap((step) =>
    step.do === "send" && step.on === "control" ? [...step.octets] : [],
  );
  return formatNotation(Uint8Array.from(sent));
}

function checkBuild(exam: Exam, row: Vector): void {
  const { registry, scheme } = exam;
  const fields = toComparable(row.build) as { readonly scheme?: string };
  const { value: text, error } = catchCodedError(() =>
    registry.format(fields.scheme ?? scheme.names[0]!, fields),
  );
  if (row.url === undefined && row.code !== undefined) {
    equal(error?.code, row.code, "the error code of format");
    return;
  }
  ok(text !== undefined, `format rejects the fields: ${error?.message}`);
  const wanted = [row.url, row.normal].filter((each) => each !== undefined);
  ok(wanted.includes(text), `format must return ${wanted.join(" or ")}, not ${text}`);
}
