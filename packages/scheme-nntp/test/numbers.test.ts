import { createRegistry } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nntp } from "../src/index.ts";

const urls = createRegistry(nntp);
const codesOf = (text: string, profile?: "rfc1738") =>
  urls
    .tryParse(text, profile && { profile })
    .problems.map(({ code, severity, start, end }) => [code, severity, start, end]);

describe("article-numbers", () => {
  it("are exact up to 16 digits", () => {
    for (const digits of ["9007199254740993", "9999999999999999", "9999999999999998", "0000000000000001"]) {
      const url = urls.parse(`nntp://h.example/a.b/${digits}` as "nntp://h.example/a.b/1");
      expect(url.parts.articleNumber).toBe(digits);
      expect(urls.format("nntp", { host: "h.example", ...url.parts })).toBe(String(url));
    }
    expect(urls.normalize("nntp://h.example/a.b/9007199254740993")).toBe(
      "nntp://h.example/a.b/9007199254740993",
    );
    expect(
      urls.compare("nntp://h.example/a.b/9007199254740993", "nntp://h.example/a.b/9007199254740992")
        .equivalent,
    ).toBe(false);
    expect(urls.compare("nntp://h.example/a.b/007", "nntp://h.example/a.b/7").equivalent).toBe(true);
  });

  it("are digits, not ranges, signs, exponents, or message-ids", () => {
    for (const text of [
      "1-5",
      "1-",
      "-1",
      "+1",
      "1e3",
      "0x1",
      "1.0",
      "1,2",
      "*",
      "a@b",
      "%201",
      "%EF%BC%91",
      "",
      "12345678901234567",
    ])
      expect(codesOf(`nntp://h.example/a.b/${text}`)).toEqual([
        ["bad-article-number", "error", 21, 21 + text.length],
      ]);
  });

  it("get a warning above the limit of RFC 3977", () => {
    expect(codesOf("nntp://h.example/a.b/2147483647")).toEqual([]);
    expect(codesOf("nntp://h.example/a.b/000002147483647")).toEqual([]);
    expect(codesOf("nntp://h.example/a.b/2147483648")).toEqual([["bad-article-number", "warning", 21, 31]]);
  });

  it("can be removed and added with url.with", () => {
    const url = urls.parse("nntp://h.example/a.b/1#x");
    expect(String(url.with({ articleNumber: undefined }))).toBe("nntp://h.example/a.b#x");
    expect(String(url.with({ newsgroupName: "c/d" }))).toBe("nntp://h.example/c%2Fd/1#x");
    expect([url, url.with({ articleNumber: undefined })].map((each) => urls.isDirectory(each))).toEqual([
      false,
      true,
    ]);
  });
});

describe("control characters", () => {
  it.each(["%00", "%0A", "%0D", "%0D%0AQUIT"])(
    "%s in a group is a warning, and format rejects it",
    (each) => {
      const text = `nntp://h.example/a${each}b`;
      expect(codesOf(text)[0]).toEqual(["control-octet", "warning", 18, 21]);
      const { newsgroupName } = urls.parse(text as "nntp://h.example/a.b").parts;
      expect(() => urls.format("nntp", { host: "h.example", newsgroupName })).toThrow(
        expect.objectContaining({ code: "control-octet" }),
      );
      expect(codesOf(`nntp://h.example/a.b/1${each}`).map(([code]) => code)).toContain("bad-article-number");
    },
  );

  it.each(["%01", "%09", "%20", "%7F", "%C2%80", "%FF"])("%s is an error", (each) => {
    expect(codesOf(`nntp://h.example/a${each}b`)).toEqual([
      ["bad-group-name", "error", 17, 19 + each.length],
    ]);
  });
});

describe("an nntp URL by RFC 1738", () => {
  /** nntpurl = "nntp://" hostport "/" group [ "/" digits ]   (§5) */
  const NNTPURL = /^nntp:\/\/h\.example(?::\d+)?\/[a-z][a-z\d.+_-]*(?:\/\d+)?$/i;

  it("accepts exactly the URLs that its BNF derives", () => {
    const piece = fc.constantFrom(...'abzAZ0019$-_.+!*;/?:@&=~#%" é', "%41", "/1", "/", "a.b");
    fc.assert(
      fc.property(fc.constantFrom("", ":119", ":1"), fc.array(piece, { maxLength: 7 }), (port, pieces) => {
        const url = `nntp://h.example${port}/${pieces.join("")}`;
        expect([url, urls.tryParse(url, { profile: "rfc1738" }).ok]).toEqual([url, NNTPURL.test(url)]);
      }),
      { numRuns: 5000 },
    );
  });
});
