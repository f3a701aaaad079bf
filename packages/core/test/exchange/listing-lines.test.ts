import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ListingLines, skippedLinesEntry } from "../../src/exchange/index.ts";
import { octetsOf, textOf } from "../../src/index.ts";

const LIMITS = { maxEntryLine: 5, maxEntries: 100, maxListing: 10_000 };

/** The lines of `sent`, split into chunks of `size` bytes. */
function read(sent: string, size = Math.max(1, sent.length), limits = LIMITS) {
  const octets = octetsOf(sent);
  const lines = new ListingLines(limits);
  const texts = new ListingLines(limits);
  const taken: string[] = [];
  const takenTexts: string[] = [];
  const take = (atEnd: boolean) => {
    for (const line of lines.take(atEnd)) taken.push(textOf(line));
    takenTexts.push(...texts.takeTexts(atEnd));
  };
  for (let at = 0; at < octets.length; at += size) {
    lines.push(octets.subarray(at, at + size));
    texts.push(octets.subarray(at, at + size));
    take(false);
  }
  take(true);
  expect([takenTexts, texts.skipped]).toEqual([taken, lines.skipped]);
  return { taken, skipped: lines.skipped };
}

describe("the lines of a listing", () => {
  it("skips and counts lines that are too long, and returns the others, however they are split", () => {
    const line = fc.constantFrom("", "a", "12345", "123456", "é", "a\udc80b", "much longer than five");
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom("\r\n", "\n"),
        fc.integer({ min: 1, max: 9 }),
        (all, end, size) => {
          const short = all.filter(({ length }) => length <= 5);
          const expected = { taken: short, skipped: all.length - short.length };
          expect(read(all.map((each) => each + end).join(""), size)).toEqual(expected);
        },
      ),
    );
  });

  it("accepts a last line without an end", () => {
    expect(read("a\nb").taken).toEqual(["a", "b"]);
    expect(read("a\nmuch too long")).toEqual({ taken: ["a"], skipped: 1 });
  });

  it("fails at too many lines, naming the limit", () => {
    const tooLarge = (limit: string) =>
      expect.objectContaining({ code: "too-large", hint: expect.stringContaining(limit) });
    expect(() => read("a\n".repeat(101))).toThrow(tooLarge("maxEntries"));
    expect(() => read("a\n".repeat(6), 1, { ...LIMITS, maxListing: 10 })).toThrow(tooLarge("maxListing"));
    expect(read("a\n".repeat(100)).taken).toHaveLength(100);
  });

  it("reports skipped lines", () => {
    expect(skippedLinesEntry(0, LIMITS)).toBeUndefined();
    expect(skippedLinesEntry(1, LIMITS)).toMatchObject({
      kind: "error",
      name: expect.stringMatching(/^1 line skipped: .*maxEntryLine/),
    });
    expect(skippedLinesEntry(2, LIMITS)?.name).toMatch(/^2 lines skipped: /);
  });
});
