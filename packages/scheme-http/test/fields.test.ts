import { describe, expect, it } from "vitest";
import { parseContentRange, parseList, parseNumber } from "../src/fields.ts";

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
