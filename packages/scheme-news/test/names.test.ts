import { createRegistry } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { news } from "../src/index.ts";

const urls = createRegistry(news);
const codesOf = (text: string, profile?: "rfc1738") =>
  urls
    .tryParse(text, profile && { profile })
    .problems.map(({ code, severity, start, end }) => [code, severity, start, end]);

describe("a group or a message-id", () => {
  it("treats a name with @ or %40 as a message-id", () => {
    expect(urls.parse("news:a@b.c").parts).toEqual({ messageId: "a@b.c" });
    expect(urls.parse("news:a%40b.c").parts).toEqual({ messageId: "a@b.c" });
    expect(urls.parse("news:a.b.c").parts).toEqual({ newsgroupName: "a.b.c" });
    expect(urls.normalize("news:a%40b.c")).toBe("news:a@b.c");
    expect(urls.compare("news:a%40b.c", "news:a@b.c").equivalent).toBe(true);
  });

  it("treats a name with %40 as a group by RFC 1738", () => {
    expect(codesOf("news:a%40b.c", "rfc1738")).toEqual([["bad-group-name", "error", 5, 12]]);
    expect(urls.parse("news:a@b.c", { profile: "rfc1738" }).parts).toEqual({ messageId: "a@b.c" });
  });

  it("can be changed into the other with url.with", () => {
    const url = urls.parse("news://h.example/a.b#c");
    expect(String(url.with({ newsgroupName: undefined, messageId: "x/y@z" }))).toBe(
      "news://h.example/x%2Fy@z#c",
    );
    expect(String(url.with({ newsgroupName: undefined, wildmat: "a.?*" }))).toBe("news://h.example/a.%3F*#c");
    expect(String(url.with({ newsgroupName: "c.d" }))).toBe("news://h.example/c.d#c");
    expect(String(url.with({ newsgroupName: undefined }))).toBe("news://h.example/*#c");
    // Two of the three.
    expect(() => url.with({ messageId: "x@y" })).toThrow(expect.objectContaining({ code: "bad-group-name" }));
  });

  it("distinguishes directories from articles", () => {
    expect(["news:*", "news:a.b", "news:a.*", "news:a@b"].map((url) => urls.isDirectory(url))).toEqual([
      ...[true, true, true, false],
    ]);
  });
});

describe("the alphabet of message-ids", () => {
  const ATEXT = /^[\w!#$%&'*+/=?^`{|}~-]$/;
  const MDTEXT = /^[!-=?-Z^-~]$/;
  const octets = Array.from({ length: 256 }, (_, octet) => octet);
  const escaped = (octet: number) => `%${octet.toString(16).padStart(2, "0")}`;
  const isRead = (text: string) =>
    urls.tryParse(text).problems.every(({ severity }) => severity === "warning");

  it.each(octets)("%s in an atom and in a literal", (octet) => {
    const char = String.fromCharCode(octet);
    const isControl = [0, 10, 13].includes(octet);
    expect(isRead(`news:a${escaped(octet)}b@c`)).toBe(ATEXT.test(char) || char === "." || isControl);
    expect(isRead(`news:a@b${escaped(octet)}c`)).toBe(ATEXT.test(char) || char === "." || isControl);
    expect(isRead(`news:a@%5Bb${escaped(octet)}c%5D`)).toBe(MDTEXT.test(char) || isControl);
  });

  it("excludes quoted strings, angle brackets, and domains without atoms", () => {
    for (const id of [
      "%22a%22@b",
      "%3Ca@b%3E",
      "a@",
      "@b",
      "a@.b",
      "a@b.",
      ".a@b",
      "a..b@c",
      "a@%5Bb",
      "a@b%5D",
    ])
      expect(codesOf(`news:${id}`)).toEqual([["bad-message-id", "error", 5, 5 + id.length]]);
  });

  it("allows 250 bytes including the brackets", () => {
    const id = (length: number) => `${"a".repeat(length - 4)}@b.c`;
    expect(urls.tryParse(`news:${id(248)}`).ok).toBe(true);
    expect(urls.tryParse(`news:${id(249)}`).ok).toBe(false);
    expect(urls.tryParse(`news:${"%61".repeat(244)}@b.c`).ok).toBe(true);
  });
});

describe("control characters", () => {
  it.each(["%00", "%0A", "%0D", "%0D%0AQUIT"])("%s in a name is a warning, and format rejects it", (each) => {
    for (const text of [`news:a@b${each}`, `news:a.b${each}`, `news:a.*${each}`]) {
      const at = text.indexOf("%");
      expect(codesOf(text)[0]).toEqual(["control-octet", "warning", at, at + 3]);
      const url = urls.parse(text as string);
      expect(() => urls.format("news", url.parts as { messageId: string })).toThrow(
        expect.objectContaining({ code: "control-octet" }),
      );
    }
    expect(codesOf(`news:a${each}@b`, "rfc1738")[0]?.slice(0, 2)).toEqual(["control-octet", "warning"]);
  });

  it.each(["%01", "%09", "%20", "%7F", "%C2%80", "%FF"])("%s is an error", (each) => {
    expect(codesOf(`news:a${each}b`)).toEqual([["bad-group-name", "error", 5, 7 + each.length]]);
    expect(codesOf(`news:a${each}b@c`)).toEqual([["bad-message-id", "error", 5, 9 + each.length]]);
  });
});

describe("a news URL by RFC 1738", () => {
  const HOST =
    "(?:(?:[a-z\\d](?:[a-z\\d-]*[a-z\\d])?\\.)*[a-z](?:[a-z\\d-]*[a-z\\d])?|\\d+\\.\\d+\\.\\d+\\.\\d+)";
  /** newsurl   (§5); a "//" before an article is excluded. */
  const NEWSURL = new RegExp(
    `^news:(?!//)(?:\\*|[a-z][a-z\\d.+_-]*|(?:[\\w$.+!*'(),;/?:&=-]|%[\\da-f]{2})+@${HOST})$`,
    "i",
  );

  it("accepts exactly the URLs that its BNF derives", () => {
    const piece = fc.constantFrom(
      ..."abzAZ09$-_.+!*'(),;/?:@&=~#%\"<> é",
      "%40",
      "%2F",
      "@",
      "@a.b",
      "..",
      "@1.2.3.4",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const url = `news:${pieces.join("")}`;
        expect([url, urls.tryParse(url, { profile: "rfc1738" }).ok]).toEqual([url, NEWSURL.test(url)]);
      }),
      { numRuns: 5000 },
    );
  });
});

it.each([
  ["news:a#b@c.example", 1],
  ["news:a#b%40c.example", 1],
  ["news:a#b", 0],
  ["news:a#", 0],
])("%s has %i warnings of a message-id that a # cuts off", (text, count) => {
  const { ok, problems } = urls.tryParse(text);
  expect([ok, problems.filter(({ code }) => code === "bad-message-id").length]).toEqual([true, count]);
});

it.each([
  ["news:comp.lang.c", undefined],
  ["news:*", "Newsgroups"],
  ["news:comp.*", "Newsgroups comp.*"],
])("the page of %s has the title %s of its scheme", (text, title) => {
  const view = news.presentation?.view as (url: unknown) => { readonly title?: string };
  expect(view(urls.parse(text)).title).toBe(title);
});

describe("a news URL in running text", () => {
  it.each([
    ["news:*", true],
    ["news:comp.lang.c", true],
    ["news:a@b", true],
    ["news:comp.*", true],
    ["news:", false],
    ["news:none", false],
    ["news:letter*", false],
  ])("%s: %s", (text, expected) => {
    expect(news.inText?.(urls.parse(text as "news:"))).toBe(expected);
  });
});
