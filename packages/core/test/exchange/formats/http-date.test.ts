import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHttpDate, parseHttpDate } from "../../../src/exchange/formats/http-date.ts";

const NOW = Date.UTC(2026, 0);

describe("an HTTP date", () => {
  // RFC 9110 §5.6.7
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "%s",
    (text) => {
      expect(parseHttpDate(text, NOW)).toEqual(new Date(Date.UTC(1994, 10, 6, 8, 49, 37)));
    },
  );

  it("with a leap second is the first second of the next minute", () => {
    expect(parseHttpDate("Thu, 31 Dec 1998 23:59:60 GMT", NOW)).toEqual(new Date(Date.UTC(1999, 0)));
  });

  it("with a year of two digits is at most 50 years in the future", () => {
    expect(parseHttpDate("Sunday, 06-Nov-76 08:49:37 GMT", NOW)?.getUTCFullYear()).toBe(2076);
    expect(parseHttpDate("Sunday, 06-Nov-77 08:49:37 GMT", NOW)?.getUTCFullYear()).toBe(1977);
    expect(parseHttpDate("Sunday, 06-Nov-00 08:49:37 GMT", NOW)?.getUTCFullYear()).toBe(2000);
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
    "Thu, 31 Nov 1994 23:00:00 GMT",
    "Thursday, 31-Nov-94 23:59:60 GMT",
    "Thu Nov 31 23:00:00 1994",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    `Sun, 06 Nov 1994 08:49:37 GMT${" ".repeat(1000)}`,
  ])("is not %j", (text) => {
    expect(parseHttpDate(text, NOW)).toBeUndefined();
  });

  it("is formatted in the form that is parsed", () => {
    const seconds = fc.integer({ min: 0, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, (second) => {
        expect(parseHttpDate(formatHttpDate(new Date(second * 1000)), NOW)?.getTime()).toBe(second * 1000);
      }),
    );
  });
});
