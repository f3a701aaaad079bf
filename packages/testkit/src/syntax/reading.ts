import { deepEqual, equal, ok } from "node:assert/strict";
import {
  decodeText,
  formatIPv6,
  isDotSegment,
  type Problem,
  parseHost,
  parseIPv6,
  parseLogin,
  type Url,
} from "@anyurl/core";
import { explain } from "@anyurl/core/explain";
import { catchCodedError, isCode } from "../access/coded.ts";
import { runWithAdvice } from "../report/advised.ts";
import { toComparable } from "./comparable.ts";
import type { Exam } from "./exam.ts";
import { checkAsText } from "./made.ts";
import { checkSpans, checkSteps } from "./spans.ts";

/**
 * Checks any text: it is either rejected with a code and a position in the text, or parsed. A parsed URL must return its
 * text and can be described, planned and normalized.
 */
export function checkReading(exam: Exam, text: string): void {
  const { value, error } = catchCodedError(() => exam.registry.parse(text));
  const result = exam.registry.tryParse(text);
  runWithAdvice("place", () => {
    for (const problem of result.problems) checkProblem(problem, text);
  });
  equal(value !== undefined, result.ok, "parse and tryParse agree");
  if (!result.ok) {
    const errors = result.problems.filter(({ severity }) => severity === "error");
    ok(errors.length > 0, "a rejected text must have at least one error");
    const found = errors.some(({ code, start }) => code === error?.code && start === error.start);
    ok(found, `the error of parse (${error?.code}) must be one of the problems of tryParse`);
    return;
  }
  // A mutation may have changed the scheme. Then the URL is not tested here.
  const url = result.url as Url;
  if (exam.scheme.is(url)) checkUrl(exam, url);
}

function checkProblem(problem: Problem, text: string): void {
  const { code, start, end, message, cite } = problem;
  ok(
    isCode(code),
    `invalid code "${code}": expected a code of docs/errors.md, or a name in kebab-case that begins with "x-"`,
  );
  ok(message !== "" && cite !== "", `${code} must have a message and a cite`);
  const inside = Number.isInteger(start) && start >= 0 && start <= end && end <= text.length;
  ok(inside, `${code} has a range outside the text: [${start}, ${end}) of ${text.length}`);
}

/** Checks a parsed URL of the scheme. */
export function checkUrl(exam: Exam, url: Url): void {
  const { registry } = exam;
  equal(String(url), url.href, "String(url) is href");
  checkAsText(exam, url);
  runWithAdvice("frozen", () =>
    ok(typeof url.parts !== "object" || Object.isFrozen(url.parts), "parts are frozen"),
  );
  const parts = registry.describe(url);
  runWithAdvice("spans", () => {
    checkSpans(url.href, parts);
    checkTiled(exam, url);
  });
  if (exam.scheme.plan !== undefined) {
    const { value: plan } = catchCodedError(() => registry.plan(url));
    if (plan !== undefined) runWithAdvice("plan-parts", () => checkSteps(plan.steps, parts));
  }
  checkNormal(exam, url);
}

/** Checks that the described parts and the delimiters cover the text. */
function checkTiled({ registry }: Exam, url: Url): void {
  const faults = explain(url, registry).problems.filter(({ code }) => code === "plugin-fault");
  const said = faults.map(({ message, start, end }) => `${message}, at [${start}, ${end})`);
  equal(said.join("; "), "", "describe covers the text");
}

/** Checks that the normal form is stable and equivalent. */
function checkNormal(exam: Exam, url: Url): void {
  const { registry, scheme } = exam;
  const normal = registry.normalize(url);
  const again = runWithAdvice("normal-stable", () => {
    equal(registry.normalize(normal), normal, "the normal form of the normal form");
    return registry.parse(normal) as Url;
  });
  if (scheme.identify !== undefined)
    runWithAdvice("normal-form", () =>
      ok(registry.compare(url, normal).equivalent, "a URL is equivalent to its normal form"),
    );
  runWithAdvice("normal-login", () => {
    equal(again.scheme, url.scheme, "normalizing keeps the scheme");
    const message = "normalizing keeps user, password, host, port, fragment";
    deepEqual(loginIn(exam, again), loginIn(exam, url), message);
  });
  const movesUp = scheme.hierarchical && hasDotSegments(url);
  if (!movesUp)
    runWithAdvice("normal-parts", () => ok(exam.sameParts(url.parts, again.parts), partsMessage(url, again)));
  if (scheme.plan === undefined) return;
  runWithAdvice("normal-sends", () =>
    deepEqual(sentBy(exam, again), sentBy(exam, url), "plan(normalize(u)) is plan(u)"),
  );
}

function partsMessage(url: Url, again: Url): string {
  const [before, after] = [url, again].map(({ parts }) => JSON.stringify(toComparable(parts)));
  return `normalizing keeps the parts: ${before} became ${after}`;
}

/** Returns whether a URL has dot segments. A "?" may be path data, as in ftp, with a dot segment after it. */
function hasDotSegments({ href, offsets: { pathStart, queryEnd } }: Url): boolean {
  return href.slice(pathStart, queryEnd).split(/[/?]/).some(isDotSegment);
}

/** Returns the decoded fields other than the parts, with the effective port. */
function loginIn({ scheme, hostAs }: Exam, url: Url): unknown {
  const { user, password, port } = parseLogin(url, scheme.defaultPort(url.scheme) ?? -1);
  const host = hostAs(url.host);
  const fragment = url.fragment === undefined ? undefined : decodeText(url.fragment);
  return { user, password, host: host === undefined ? undefined : parseHost(host), port, fragment };
}

/** Returns the steps of a plan without their ranges in the URL, or the code of its error. */
export function sentBy({ registry, sentAs }: Exam, url: Url): unknown {
  const { value: plan, error } = catchCodedError(() => registry.plan(url));
  if (plan === undefined) return error?.code;
  return plan.steps.map((step) => {
    if (step.do === "connect") return [step.do, step.on, sameHost(step.host), step.port];
    if (step.do === "send") return [step.do, step.on, sentAs(step.text)];
    if (step.do === "message") return [step.do, step.text];
    if (step.do === "local") return [step.do, step.text];
    return step.do === "file" ? [step.do, step.system, step.path] : [step.do, step.on];
  });
}

/** Returns one spelling of a host: an IPv6 address has many. */
function sameHost(host: string | undefined): string | undefined {
  const octets = host === undefined ? undefined : parseIPv6(host);
  return octets === undefined ? host?.toLowerCase() : formatIPv6(octets);
}
