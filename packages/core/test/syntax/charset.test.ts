import { describe, expect, it } from "vitest";
import {
  ALPHA,
  CharSet,
  DIGIT,
  HEXDIG,
  PATH,
  PCHAR,
  QUERY,
  REG_NAME,
  SCHEME,
  SUB_DELIMS,
  UNRESERVED,
  USER_BARE,
  USERINFO,
} from "../../src/index.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const alpha = letters + letters.toUpperCase();
const digit = "0123456789";
const unreserved = `${alpha}${digit}-._~`;
const subDelims = "!$&'()*+,;=";

/** RFC 3986 appendix A, written out; a set has no escapes. */
const SETS: readonly (readonly [name: string, set: CharSet, members: string])[] = [
  ["ALPHA", ALPHA, alpha],
  ["DIGIT", DIGIT, digit],
  ["HEXDIG", HEXDIG, `${digit}abcdefABCDEF`],
  ["UNRESERVED", UNRESERVED, unreserved],
  ["SUB_DELIMS", SUB_DELIMS, subDelims],
  ["SCHEME", SCHEME, `${alpha}${digit}+-.`],
  ["USERINFO", USERINFO, `${unreserved}${subDelims}:`],
  ["REG_NAME", REG_NAME, `${unreserved}${subDelims}`],
  ["PCHAR", PCHAR, `${unreserved}${subDelims}:@`],
  ["PATH", PATH, `${unreserved}${subDelims}:@/`],
  ["QUERY", QUERY, `${unreserved}${subDelims}:@/?`],
  ["USER_BARE", USER_BARE, `${unreserved}${subDelims}`],
];

describe("the sets of RFC 3986 appendix A", () => {
  it.each(SETS)("%s contains exactly its characters, of all code units", (_name, set, members) => {
    const found: string[] = [];
    for (let code = 0; code <= 0xffff; code++) if (set.has(code)) found.push(String.fromCharCode(code));
    expect(found).toEqual([...members].sort());
  });
});

describe("CharSet", () => {
  it("contains nothing past the end of a string, and nothing below zero", () => {
    expect(UNRESERVED.has("a".charCodeAt(1))).toBe(false);
    expect(UNRESERVED.has(-1)).toBe(false);
    expect(UNRESERVED.has(0x1_0061)).toBe(false);
  });

  it("covers a text if it contains every code unit of it", () => {
    expect(DIGIT.covers("")).toBe(true);
    expect(DIGIT.covers("0123")).toBe(true);
    expect(DIGIT.covers("01a")).toBe(false);
    expect(DIGIT.covers("８")).toBe(false);
    expect(new CharSet("a").covers("a\u0161")).toBe(false);
  });

  it("creates a smaller set without changing the larger one", () => {
    const set = new CharSet("abc").without("b");
    expect([set.has(0x61), set.has(0x62), set.has(0x63)]).toEqual([true, false, true]);
    expect(USERINFO.has(0x3a)).toBe(true);
  });
});
