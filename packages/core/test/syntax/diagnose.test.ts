import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, parseReference, tryParse, UrlSyntaxError } from "../../src/index.ts";
import { anyText } from "./text.ts";

/** Positions for a character, by component: the text before and after it, and the allowed characters (RFC 3986). */
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
const subDelims = "!$&'()*+,;=";
const PLACES = [
  { component: "userinfo", before: "x://a", after: "b@h/", allowed: `${unreserved}${subDelims}:` },
  { component: "host", before: "x://a", after: "b/", allowed: `${unreserved}${subDelims}` },
  { component: "path", before: "x://h/a", after: "b", allowed: `${unreserved}${subDelims}:@/` },
  { component: "path", before: "x:a", after: "b", allowed: `${unreserved}${subDelims}:@/` },
  { component: "query", before: "x://h?a", after: "b", allowed: `${unreserved}${subDelims}:@/?` },
  { component: "fragment", before: "x://h#a", after: "b", allowed: `${unreserved}${subDelims}:@/?` },
] as const;
/** Characters that end the component and begin another one are not errors. */
const DELIMITERS: Readonly<Record<string, string>> = {
  userinfo: "/?#@",
  host: "/?#@:",
  path: "?#",
  query: "#",
  fragment: "",
};

describe("each code unit in each component", () => {
  it.each(PLACES)(
    "is checked in the $component of $before…$after",
    ({ component, before, after, allowed }) => {
      for (let unit = 0; unit <= 0xffff; unit++) {
        const char = String.fromCharCode(unit);
        if (DELIMITERS[component]!.includes(char)) continue;
        const { ok, problems } = tryParse(before + char + after);
        if (ok !== allowed.includes(char)) expect.fail(`U+${unit.toString(16)}: ok is ${ok}`);
        if (ok) continue;
        const [first] = problems;
        const expected = char === "%" ? "bad-escape" : "illegal-character";
        if (first?.code !== expected || first.start !== before.length || first.component !== component) {
          expect.fail(`U+${unit.toString(16)}: ${JSON.stringify(first)}`);
        }
      }
    },
  );
});

describe("diagnosis", () => {
  it("finds nothing exactly if the scanner accepts, and reports offsets within the text", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, zoneId) => {
        const { ok, problems } = tryParse(text, { zoneId });
        expect(problems.length === 0).toBe(ok);
        for (const problem of problems) {
          expect(problem.severity).toBe("error");
          expect(problem.start).toBeGreaterThanOrEqual(0);
          expect(problem.start).toBeLessThanOrEqual(problem.end);
          expect(problem.end).toBeLessThanOrEqual(text.length);
          expect(problem.code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
          expect(problem.cite).toMatch(/^RFC \d+/);
        }
        const starts = problems.map(({ start }) => start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }),
      { numRuns: 10_000 },
    );
  });

  it("finds a problem whenever a reference is rejected", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        try {
          expect(String(parseReference(text))).toBe(text);
        } catch (error) {
          if (!(error instanceof UrlSyntaxError)) throw error;
          expect(error.problems.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it("finds every problem, in the order of the text", () => {
    const { problems } = tryParse("1x://a b@h[:8o/c^d?%zz#e#f");
    expect(problems.map(({ code, start }) => [code, start])).toEqual([
      ["bad-scheme", 0],
      ["illegal-character", 6],
      ["illegal-character", 10],
      ["bad-port", 13],
      ["illegal-character", 16],
      ["bad-escape", 19],
      ["illegal-character", 24],
    ]);
  });

  it("stops after a hundred problems", () => {
    expect(tryParse(`x:${" ".repeat(5000)}`).problems).toHaveLength(100);
  });

  it("treats a character outside the basic plane as one", () => {
    expect(tryParse("x:a😀b").problems).toEqual([
      expect.objectContaining({
        code: "illegal-character",
        start: 3,
        end: 5,
        message: expect.stringContaining("U+1F600"),
      }),
    ]);
  });

  it("throws the first problem, with all of them in problems", () => {
    expect(() => parse("x:a b c")).toThrow(
      expect.objectContaining({
        code: "illegal-character",
        start: 3,
        problems: [expect.objectContaining({ start: 3 }), expect.objectContaining({ start: 5 })],
      }),
    );
  });
});
