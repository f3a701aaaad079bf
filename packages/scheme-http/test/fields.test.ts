import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDate, parseDate } from "../src/date.ts";
import { parseContentRange, parseList, parseNumber } from "../src/fields.ts";

const NOW = Date.UTC(2026, 0);

describe("a date", () => {
  // RFC 9110 §5.6.7
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "%s",
    (text) => {
      expect(parseDate(text, NOW)).toEqual(new Date(Date.UTC(1994, 10, 6, 8, 49, 37)));
    },
  );

  it("with a year of two digits is at most 50 years in the future", () => {
    expect(parseDate("Sunday, 06-Nov-76 08:49:37 GMT", NOW)?.getUTCFullYear()).toBe(2076);
    expect(parseDate("Sunday, 06-Nov-77 08:49:37 GMT", NOW)?.getUTCFullYear()).toBe(1977);
    expect(parseDate("Sunday, 06-Nov-00 08:49:37 GMT", NOW)?.getUTCFullYear()).toBe(2000);
  });

  it.each([
    "",
    "0",
    "-1",
    "now",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt",
    "Sun, 31 Feb 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    `Sun, 06 Nov 1994 08:49:37 GMT${" ".repeat(1000)}`,
  ])("is not %j", (text) => {
    expect(parseDate(text, NOW)).toBeUndefined();
  });

  it("is formatted in the form that is parsed", () => {
    const seconds = fc.integer({ min: 0, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, (second) => {
        expect(parseDate(formatDate(new Date(second * 1000)), NOW)?.getTime()).toBe(second * 1000);
      }),
    );
  });
});

describe("a Content-Range", () => {
  const read = (value: string) => parseContentRange([["content-range", value]]);
  it.each([
    ["bytes 42-1233/1234", { first: 42, last: 1233, size: 1234 }],
    ["bytes 42-1233/*", { first: 42, last: 1233 }],
    ["bytes */1234", { size: 1234 }],
    ["Bytes 0-0/1", { first: 0, last: 0, size: 1 }],
  ])("%s", (value, range) => expect(read(value)).toEqual(range));

  it.each([
    "",
    "bytes",
    "bytes */*",
    "bytes 5-4/10",
    "bytes 0-10/10",
    "bytes=0-1/2",
    "items 0-1/2",
    "bytes 0-1/2,",
    "bytes -1-2/3",
    "bytes 0-9999999999999999999/*",
    "bytes 0x0-1/2",
  ])("is not %j", (value) => expect(read(value)).toBeUndefined());

  it("is undefined if the field occurs twice", () => {
    const field = ["content-range", "bytes 0-0/1"] as const;
    expect(parseContentRange([field, field])).toBeUndefined();
  });
});

it("numberOf accepts digits up to the largest safe integer", () => {
  expect(["0", "007", "9007199254740991"].map(parseNumber)).toEqual([0, 7, Number.MAX_SAFE_INTEGER]);
  const none = ["", "-1", "+1", "1.0", "1e3", "0x1", " 1", "9007199254740993", "1".repeat(30), undefined];
  expect(none.map(parseNumber)).toEqual(none.map(() => undefined));
});

it("elementsOf ignores empty elements (RFC 9110 §5.6.1.2)", () => {
  const fields = [
    ["a", ", x,,y\t"],
    ["b", "no"],
    ["a", "z"],
  ] as const;
  expect(parseList(fields, "a")).toEqual(["x", "y", "z"]);
});
