import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findRetiredWords, type RetiredWord } from "../vocabulary.ts";

const WORDS: readonly RetiredWord[] = [
  { pattern: "whoever|nobody", use: "caller", why: "" },
  { pattern: "octets?", use: "bytes", why: "" },
];
const found = (path: string, text: string) =>
  findRetiredWords(path, text, WORDS).map(({ offset, found: word }) => `${offset} ${word}`);

describe("findRetiredWords", () => {
  it.each([
    ["a comment", "// Nobody waits.", ["3 Nobody"]],
    ["a docstring", "/** Four octets. */", ["9 octets"]],
    ["a string of several words", 'throw Error("whoever sends has an address");', ["13 whoever"]],
    ["a template", "const a = `takes " + "$" + "{n} octets at most`;", ["22 octets"]],
  ])("finds a word in %s", (_, text, expected) => {
    expect(found("packages/x/src/a.ts", text)).toEqual(expected);
  });

  it.each([
    ["an identifier", "const octets = nobody;"],
    ["a string of one word", 'const a = "octets";'],
    ["code in a comment", "// Returns `octets`."],
    ["a quotation of an RFC", '// "A message is a sequence of octets" (RFC 9999).'],
    ["a part of a word", "// application/octet-stream, dec-octet"],
  ])("ignores %s", (_, text) => {
    expect(found("packages/x/src/a.ts", text)).toEqual([]);
  });

  it("reads the names of tests, and not their data", () => {
    const text = 'it.each([["nobody is here"]])("tells nobody about %s", () => { f("nobody is there"); });';
    expect(found("packages/x/test/a.test.ts", text)).toEqual(["37 nobody"]);
  });

  it("reads Markdown without its code and its quotations", () => {
    const text = "Nobody reads.\n\n```ts\n// octets\n```\n\n> nobody\n\n`octets` are bytes.\n";
    expect(found("docs/a.md", text)).toEqual(["0 Nobody"]);
  });
});

describe("vocabulary.json", () => {
  const words = JSON.parse(
    readFileSync(join(import.meta.dirname, "../vocabulary.json"), "utf8"),
  ) as readonly RetiredWord[];

  it.each(words.map((word) => [word.pattern, word] as const))(
    "says what to use instead of %s, and why",
    (_, word) => {
      expect(() => new RegExp(word.pattern, "iu")).not.toThrow();
      expect(word.use).not.toBe("");
      expect(word.why).toMatch(/\.$/);
    },
  );
});
