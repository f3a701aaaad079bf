import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteRanges, divide, type Interval } from "../../src/segments/byte-ranges.ts";

const interval = fc
  .tuple(fc.nat(60), fc.nat(20))
  .map(([start, length]): Interval => ({ start, end: start + length }));

const bytesOf = (ranges: readonly Interval[]): ReadonlySet<number> =>
  new Set(ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));

describe("ranges that have arrived", () => {
  it("have each byte once, in ascending order, and do not touch", () => {
    fc.assert(
      fc.property(fc.array(interval), (added) => {
        const { ranges, length } = new ByteRanges(added);
        expect(bytesOf(ranges)).toEqual(bytesOf(added));
        expect(length).toBe(bytesOf(added).size);
        for (const [i, { start, end }] of ranges.entries()) {
          expect(start).toBeLessThan(end);
          if (i > 0) expect(start).toBeGreaterThan(ranges[i - 1]!.end);
        }
      }),
    );
  });

  it("leave the other bytes below the size missing", () => {
    fc.assert(
      fc.property(fc.array(interval), fc.nat(100), (added, size) => {
        const arrived = new ByteRanges(added);
        const all = bytesOf([{ start: 0, end: size }]);
        const have = bytesOf(arrived.ranges);
        expect(bytesOf(arrived.missing(size))).toEqual(new Set([...all].filter((each) => !have.has(each))));
      }),
    );
  });
});

describe("dividing ranges", () => {
  it("keeps the bytes in order, and makes no range shorter than the minimum", () => {
    fc.assert(
      fc.property(
        fc.array(interval),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 8 }),
        (added, wanted, least) => {
          const ranges = new ByteRanges(added).ranges;
          const divided = divide(ranges, wanted, least);
          expect(divided.flatMap((each) => [...bytesOf([each])])).toEqual(
            ranges.flatMap((range) => [...bytesOf([range])]),
          );
          expect(divided.length).toBeLessThanOrEqual(Math.max(wanted, ranges.length));
          const isWhole = ({ start, end }: Interval) =>
            ranges.some((range) => range.start === start && range.end === end);
          for (const each of divided)
            if (!isWhole(each)) expect(each.end - each.start).toBeGreaterThanOrEqual(least);
          // None could be divided any more.
          if (divided.length < wanted)
            for (const { start, end } of divided) expect(end - start).toBeLessThan(2 * least);
        },
      ),
    );
  });

  it.each([
    [10, 4, 1, [2, 3, 2, 3]],
    [10, 4, 5, [5, 5]],
    [10, 4, 6, [10]],
    [10, 1, 1, [10]],
  ])("divides %i bytes into at most %i ranges of at least %i", (size, wanted, least, lengths) => {
    const divided = divide([{ start: 0, end: size }], wanted, least);
    expect(divided.map(({ start, end }) => end - start)).toEqual(lengths);
  });

  it("divides the longest one first", () => {
    const ranges = [
      { start: 0, end: 4 },
      { start: 10, end: 20 },
    ];
    expect(divide(ranges, 3, 1)).toEqual([
      { start: 0, end: 4 },
      { start: 10, end: 15 },
      { start: 15, end: 20 },
    ]);
  });
});
