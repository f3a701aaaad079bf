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

/** Does the scheme do with the row's URL what the row says? */
export function checkRow(general: Exam, row: Vector): void {
  const exam = row.profile === undefined ? general : profiled(general, row.profile);
  if (row.build !== undefined) runWithAdvice("build", () => checkBuild(exam, row));
  if (row.url === undefined) {
    ok(row.build !== undefined, "a row has a url to read, or fields to build one of");
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
    equal(parsePort(url.port) ?? scheme.defaultPort(url.scheme), row.port, "the port in effect");
  } else if (row.port !== undefined) equal(url.port, row.port ?? undefined, "port");
}

function checkWarning({ registry }: Exam, { warning }: Vector, text: string): void {
  if (warning === undefined) return;
  const codes = registry.tryParse(text).problems.map(({ code }) => code);
  ok(codes.includes(warning), `it is read with the warning ${warning}, not only with [${codes}]`);
}

/** format(the fields of the URL) is read as the same fields, and is the same URL. */
function checkFormat({ registry, initOf }: Exam, row: Vector, url: Url): void {
  const { value: text, error } = catchCodedError(() => registry.format(url.scheme, initOf(url)));
  if (text === undefined) {
    // What opening refuses, for no server could be asked for it, the builder may refuse as well.
    ok(row.access !== undefined, `format refuses the fields that parse gave: ${error?.message}`);
    return;
  }
  const again = registry.parse(text) as Url;
  deepEqual(toComparable(again.parts), toComparable(url.parts), "format undoes parse");
  equal(registry.normalize(text), registry.normalize(url), "format writes the same URL");
}

function checkNormalForms({ registry }: Exam, row: Vector, url: Url): void {
  const normal = registry.normalize(url);
  if (row.normal !== undefined) equal(normal, row.normal, "the normal form");
  for (const other of row.equal ?? []) equal(registry.normalize(other), normal, `equal to ${other}`);
  for (const other of row.differs ?? []) notEqual(registry.normalize(other), normal, `differs from ${other}`);
}

function checkWire({ registry, scheme }: Exam, row: Vector, url: Url): void {
  if (row.access !== undefined) {
    const { error } = catchCodedError(() => registry.plan(url, row.operation));
    runWithAdvice("plan-refuses", () => {
      ok(isAccessError(error), `opening it is refused: ${row.access}`);
      equal(error.code, row.access, "the code with which opening it is refused");
    });
  }
  if (row.wire === undefined) return;
  ok(scheme.plan !== undefined, "a scheme whose vectors have a wire has a plan");
  const expected = row.wire.flatMap((line) => formatNotation(parseNotation(line, row.rule)));
  runWithAdvice("plan-lines", () =>
    deepEqual(controlLines(registry.plan(url, row.operation)), expected, "the lines that would be sent"),
  );
}

/** The lines that a plan sends on its first connection, as written in vectors. */
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
    equal(error?.code, row.code, "the code with which format refuses the fields");
    return;
  }
  ok(text !== undefined, `format refuses the fields: ${error?.message}`);
  const wanted = [row.url, row.normal].filter((each) => each !== undefined);
  ok(wanted.includes(text), `format writes ${wanted.join(" or ")}, not ${text}`);
}
