import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ComparisonLevel,
  compare,
  createRegistry,
  defineScheme,
  normalizeGeneric,
  parse,
} from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";
import { mutated, urlText } from "../syntax/text.ts";
import rows from "../vectors/equivalence.json" with { type: "json" };

const urls = createRegistry(http, ftp);
const fail = (): never => {
  throw new Error("oops");
};
const LEVELS: readonly ComparisonLevel[] = ["string", "syntax", "scheme"];

describe("compare", () => {
  describe.each(rows)("$rule: $a and $b", ({ a, b, level, component }) => {
    it(level === null ? "differ" : `are the same at the level ${level}`, () => {
      for (const [x, y] of [
        [a, b],
        [b, a],
      ] as const) {
        const verdict = urls.compare(x, y);
        expect(verdict.equivalent).toBe(level !== null);
        if (level === null) expect(verdict.difference?.component).toBe(component);
        else expect(verdict.level).toBe(level);
      }
    });

    it("treats URLs that are equal at a lower level as equal at every higher level", () => {
      const verdicts = LEVELS.map((each) => urls.compare(a, b, { level: each }).equivalent);
      const first = level === null ? LEVELS.length : LEVELS.indexOf(level as ComparisonLevel);
      expect(verdicts).toEqual(LEVELS.map((_, i) => i >= first));
    });
  });

  it("lists the steps with their rules, and no password", () => {
    const { steps } = compare(
      "HTTP://u:s3cret@Host.Example:080/%7ea/./b%2f",
      "http://u:s3cret@host.example:80/~a/b%2F",
    );
    expect(steps.map(({ of, rule, cite, after }) => [of, rule, cite, after])).toEqual([
      ["a", "the scheme in lower case", "RFC 3986 §6.2.2.1", "http://u:***@Host.Example:080/%7ea/./b%2f"],
      [
        "a",
        "the hexadecimal digits of escapes in upper case",
        "RFC 3986 §6.2.2.1",
        "http://u:***@Host.Example:080/%7Ea/./b%2F",
      ],
      [
        "a",
        "escapes of unreserved characters decoded",
        "RFC 3986 §6.2.2.2",
        "http://u:***@Host.Example:080/~a/./b%2F",
      ],
      ["a", "the host in lower case", "RFC 3986 §6.2.2.1", "http://u:***@host.example:080/~a/./b%2F"],
      ["a", "dot segments removed", "RFC 3986 §6.2.2.3", "http://u:***@host.example:080/~a/b%2F"],
      [
        "a",
        "the port as a number, without the default",
        "RFC 3986 §6.2.3",
        "http://u:***@host.example:80/~a/b%2F",
      ],
    ]);
    expect(steps[0]?.before).toBe("HTTP://u:***@Host.Example:080/%7ea/./b%2f");
  });

  it("cites the scheme in the last step", () => {
    const { steps } = urls.compare("http://h.example", "http://h.example/");
    expect(steps.map(({ rule, cite }) => [rule, cite])).toEqual([
      ["the normal form of http URLs", "RFC 1738 §3.1"],
    ]);
  });

  it("ignores what the scheme says does not identify the resource, and keeps it in the normal form", () => {
    const names = createRegistry(
      defineScheme({
        name: "x-name",
        cite: ["RFC 8141"],
        parse: () => undefined,
        format: () => "x-name:a",
        identify: ({ href, offsets: { pathEnd } }) => href.slice(0, pathEnd),
        examples: [],
      }),
    );
    expect(names.normalize("X-Name:a?q#f")).toBe("x-name:a?q#f");
    const { equivalent, level, steps } = names.compare("X-Name:%61?q", "x-name:a#f");
    expect([equivalent, level]).toEqual([true, "scheme"]);
    expect(steps.at(-1)).toEqual({
      of: "b",
      level: "scheme",
      rule: "only what identifies the resource",
      before: "x-name:a#f",
      after: "x-name:a",
      cite: "RFC 8141",
    });
    expect(names.compare("x-name:a?q", "x-name:a", { level: "syntax" }).equivalent).toBe(false);
    expect(names.compare("x-name:a?q", "x-name:b?q").difference?.component).toBe("path");
  });

  it("fails with plugin-fault if a scheme identifies a URL as one of another scheme", () => {
    for (const identify of [() => "y:a", () => 1 as never, () => fail()]) {
      const scheme = defineScheme({
        name: "x-name",
        cite: [],
        parse: () => undefined,
        format: () => "x-name:a",
        identify,
        examples: [],
      });
      expect(() => createRegistry(scheme).compare("x-name:a", "x-name:b")).toThrow(
        expect.objectContaining({ code: "plugin-fault" }),
      );
    }
  });

  it("reports the first difference, and the common prefix", () => {
    const { difference } = compare("http://h.example/a%2Fb", "http://h.example/a/b");
    expect(difference).toEqual({
      component: "path",
      a: "/a%2Fb",
      b: "/a/b",
      common: 2,
      why: expect.stringContaining("escaped delimiter"),
      cite: "RFC 3986 §2.2",
    });
  });

  it("reports only that two passwords differ", () => {
    const verdict = compare("ftp://u:first@h/", "ftp://u:fiend@h/");
    expect(verdict.difference).toMatchObject({ component: "userinfo", a: "u:***", b: "u:***" });
    expect(JSON.stringify(verdict)).not.toMatch(/fi/);
  });

  it("treats URLs as equal exactly if they have one normal form", () => {
    const options = { hierarchical: true, defaultPort: undefined };
    const normal = (text: string) => normalizeGeneric(parse(text), options);
    fc.assert(
      fc.property(urlText, mutated(urlText), (a, b) => {
        for (const [x, y] of [
          [a, normal(a)],
          [a, b],
        ] as const) {
          let same: boolean;
          try {
            same = normal(x) === normal(y);
          } catch {
            continue;
          }
          expect(compare(x, y).equivalent).toBe(same);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("ends its steps at the normal form", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const normal = normalizeGeneric(parse(text), { hierarchical: true, defaultPort: undefined });
        const { steps } = compare(text, normal);
        const last = steps.filter(({ of }) => of === "a").at(-1);
        // A step that changes nothing but a password does not show.
        if (text.includes("@")) return;
        if (text !== normal) expect(last?.after).toBe(normal);
        for (const { before, after } of steps) expect(after).not.toBe(before);
      }),
    );
  });

  it("throws for a text that is not a URL", () => {
    expect(() => compare("x:y", "nothing")).toThrow(expect.objectContaining({ code: "no-scheme" }));
  });
});

describe("the difference of two URLs", () => {
  it.each([
    ["x:/A", "x:/a", "path", "/A", "/a", 1, "the path is case-sensitive", "RFC 3986 §6.2.2.1"],
    [
      "x:/a%2Fb",
      "x:/a/b",
      "path",
      "/a%2Fb",
      "/a/b",
      2,
      "an escaped delimiter is data; an unescaped one can separate parts",
      "RFC 3986 §2.2",
    ],
    [
      "x:/a",
      "x:/a?",
      "query",
      undefined,
      "",
      0,
      "only one URL has a query (an empty one counts)",
      "RFC 3986 §6.2.3",
    ],
    ["x:/a?", "x:/a?b", "query", "", "b", 0, "the query differs", "RFC 3986 §6.1"],
    [
      "x:/a#b",
      "x:/a",
      "fragment",
      "b",
      undefined,
      0,
      "only one URL has a fragment (an empty one counts)",
      "RFC 3986 §6.2.3",
    ],
    ["x:/a", "y:/a", "scheme", "x", "y", 0, "the scheme differs", "RFC 3986 §6.1"],
    ["x://u:p@h/", "x://u:q@h/", "userinfo", "u:***", "u:***", 5, "the userinfo differs", "RFC 3986 §6.1"],
    ["x://u:p@h/", "x://v:p@h/", "userinfo", "u:***", "v:***", 0, "the userinfo differs", "RFC 3986 §6.1"],
    [
      "x://u@h/",
      "x://h/",
      "userinfo",
      "u",
      undefined,
      0,
      "only one URL has a userinfo (an empty one counts)",
      "RFC 3986 §6.2.3",
    ],
    ["x://h:1/", "x://h:2/", "port", "1", "2", 0, "the port differs", "RFC 3986 §6.1"],
    ["x://h/", "x://i/", "host", "h", "i", 0, "the host differs", "RFC 3986 §6.1"],
    ["x:/abc", "x:/abd", "path", "/abc", "/abd", 3, "the path differs", "RFC 3986 §6.1"],
    ["x:/%2f", "x:/%2F%2F", "path", "/%2F", "/%2F%2F", 4, "the path differs", "RFC 3986 §6.1"],
    ["x:/%41", "x:/b", "path", "/A", "/b", 1, "the path differs", "RFC 3986 §6.1"],
    ["x:/a", "x:/ab", "path", "/a", "/ab", 2, "the path differs", "RFC 3986 §6.1"],
  ])("of %s and %s is in the %s", (a, b, component, left, right, common, why, cite) => {
    const { difference } = compare(a, b);
    expect(difference).toEqual({ component, a: left, b: right, common, why, cite });
  });

  it.each([
    ["x:/a", "x:/A", "the path is case-sensitive"],
    ["x:/a:b", "x:/a:c", "the path differs"],
  ])("of %s and %s shows both whole", (a, b, why) => {
    expect(compare(a, b).difference).toMatchObject({ a: a.slice(2), b: b.slice(2), why });
  });

  it("comes after each step that changes the host", () => {
    const toAscii = (host: string) => host.replace("\u00fc", "xn--u");
    const steps = compare("x://%41%C3%BC/", "x://b/", { toAscii }).steps;
    expect(steps.map(({ rule, after }) => [rule, after])).toEqual([
      ["escapes of unreserved characters decoded", "x://A%C3%BC/"],
      ["the host in A-labels", "x://Axn--u/"],
      ["the host in lower case", "x://axn--u/"],
    ]);
  });

  it("includes dot segments in a scheme whose path is opaque", () => {
    const opaque = createRegistry(
      defineScheme({ name: "opaque", cite: ["x"], format: () => "", examples: [] }),
    );
    expect(opaque.compare("opaque:/a/../b", "opaque:/b").equivalent).toBe(false);
    expect(opaque.compare("other:/a/../b", "other:/b").equivalent).toBe(true);
  });

  it("has the steps of its level only", () => {
    const steps = (level: ComparisonLevel) =>
      compare("X://h:01/", "x://h:2/", { level }).steps.map(({ rule }) => rule);
    expect(steps("string")).toEqual([]);
    expect(steps("syntax")).toEqual(["the scheme in lower case"]);
    expect(steps("scheme")).toEqual([
      "the scheme in lower case",
      "the port as a number, without the default",
    ]);
  });
});
