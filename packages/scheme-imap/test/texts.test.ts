import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findText, mediaTypeOf, readBodyStructure } from "../src/body-structure.ts";
import { formatSets } from "../src/exchange.ts";
import { decodeMailboxName, encodeMailboxName } from "../src/utf7.ts";
import { readValues } from "../src/values.ts";

describe("modified UTF-7 (RFC 3501 §5.1.3)", () => {
  it.each([
    ["~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"],
    ["a & b", "a &- b"],
    ["😀", "&2D3eAA-"],
    ["\r\n", "&AA0ACg-"],
  ])("encodes %s", (name, encoded) => {
    expect(encodeMailboxName(name)).toBe(encoded);
    expect(decodeMailboxName(encoded)).toBe(name);
  });

  it("decodes what it encodes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        if (/\p{Surrogate}/u.test(name)) return;
        expect(encodeMailboxName(name)).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeMailboxName(encodeMailboxName(name))).toBe(name);
      }),
    );
  });

  it.each(["&", "&abc", "&*-", "&AA-", "&AAA-x&"])("rejects %s", (encoded) => {
    expect(decodeMailboxName(encoded)).toBeUndefined();
  });
});

describe("BODYSTRUCTURE (RFC 3501 §7.4.2)", () => {
  const read = (text: string) => readBodyStructure(readValues([{ line: text, literal: undefined }], 0)[0]);
  const PLAIN = '("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" 3 1)';
  const HTML = '("TEXT" "HTML" NIL NIL NIL "7BIT" 3 1)';

  it("numbers the parts of a message, and those of a message within it", () => {
    const inner = `("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 9 (NIL) (${PLAIN}${HTML} "MIXED") 5)`;
    const parts = read(`(${PLAIN}(${HTML}${PLAIN} "ALTERNATIVE")${inner} "MIXED")`);
    expect(parts.map(({ section }) => section)).toEqual(["1", "2.1", "2.2", "3", "3.1", "3.2"]);
    expect(read(PLAIN).map(({ section }) => section)).toEqual(["1"]);
  });

  it("finds the text to read: plain text that is not attached, otherwise HTML", () => {
    const attached = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 3 1 NIL ("ATTACHMENT" ("FILENAME" "a.txt")))';
    expect(findText(read(`(${attached}${HTML}${PLAIN} "MIXED")`))?.section).toBe("3");
    expect(findText(read(`(${attached}${HTML} "MIXED")`))?.section).toBe("2");
    expect(findText(read(attached))).toBeUndefined();
    expect(mediaTypeOf(read(PLAIN)[0]!)).toBe("text/plain; charset=utf-8");
  });

  it("reads names of files with encoded words, and with RFC 2231", () => {
    const name = (parameters: string) =>
      read(`("IMAGE" "PNG" NIL NIL NIL "BASE64" 3 NIL ("INLINE" (${parameters})))`)[0]?.filename;
    expect(name('"FILENAME" "=?utf-8?Q?=C3=A9.png?="')).toBe("é.png");
    expect(name('"FILENAME*" "utf-8\'\'%C3%A9.png"')).toBe("é.png");
    expect(name('"FILENAME" ""')).toBeUndefined();
  });

  it.each(["NIL", "()", "(())", '("a")', "((NIL))"])("reads nothing from %s that is not there", (text) => {
    expect(() => read(text)).not.toThrow();
  });
});

it("formats UIDs as sets of bounded length", () => {
  expect(formatSets([1, 2, 3, 7, 9, 10])).toEqual(["1:3,7,9:10"]);
  const odd = Array.from({ length: 1_000 }, (_, i) => 2 * i + 1);
  const sets = formatSets(odd);
  expect(sets.join(",").split(",").map(Number)).toEqual(odd);
  expect(Math.max(...sets.map((set) => set.length))).toBeLessThanOrEqual(1_000);
  const long = [1, ...Array.from({ length: 200 }, (_, i) => 2 * i + 1_001)];
  expect(formatSets(long).map((set) => set.length)).toEqual([996, 4]);
});
