import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameContent } from "../../src/tree/same-content.ts";
import { type Facts, isSameByFacts } from "../../src/tree/same-file.ts";

const at = (text: string): Date => new Date(`2026-01-01T${text}Z`);
const file = (size: number | undefined, time?: string, more: Partial<Facts> = {}): Facts => ({
  ...(size !== undefined && { size }),
  ...(time !== undefined && { modified: at(time) }),
  ...more,
});
const MINUTE = { modifiedPrecision: "minute" } as const;
const UNKNOWN = { modifiedZone: "unknown" } as const;

describe("two files, by size and time", () => {
  it.each([
    ["another size", file(1, "00:00:00"), file(2, "00:00:00"), false],
    ["the same size and time", file(1, "00:00:00"), file(1, "00:00:00"), true],
    ["a newer copy", file(1, "00:00:00"), file(1, "00:00:05"), true],
    ["an older copy", file(1, "00:00:05"), file(1, "00:00:00"), false],
    ["a copy whose time has no fraction of a second", file(1, "00:00:00.700"), file(1, "00:00:00"), true],
    ["no time", file(1), file(1, "00:00:00"), undefined],
    ["no size", file(undefined, "00:00:00"), file(1, "00:00:00"), undefined],
    ["a time without a zone", file(1, "00:00:00", UNKNOWN), file(1, "00:00:00"), undefined],
    ["the same minute", file(1, "00:00:30"), file(1, "00:00:00", MINUTE), undefined],
    ["a minute before", file(1, "00:05:30"), file(1, "00:04:00", MINUTE), false],
    ["a minute after", file(1, "00:05:30"), file(1, "00:07:00", MINUTE), true],
  ])("with %s are the same: $3", (_, from, to, same) => expect(isSameByFacts(from, to, "time")).toBe(same));

  it("are the same with compare: size if only their times differ", () => {
    expect(isSameByFacts(file(1, "00:00:05"), file(1), "size")).toBe(true);
    expect(isSameByFacts(file(1), file(2), "size")).toBe(false);
  });
});

describe("two bodies", () => {
  async function* chunks(bytes: readonly number[], length: number): AsyncGenerator<Uint8Array, void, void> {
    const chunk = new Uint8Array(length);
    for (let i = 0; i < bytes.length; i += length) {
      const part = bytes.slice(i, i + length);
      chunk.set(part);
      // The array is reused for the next chunk, as those of a client are.
      yield chunk.subarray(0, part.length);
    }
  }

  it("are the same if they have the same bytes, in whatever chunks", async () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        bytes,
        bytes,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 7 }),
        async (a, b, m, n) => {
          expect(await isSameContent(chunks(a, m), chunks(a, n))).toBe(true);
          expect(await isSameContent(chunks(a, m), chunks(b, n))).toBe(a.join() === b.join());
        },
      ),
    );
  });
});
