import { describe, expect, it } from "vitest";
import { decodeEncodedWords } from "../src/encoded-word-reader.ts";

describe("decoding an unstructured value", () => {
  // The first ones are from RFC 2047 §8 and RFC 2231 §5.
  it.each([
    ["=?ISO-8859-1?Q?a?=", "a"],
    ["=?ISO-8859-1?Q?a?= b", "a b"],
    ["=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab"],
    ["=?ISO-8859-1?Q?a?=  \t =?ISO-8859-1?Q?b?=", "ab"],
    ["=?ISO-8859-1?Q?a_b?=", "a b"],
    ["=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=", "a b"],
    ["=?US-ASCII*EN?Q?Keith_Moore?= x", "Keith Moore x"],
    [
      "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?= =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=",
      "If you can read this you understand the example.",
    ],
    ["=?utf-8?q?caf=c3=a9?=", "café"],
    ["x =?utf-8?Q?=C3?= y", "x =?utf-8?Q?=C3?= y"],
    ["=?nosuch?Q?a?=", "=?nosuch?Q?a?="],
    ["=?utf-8?B?%%?=", "=?utf-8?B?%%?="],
    ["=?utf-8?X?a?=", "=?utf-8?X?a?="],
    ["=?utf-8?Q?a=zz?=", "a=zz"],
    ["plain", "plain"],
    ["", ""],
  ])("%s: %s", (value, text) => {
    expect(decodeEncodedWords(value)).toBe(text);
  });

  it("takes linear time", () => {
    for (const shape of ["=?", "=?a?Q?", "=?utf-8?Q?=?= ", "?=", "=?utf-8*"]) {
      const from = performance.now();
      decodeEncodedWords(shape.repeat(50_000));
      expect(performance.now() - from).toBeLessThan(2_000);
    }
  });
});
