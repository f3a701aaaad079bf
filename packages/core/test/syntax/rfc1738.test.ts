import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, type Profile, tryParse, type Url } from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";
import vectors from "../vectors/rfc1738.json" with { type: "json" };
import { anyText } from "./text.ts";

const urls = createRegistry(http, ftp);
const profile = "rfc1738";

describe("the profile rfc1738", () => {
  it.each(vectors.read)("$rule accepts $url", ({ rule: _, url: text, normal, note: __, ...components }) => {
    const url = urls.parse(text as string, { profile });
    expect(String(url)).toBe(text);
    for (const [name, value] of Object.entries(components)) {
      expect([name, url[name as keyof Url]]).toEqual([name, value ?? undefined]);
    }
    if (normal === undefined) return;
    expect(urls.normalize(text, { profile })).toBe(normal);
    expect(urls.normalize(url)).toBe(normal);
    expect(urls.normalize(normal, { profile })).toBe(normal);
  });

  it.each(vectors.refused)("$rule rejects $url", ({ url, code, start }) => {
    const { ok, problems } = urls.tryParse(url as string, { profile });
    expect(ok).toBe(false);
    expect(problems.map((problem) => [problem.code, problem.start])).toContainEqual([code, start]);
    expect(() => urls.parse(url as string, { profile })).toThrow(
      expect.objectContaining({ name: "UrlSyntaxError" }),
    );
  });

  it("treats two URLs as equal that RFC 3986 distinguishes", () => {
    const pair = ["http://h.example/a%21b", "http://h.example/a!b"] as const;
    expect(urls.compare(...pair, { profile }).equivalent).toBe(true);
    expect(urls.compare(...pair).equivalent).toBe(false);
  });

  it("warns of a user that other software would parse as the host", () => {
    const { problems } = urls.tryParse("ftp://u?x@h.example/", { profile });
    expect(problems.map(({ code }) => code)).toEqual(["ambiguous-authority"]);
  });

  it("is kept by the URL that it has parsed", () => {
    const url = urls.parse("ftp://u?x@h.example/" as string, { profile });
    expect(url.with({ path: "/y" }).user).toBe("u?x");
    expect(() => url.with({ path: "/~y" })).toThrow(expect.objectContaining({ code: "unsafe-character" }));
  });

  it("formats what it parses", () => {
    expect(urls.format("http", { host: "h.example", path: "/~joe" }, { profile })).toBe(
      "http://h.example/%7Ejoe",
    );
    expect(() => urls.format("http", { host: "my_host.example" }, { profile })).toThrow(
      expect.objectContaining({ code: "bad-host" }),
    );
  });

  it("is the only one besides rfc3986", () => {
    const other = "rfc2396" as Profile;
    expect(() => urls.tryParse("x:y", { profile: other })).toThrow(RangeError);
    expect(() => urls.parse("x:y", { profile: other })).toThrow(RangeError);
  });

  it("keeps the limit of length", () => {
    const { problems } = urls.tryParse("x:yyyy", { profile, maxUrlLength: 4 });
    expect(problems.map(({ code, start }) => [code, start])).toEqual([["too-long", 4]]);
    // That is then its only problem.
    for (const text of ["#x", "x#", "##"])
      expect(urls.tryParse(text, { profile, maxUrlLength: 1 }).problems).toHaveLength(1);
  });
});

describe("check of a URL by RFC 1738", () => {
  it("returns every problem under both profiles", () => {
    const found = urls.check("http://my_host.example:/~joe#x y");
    const codes = (of: Profile) => found[of].problems.map(({ code }) => code);
    expect(codes("rfc3986")).toEqual(["illegal-character"]);
    expect(codes("rfc1738")).toEqual(["bad-host", "bad-port", "unsafe-character", "fragment-not-allowed"]);
  });

  it("returns the problems in the order of the text", () => {
    const { problems } = urls.check("ftp://u:p:q@h.example:x/~a#b").rfc1738;
    expect(problems.map(({ code, start }) => [code, start])).toEqual([
      ["bad-userinfo", 9],
      ["bad-port", 22],
      ["unsafe-character", 24],
      ["fragment-not-allowed", 26],
    ]);
  });

  it("accepts under both what both define", () => {
    const { rfc3986, rfc1738 } = urls.check("ftp://ftp.example/pub/readme.txt");
    expect([rfc3986.ok, rfc1738.ok]).toEqual([true, true]);
  });

  it("never throws, and reports problems in range", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { ok, problems } of Object.values(urls.check(text))) {
          expect(ok).toBe(problems.every(({ severity }) => severity === "warning"));
          for (const { start, end } of problems) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  // The other two are schemes that do not begin with a letter, and "//" before something other than a login.
  it("accepts by RFC 1738 nothing else that RFC 3986 rejects", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { url } = urls.tryParse(text as string, { profile });
        if (url === undefined || !/^[a-z]/i.test(text) || url.path.startsWith("//")) return;
        expect(tryParse(text).ok).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
