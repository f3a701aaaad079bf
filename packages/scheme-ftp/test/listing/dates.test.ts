import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDate, recent } from "../../src/listing/dates.ts";

const fields = fc.record({
  year: fc.integer({ min: 0, max: 9_999 }),
  month: fc.integer({ min: -1, max: 13 }),
  day: fc.integer({ min: -1, max: 33 }),
  hour: fc.integer({ min: 0, max: 25 }),
  minute: fc.integer({ min: 0, max: 61 }),
  second: fc.integer({ min: 0, max: 59 }),
});

describe("the date of a listing", () => {
  it("is valid exactly if the calendar has it, and keeps all its fields", () => {
    fc.assert(
      fc.property(fields, (given) => {
        const { year, month, day, hour, minute, second } = given;
        const date = new Date(Date.UTC(year, month, day, hour, minute, second));
        const [years, months, days, hours] = [
          date.getUTCFullYear(),
          date.getUTCMonth(),
          date.getUTCDate(),
          date.getUTCHours(),
        ];
        const isThere =
          years === year &&
          months === month &&
          days === day &&
          hours === hour &&
          minute === date.getUTCMinutes();
        expect(parseDate(given)).toEqual(isThere ? date : undefined);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    [{ year: 2024, month: 1, day: 29 }, "2024-02-29T00:00:00.000Z"],
    [{ year: 2000, month: 1, day: 29 }, "2000-02-29T00:00:00.000Z"],
    [{ year: 1900, month: 1, day: 29 }, undefined],
    [{ year: 2026, month: 1, day: 29 }, undefined],
    [{ year: 2026, month: 5, day: 31 }, undefined],
    // A leap second is the first second of the next minute.
    [{ year: 2016, month: 11, day: 31, hour: 23, minute: 59, second: 60 }, "2017-01-01T00:00:00.000Z"],
    [{ year: 2016, month: 11, day: 31, hour: 23, minute: 59, second: 61 }, undefined],
  ])("%j is %s", (given, expected) => expect(parseDate(given)?.toISOString()).toBe(expected));

  it("without a year is in the last year if it is a millisecond after tomorrow", () => {
    const yearAt = (now: string) =>
      (
        recent({ month: 10, day: 22, hour: 12 }, new Date(now)) as { readonly modified: Date }
      ).modified.getUTCFullYear();
    expect(yearAt("2026-11-21T12:00:00.000Z")).toBe(2026);
    expect(yearAt("2026-11-21T11:59:59.999Z")).toBe(2025);
  });

  it("is the latest date until tomorrow if the year is missing", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const yearOf = (month: number, day: number) =>
      (recent({ month, day }, now) as { readonly modified: Date }).modified.getUTCFullYear();
    expect([yearOf(10, 21), yearOf(10, 22), yearOf(10, 23), yearOf(11, 1), yearOf(0, 1)]).toEqual([
      2026, 2026, 2025, 2025, 2026,
    ]);
  });
});
