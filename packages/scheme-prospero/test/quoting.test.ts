import { octetsOf } from "@anyurl/core";
import { anyText } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLine, quoteToken, splitLines, splitTokens } from "../src/quoting.ts";
import tokens from "./fixtures/tokens.json" with { type: "json" };

const read = (text: string) => [...splitLines(octetsOf(text))].map((line) => splitTokens(line));

describe("tokens", () => {
  it.each(tokens.cases.map((each) => [each.what, each] as const))("are read: %s", (_what, each) => {
    if (each.tokens !== undefined) expect(read(`${each.line}\n`)).toEqual([each.tokens]);
    else expect(() => read(`${each.line}\n`)).toThrow(expect.objectContaining({ code: "protocol-error" }));
  });

  it("are as many as are wanted", () => {
    expect(splitTokens(octetsOf("LINK  L 'a b' c"), 3)).toEqual(["LINK", "L", "a b"]);
  });

  it.each([
    ["", "''"],
    ["tide.txt", "tide.txt"],
    ["/pros/name", "'/pros/name'"],
    ["two words", "'two words'"],
    ["it's", "'it''s'"],
    ["a+b", "'a+b'"],
    ["a,b", "'a,b'"],
    ["'", "''''"],
    ["#ALL", "#ALL"],
    ["*.txt", "*.txt"],
  ])("are quoted where they need it: %j", (token, written) => {
    expect(quoteToken(token)).toBe(written);
  });

  it("round-trip with any bytes", () => {
    fc.assert(
      fc.property(fc.array(anyText(), { minLength: 1, maxLength: 6 }), (texts) => {
        const [line, ...more] = [...splitLines(formatLine(...texts.map(quoteToken)))];
        expect(more).toEqual([]);
        expect(splitTokens(line!)).toEqual(texts);
      }),
    );
  });
});

describe("lines", () => {
  it("end at the first LF that is not quoted, and the last one may lack it", () => {
    expect(read("A 'x\ny'\n\nVERSION-NOT-SUPPORTED TRY 1-5")).toEqual([
      ["A", "x\ny"],
      [],
      ["VERSION-NOT-SUPPORTED", "TRY", "1-5"],
    ]);
    expect(read("")).toEqual([]);
  });

  it("that end in CR LF are refused; within quotes CR is data", () => {
    for (const text of ["NONE-FOUND\r\n", "NONE-FOUND\r"])
      expect(() => read(text)).toThrow(expect.objectContaining({ code: "protocol-error" }));
    expect(read("DATA 'a\r\n'\n")).toEqual([["DATA", "a\r\n"]]);
  });

  it("of a hundred thousand quotes are read in one pass", () => {
    const many = `${"'a''b' ".repeat(50_000)}\n`;
    expect(read(many)[0]).toHaveLength(50_000);
  });
});
