import { extract, parse, UrlSyntaxError } from "anyurl";
import * as lenient from "anyurl/lenient";
import { parseLenient, suggestUrls, tryParseLenient } from "anyurl/lenient";
import { describe, expect, it } from "vitest";
import rows from "./lenient.json" with { type: "json" };

describe("tryParseLenient", () => {
  it.each(rows.accepted)("reads $typed as $url ($rule)", ({ typed, url, changes }) => {
    const result = tryParseLenient(typed);
    expect(result.ok ? result.url.href : result.problems).toBe(url);
    expect(result.changes.map(({ code }) => code)).toEqual(changes);
    expect(parse(url).href).toBe(url);
    expect(tryParseLenient(url)).toMatchObject({ ok: true, changes: [] });
  });

  it.each(rows.rejected)("rejects $typed with $code ($rule)", ({ typed, code, range }) => {
    const result = tryParseLenient(typed);
    expect(result.ok ? result.url.href : result.problems[0]).toMatchObject({
      ...{ code, severity: "error", start: range[0], end: range[1] },
    });
  });

  it.each(rows.accepted)("returns the changes that make $url of $typed", ({ typed, url, changes: codes }) => {
    const { changes } = tryParseLenient(typed);
    let [text, from] = ["", 0];
    for (const { start, end, replacement } of changes) {
      expect(start).toBeGreaterThanOrEqual(from);
      text += typed.slice(from, start) + replacement;
      from = end;
    }
    expect(text + typed.slice(from)).toBe(url);
    expect(changes.every(({ message, cite }) => message !== "" && cite !== "")).toBe(true);
    expect(changes.length).toBe(codes.length);
  });
});

describe("suggestUrls", () => {
  it.each(rows.rejected)("suggests $suggested for $typed", ({ typed, suggested }) => {
    expect(suggestUrls(typed).map(({ url }) => url)).toEqual(suggested);
  });
});

describe("suggestUrls for a valid URL that cannot be opened", () => {
  it.each([
    ["htp://h.example/a", "http://h.example/a", "ftp://h.example/a"],
    ["htpps://h.example/", "https://h.example/"],
    ["gofer://h.example/"],
    ["gopheer://h.example/", "gopher://h.example/", "gophers://h.example/"],
    ["myserver:8080/x", "https://myserver:8080/x"],
    ["http://https://h.example/", "https://h.example/"],
    ["https://good.example@evil.example/", "https://evil.example/"],
  ])("suggests for %s", (text, ...suggested) => {
    expect(suggestUrls(text).map(({ url }) => url)).toEqual(suggested);
  });

  it.each([
    "sftp://h.example/",
    "ssh://h.example/",
    "https://h.example/",
    "magnet:?xt=urn:a",
    "x-demo://h/",
    "joe:pw@h.example",
  ])("suggests nothing for %s", (text) => expect(suggestUrls(text)).toEqual([]));
});

describe("parseLenient", () => {
  it("returns the URL and the changes", () => {
    const { url, changes } = parseLenient("münchen.de");
    expect(url.href).toBe("https://xn--mnchen-3ya.de");
    expect(changes.map(({ code }) => code)).toEqual(["added-scheme", "ascii-host"]);
  });

  it("throws the first problem, with its range in the text", () => {
    const text = " https://good.example\\@evil.example";
    expect(() => parseLenient(text)).toThrow(UrlSyntaxError);
    expect(() => parseLenient(text)).toThrow(
      expect.objectContaining({ code: "illegal-character", start: 21, end: 22 }),
    );
  });
});

describe("extract", () => {
  const text = "https://ja.wikipedia.org/wiki/C言語。 https://münchen.de/straße, ftp://h.example/a";
  const wiki = "https://ja.wikipedia.org/wiki/C%E8%A8%80%E8%AA%9E";

  it("finds IRIs by default, and those with an international host in anyurl/lenient", () => {
    expect([...extract(text)].map(({ url }) => url.href)).toEqual([wiki, "ftp://h.example/a"]);
    expect([...lenient.extract(text)].map(({ url }) => url.href)).toEqual([
      wiki,
      "https://xn--mnchen-3ya.de/stra%C3%9Fe",
      "ftp://h.example/a",
    ]);
  });

  it.each([["anyurl", extract] as const, ["anyurl/lenient", lenient.extract] as const])(
    "of %s ends a URL before a character beyond ASCII without the option iri",
    (_name, extract) => {
      const found = [...extract(text, { iri: false })];
      expect(found.map(({ url }) => url.href)).toEqual([
        "https://ja.wikipedia.org/wiki/C",
        "ftp://h.example/a",
      ]);
      expect(found[0]!.problems.map(({ code }) => code)).toEqual(["cut-short"]);
    },
  );
});
