import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkArticleNumber,
  compareArticleNumbers,
  formatArticleRange,
  MAX_ARTICLE_NUMBER,
  normalizeArticleNumber,
  readArticleRange,
} from "../src/index.ts";

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 16 });

describe("article-number (RFC 3977 §9.8)", () => {
  it.each([
    ["1", true],
    ["0000000000000000", true],
    ["9999999999999999", true],
    ["", false],
    ["10000000000000000", false],
    ["-1", false],
    ["1e3", false],
    ["1.5", false],
    ["٣", false],
  ])("%s: %s", (text, expected) => expect(checkArticleNumber(text) === undefined).toBe(expected));

  it("compares numbers as digits, without conversion to a float", () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const difference = BigInt(a) - BigInt(b);
        expect(Math.sign(compareArticleNumbers(a, b))).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0);
        expect(normalizeArticleNumber(a)).toBe(String(BigInt(a)));
      }),
    );
    expect(compareArticleNumbers("9007199254740993", "9007199254740992")).toBeGreaterThan(0);
    expect(compareArticleNumbers(MAX_ARTICLE_NUMBER, "2147483648")).toBeLessThan(0);
    expect(compareArticleNumbers("7", "007")).toBe(0);
    expect(compareArticleNumbers("0", "000")).toBe(0);
  });
});

describe("range (RFC 3977 §9.2)", () => {
  it.each([
    ["5", { first: "5", last: "5" }],
    ["5-9", { first: "5", last: "9" }],
    ["5-", { first: "5", last: "" }],
    ["0005-0009", { first: "5", last: "9" }],
    ["9-5", { first: "9", last: "5" }],
    ["9007199254740993-9007199254740995", { first: "9007199254740993", last: "9007199254740995" }],
    ["-5", undefined],
    ["-", undefined],
    ["", undefined],
    ["1-2-3", undefined],
    ["1 - 2", undefined],
    ["1-10000000000000000", undefined],
  ])("%s", (text, range) => expect(readArticleRange(text)).toEqual(range));

  it("formats a range as it was written", () => {
    const number = digits.map(normalizeArticleNumber);
    const range = fc.record({ first: number, last: fc.oneof(number, fc.constant("")) });
    fc.assert(
      fc.property(range, (each) => {
        expect(readArticleRange(formatArticleRange(each))).toEqual(each);
      }),
    );
  });
});
