import { DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDotStuffed } from "../src/entity.ts";
import { MenuLineSplitter } from "../src/menu/lines.ts";

/** Collects the result for bytes that arrive in these chunks. */
function read(pieces: readonly Uint8Array[], limits = {}) {
  const reader = new MenuLineSplitter({ ...DEFAULT_LIMITS, ...limits });
  const lines: string[] = [];
  for (const piece of pieces) {
    const batch = reader.push(piece);
    lines.push(...batch.lines);
    if (batch.failure !== undefined) return { lines, failure: batch.failure.hint, skipped: reader.skipped };
  }
  const last = reader.end();
  return { lines: [...lines, ...last.lines], failure: last.failure?.hint, skipped: reader.skipped };
}

/** Cuts bytes at these positions. */
function cut(octets: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const at = [0, ...places.map((place) => place % (octets.length + 1)).sort((a, b) => a - b), octets.length];
  return at.slice(1).map((end, i) => octets.slice(at[i], end));
}

const octet = fc.oneof(
  fc.constantFrom(0x0d, 0x0a, 0x0a, 0x2e, 0x2e, 0x61, 0x09, 0xc3, 0xa9, 0xff),
  fc.integer({ min: 0, max: 255 }),
);
const octets = fc.array(octet, { maxLength: 60 }).map((each) => Uint8Array.from(each));
const places = fc.array(fc.nat(1000), { maxLength: 60 });

describe("Lines", () => {
  it("gives the same lines for all chunk sizes, with their bytes preserved", () => {
    fc.assert(
      fc.property(octets, places, (all, at) => {
        const { lines } = read(cut(all, at));
        const written = textOf(all).split("\n");
        if (written.at(-1) === "") written.pop();
        expect(lines.map((line) => textOf(octetsOf(line)))).toEqual(
          written.map((line) => line.replace(/\r$/, "")),
        );
      }),
    );
  });

  it("exceeds its limits at the same line for all chunk sizes", () => {
    const limits = fc.record({
      maxEntryLine: fc.nat(6),
      maxEntries: fc.integer({ min: 1, max: 6 }),
      maxListing: fc.nat(40),
    });
    fc.assert(
      fc.property(octets, places, limits, (all, at, limited) => {
        // After a limit nothing is counted: the call fails, so the number of skipped lines does not matter.
        const seen = (pieces: readonly Uint8Array[]) => {
          const { skipped, ...rest } = read(pieces, limited);
          return rest.failure === undefined ? { ...rest, skipped } : rest;
        };
        expect(seen(cut(all, at))).toEqual(seen([...all].map((each) => Uint8Array.of(each))));
      }),
    );
  });

  it.each([
    ["ab\r\nabc\r\nabcd\r\n", 3, ["ab", "abc"], 1],
    ["abc\r\n", 3, ["abc"], 0],
    ["abcd\n", 3, [], 1],
    ["éé\n", 3, [], 1],
    ["éa\n", 3, ["éa"], 0],
    ["\udcff\udcff\udcff\nabcd\nx\n", 3, ["\udcff\udcff\udcff", "x"], 1],
    ["abc", 3, ["abc"], 0],
    ["abcd", 3, [], 1],
    ["abc\r", 3, ["abc"], 0],
  ])("%j has lines of at most %i bytes", (text, maxEntryLine, lines, skipped) => {
    expect(read([octetsOf(text)], { maxEntryLine })).toEqual({ lines, failure: undefined, skipped });
  });

  it("fails at the limits maxEntries and maxListing", () => {
    expect(read([octetsOf("a\nb\nc\n")], { maxEntries: 2 })).toEqual({
      lines: ["a", "b"],
      failure: "increase the limit maxEntries",
      skipped: 0,
    });
    expect(read([octetsOf("a\nb\nc\n")], { maxListing: 5 })).toEqual({
      lines: ["a", "b"],
      failure: "increase the limit maxListing",
      skipped: 0,
    });
    expect(read([octetsOf("a\nb\n")], { maxListing: 4, maxEntries: 2 }).failure).toBeUndefined();
  });

  it("holds at most one line", () => {
    const reader = new MenuLineSplitter(DEFAULT_LIMITS);
    for (let i = 0; i < 100; i++) reader.push(new Uint8Array(100_000).fill(0x61));
    expect(reader.skipped).toBe(1);
    expect(reader.push(octetsOf("\nb\n")).lines).toEqual(["b"]);
  });
});

describe('a block up to a line "."', () => {
  function undotted(pieces: readonly Uint8Array[]) {
    const block = readDotStuffed();
    const octets = concat(...pieces.map((piece) => block.push(piece)));
    return { text: textOf(octets), ended: block.isDone() };
  }

  it.each([
    [".\r\n", "", true],
    ["a\r\n.\r\nb", "a\r\n", true],
    ["..a\r\n...\r\n.x\r\n.\r\n", ".a\r\n..\r\n.x\r\n", true],
    ["a\n.\nb\n..c\r\n.\r\n", "a\n.\nb\n..c\r\n", true],
    ["a\r\r\n.\r\n", "a\r\r\n", true],
    ["a\r\n.\rb\r\n.\r\n", "a\r\n.\rb\r\n", true],
    ["a", "a", false],
    ["a\r\n.\r", "a\r\n", false],
  ])("%j", (text, inside, ended) => {
    expect(undotted([octetsOf(text)])).toEqual({ text: inside, ended });
  });

  it("does not depend on the chunk sizes", () => {
    const dotted = fc
      .array(fc.constantFrom(0x0d, 0x0a, 0x2e, 0x61), { maxLength: 40 })
      .map((each) => concat(Uint8Array.from(each), octetsOf("\r\n.\r\n")));
    fc.assert(
      fc.property(dotted, places, (all, at) => {
        expect(undotted(cut(all, at))).toEqual(undotted([all]));
      }),
      { numRuns: 2000 },
    );
  });
});
