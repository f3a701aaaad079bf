import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extract, wrap } from "../../src/extract/index.ts";
import { createRegistry, parse, tryParse } from "../../src/index.ts";
import { ftp } from "../schemes.ts";
import { urlText } from "../syntax/text.ts";
import { urls } from "./schemes.ts";

const long = "http://h.example/a-b/c%2Dd-/e.f?g=h&i;j=k,l:m#n-o/p%20q";

describe("wrap", () => {
  it("writes the wrapper of the RFC 1738 appendix", () => {
    expect(wrap("ftp://h.example/x", { width: 72 })).toBe("<URL:ftp://h.example/x>");
    expect(wrap(urls.parse("ftp://h.example/x"), { width: Number.POSITIVE_INFINITY })).toBe(
      "<URL:ftp://h.example/x>",
    );
  });

  it("breaks lines of the width that is asked for, after delimiters", () => {
    expect(wrap(long, { width: 24, indent: 6 })).toBe(
      ["<URL:http://h.example/", "      a-b/c%2Dd-/e.f?g=", "      h&i;j=k,l:m#n-o/", "      p%20q>"].join(
        "\n",
      ),
    );
  });

  it("does not indent lines unless it is asked for", () => {
    expect(
      wrap(long, { width: 30 })
        .split("\n")
        .map((line) => line.search(/\S/)),
    ).toEqual([0, 0, 0]);
  });

  it("neither leaves a hyphen at the end of a line, nor a wrapper alone on one", () => {
    for (let width = 1; width < 160; width++) {
      const lines = wrap(width % 2 === 0 ? long : `${long}/`, { width: width / 2 + 1 }).split("\n");
      expect(lines.slice(0, -1).filter((line) => !/(?:[/?&=;,.:]|%[0-9A-F]{2})$/.test(line))).toEqual([]);
      expect(lines[0]).toMatch(/^<URL:./);
      expect(lines.at(-1)).toMatch(/^.+>$/);
    }
  });

  it("uses wider lines if the URL would exceed the maxLines of extract", () => {
    const url = `x:${"a/".repeat(4000)}`;
    const lines = wrap(url, { width: 10 }).split("\n");
    expect(lines.length).toBeGreaterThan(32);
    expect(lines.length).toBeLessThanOrEqual(65);
  });

  it("throws for an invalid URL or width", () => {
    expect(() => wrap("http://h.example/a b", { width: 72 })).toThrow(
      expect.objectContaining({ code: "illegal-character" }),
    );
    for (const width of [0, -1, Number.NaN, "72" as never])
      expect(() => wrap("x:y", { width })).toThrow(RangeError);
    for (const indent of [-1, 0.5, Number.NaN, "2" as never]) {
      expect(() => wrap("x:y", { width: 72, indent })).toThrow(RangeError);
    }
  });
});

describe("extract undoes wrap", () => {
  const registry = createRegistry(ftp);
  const gopher = fc.stringMatching(/^gopher:\/\/[a-z.]{1,20}\/[019hI]?(?:[a-z/.?=&-]|%09|%20){0,80}$/);
  const ftpUrl = fc.stringMatching(
    /^ftp:\/\/(?:[a-z-]{1,9}@)?[a-z]{1,8}(?:\/(?:[A-Za-z0-9_.-]|%2F){0,12}){0,9}(?:;type=[aid])?$/,
  );
  const places = fc.record({ width: fc.integer({ min: 1, max: 100 }), indent: fc.nat({ max: 12 }) });

  it("for URLs of known and unknown schemes, for every width and indentation", () => {
    const text = fc.oneof(urlText, gopher, ftpUrl).filter((each) => registry.tryParse(each).ok);
    fc.assert(
      fc.property(text, places, fc.constantFrom("", "> ", "\t"), (url, { width, indent }, before) => {
        const wrapped = wrap(parse(url), { width, indent });
        const found = [...extract(`${before}See ${wrapped.replaceAll("\n", `\n${before}`)}.`, registry)];
        expect(found.map((each) => [each.mode, each.url.href])).toEqual([["wrapped", url]]);
        expect(found[0]!.alternatives).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("for a long one in narrow lines", () => {
    const url = `http://h.example/${"abc-/d%2Fe?".repeat(700)}`;
    expect(tryParse(url).ok).toBe(true);
    for (const width of [1, 20, 72, 200]) {
      expect([...extract(wrap(url, { width, indent: 4 }), urls)].map(String)).toHaveLength(1);
      expect([...extract(wrap(url, { width, indent: 4 }), urls)][0]!.url.href).toBe(url);
    }
  });
});
