import { describe, expect, it } from "vitest";
import { tryParseLenient } from "../../src/lenient/index.ts";
import { urls } from "./schemes.ts";

const URL = "webs://h.example/a";

/** The changes of the text around the URL: what was removed where. */
function removed(typed: string): readonly (readonly [code: string, text: string, start: number])[] {
  const { url, changes } = tryParseLenient(typed, urls);
  expect(url?.href).toBe(URL);
  for (const { replacement } of changes) expect(replacement).toBe("");
  return changes.map(({ code, start, end }) => [code, typed.slice(start, end), start]);
}

describe("white space around a URL (RFC 3986 appendix C)", () => {
  it.each([" ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\ufeff"])("is removed: %j", (space) => {
    expect(removed(space + URL)).toEqual([["surrounding-space", space, 0]]);
    expect(removed(URL + space)).toEqual([["surrounding-space", space, URL.length]]);
    expect(removed(`${space}${URL}${space}`)).toHaveLength(2);
  });

  it("is one change on each side, whatever its length", () => {
    expect(removed(`  \t${URL}\n  `)).toEqual([
      ["surrounding-space", "  \t", 0],
      ["surrounding-space", "\n  ", URL.length + 3],
    ]);
  });
});

describe("delimiters around a URL (RFC 3986 appendix C)", () => {
  it.each(["<>", '""', "''", "``", "“”", "„“", "‘’", "«»", "»«", "「」", "『』"])(
    "are removed in pairs: %s",
    (pair) => {
      const [open = "", close = ""] = pair;
      expect(removed(open + URL + close)).toEqual([
        ["delimiters", open, 0],
        ["delimiters", close, URL.length + 1],
      ]);
    },
  );

  it.each(["<", '"', "<“", "”“", "()", "[]"])("of no pair stay: %s", (pair) => {
    const [open = "", close = ""] = pair;
    expect(tryParseLenient(open + URL + close, urls).changes.map(({ code }) => code)).not.toContain(
      "delimiters",
    );
  });

  it("do not pair with themselves: one quotation mark is not a URL", () => {
    for (const typed of ["'", '"', "`"]) {
      const { ok, changes } = tryParseLenient(typed, urls);
      expect(ok).toBe(false);
      expect(changes.map(({ code }) => code)).not.toContain("delimiters");
    }
  });
});

describe('the prefix "URL:" (RFC 1738, appendix)', () => {
  it.each(["URL:", "url:", "Url:"])("is removed in any case: %s", (prefix) => {
    expect(removed(prefix + URL)).toEqual([["url-prefix", prefix, 0]]);
  });

  it("is removed between any delimiters and white space, as often as it is there", () => {
    expect(removed(` <URL: ${URL}> `)).toEqual([
      ["surrounding-space", " ", 0],
      ["delimiters", "<", 1],
      ["url-prefix", "URL:", 2],
      ["surrounding-space", " ", 6],
      ["delimiters", ">", URL.length + 7],
      ["surrounding-space", " ", URL.length + 8],
    ]);
    expect(removed(`URL:<url:"${URL}">`).map(([code]) => code)).toEqual([
      ...["url-prefix", "delimiters", "url-prefix", "delimiters", "delimiters", "delimiters"],
    ]);
  });

  it("is removed only as a whole, and only at the start", () => {
    for (const typed of [`URN:${URL}`, `URL ${URL}`, `xurl:${URL}`])
      expect(tryParseLenient(typed, urls).changes.map(({ code }) => code)).not.toContain("url-prefix");
  });
});

it.each(["", " ", "<>", "< >", "URL:", "<URL:>", '"" '])("tryParseLenient finds no URL in %j", (typed) => {
  expect(tryParseLenient(typed, urls).ok).toBe(false);
});
