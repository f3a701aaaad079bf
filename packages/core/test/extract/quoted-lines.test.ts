import { describe, expect, it } from "vitest";
import { type ExtractOptions, extract } from "../../src/extract/index.ts";
import { urls } from "./schemes.ts";

const all = (text: string, options?: ExtractOptions) => [...extract(text, urls, options)];
const hrefs = (text: string, options?: ExtractOptions) => all(text, options).map(({ url }) => url.href);

describe("a wrapped URL that continues on the next line of a quoted mail", () => {
  it.each([
    [">", "> <URL:http://h.example/a\n> b>"],
    [">>", ">> <URL:http://h.example/a\n>> b>"],
    ["> >", "> > <URL:http://h.example/a\n> > b>"],
    [">> in the first line and > > in the next", ">> <URL:http://h.example/a\n> > b>"],
    ["| with a tab", "|\t<URL:http://h.example/a\n\t|\tb>"],
  ])("is joined without the marks %s", (_, text) => {
    expect(hrefs(text)).toEqual(["http://h.example/ab"]);
  });

  it.each([
    ["fewer marks", "> > <URL:http://h.example/a\n> b>"],
    ["other marks", "> <URL:http://h.example/a\n| b>"],
    ["no marks", "> <URL:http://h.example/a\nb>"],
  ])("is not joined with a line that has %s, and so another author", (_, text) => {
    expect(hrefs(text)).not.toContain("http://h.example/ab");
  });
});

describe("a wrapped URL that continues on the next line of a comment", () => {
  it.each([
    ["the only leader", ["#"], "# <URL:http://h.example/a\n# b>"],
    ["one of several", ["#", "//"], "// <URL:http://h.example/a\n  // b>"],
    ["a leader within a quoted mail", ["#"], "> # <URL:http://h.example/a\n> # b>"],
  ])("is joined without %s", (_, commentLeaders, text) => {
    expect(hrefs(text, { commentLeaders })).toEqual(["http://h.example/ab"]);
  });

  it("keeps a line without a leader, and a leader that a blank does not follow", () => {
    const commentLeaders = ["#", "//"];
    expect(hrefs("<URL:http://h.example/a\nbc\nd>", { commentLeaders })).toEqual(["http://h.example/abcd"]);
    expect(hrefs("<URL:http://h.example/a\n//c>", { commentLeaders })).toEqual(["http://h.example/a//c"]);
  });
});

it("a URL may have maxUrlLength characters with its guessed scheme, and no more", () => {
  const guess = { "www.": "http://" };
  expect(hrefs("see www.h.example/ab there", { guess, maxUrlLength: 23 })).toEqual([
    "http://www.h.example/ab",
  ]);
  expect(hrefs("see www.h.example/ab there", { guess, maxUrlLength: 22 })).toEqual([]);
});

it.each([
  ["[see http://h.example]", "http://h.example"],
  ["[see http://h.example/]", "http://h.example/"],
  ["[http://[::1]]", "http://[::1]"],
  ["[http://h.example:80] x", "http://h.example:80"],
])("a URL does not include the bracket that closes %s", (text, url) => {
  expect(all(text).map(({ raw, problems }) => [raw, problems])).toEqual([[url, []]]);
});
