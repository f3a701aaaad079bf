import { describe, expect, it } from "vitest";
import { type ProblemInit, parse, refuseComponent } from "../../src/index.ts";

const why = { message: "not here", hint: "remove it", cite: "RFC 3986 §3" };
const TEXT = "x-test://u:p@h:1/path?q#f";

describe("refuseComponent", () => {
  it.each([
    ["authority", "//u:p@h:1"],
    ["userinfo", "u:p@"],
    ["query", "?q"],
    ["fragment", "#f"],
  ] as const)("reports the %s with its delimiter: %s", (component, range) => {
    const problems: ProblemInit[] = [];
    expect(refuseComponent(parse(TEXT), component, (problem) => problems.push(problem), why)).toBe(true);
    const start = TEXT.indexOf(range);
    const code = `${component}-not-allowed`;
    expect(problems).toEqual([{ ...why, code, component, start, end: start + range.length }]);
  });

  it.each([
    ["authority", "x-test:path?q#f"],
    ["userinfo", "x-test://h/path"],
    ["userinfo", "x-test:path@h"],
    ["query", "x-test:path#f?q"],
    ["fragment", "x-test:path?q"],
  ] as const)("reports no %s in %s", (component, text) => {
    const report = () => expect.unreachable();
    expect(refuseComponent(parse(text), component, report, why)).toBe(false);
  });

  it.each([
    ["query", "x-test:path?"],
    ["fragment", "x-test:path#"],
    ["userinfo", "x-test://@h"],
  ] as const)("reports an empty %s: %s", (component, text) => {
    expect(refuseComponent(parse(text), component, () => {}, why)).toBe(true);
  });
});
