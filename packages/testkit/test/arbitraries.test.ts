import { octetsOf, textOf, tryParse } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyAuthority, anyHost, anyText, mutated, textWithout } from "../src/index.ts";

const SAMPLES = { numRuns: 2000, seed: 7 };

describe("arbitraries", () => {
  it("anyText survives encoding to bytes and decoding", () => {
    fc.assert(
      fc.property(anyText(), (text) => void expect(textOf(octetsOf(text))).toBe(text)),
      SAMPLES,
    );
  });

  it("anyText generates every byte, escapes, and bytes that are not valid UTF-8", () => {
    const octets = new Set(fc.sample(anyText(), SAMPLES).flatMap((text) => [...octetsOf(text)]));
    for (const telling of [0x00, 0x0a, 0x0d, 0x25, 0x2f, 0x3f, 0x80, 0xc3, 0xff])
      expect(octets).toContain(telling);
    expect(fc.sample(anyText(), SAMPLES).some((text) => text.includes("%2525"))).toBe(true);
  });

  it("maxLength limits the number of bytes", () => {
    const lengths = fc.sample(anyText({ maxLength: 3 }), SAMPLES).map((text) => octetsOf(text).length);
    expect(Math.max(...lengths)).toBe(3);
  });

  it("textWithout omits the given characters and survives encoding to bytes", () => {
    fc.assert(
      fc.property(textWithout("\t\r\n%"), (text) => {
        expect(text).not.toMatch(/[\t\r\n%]/);
        expect(textOf(octetsOf(text))).toBe(text);
      }),
      SAMPLES,
    );
  });

  it("hosts are valid in URLs without escaping", () => {
    fc.assert(
      fc.property(anyHost(), (host) => void expect(tryParse(`x://${host}/`).url?.host).toBe(host)),
      SAMPLES,
    );
  });

  it("a login has a password only with a user", () => {
    const logins = fc.sample(anyAuthority({ login: true }), SAMPLES);
    expect(logins.some(({ password }) => password !== undefined)).toBe(true);
    expect(logins.every(({ user, password }) => user !== undefined || password === undefined)).toBe(true);
  });

  it("most mutated URLs are new, and many are still valid", () => {
    const url = "x-echo://u:p@h.example/a";
    const texts = fc.sample(mutated([{ rule: "RFC 862", url }]), SAMPLES);
    expect(new Set(texts).size).toBeGreaterThan(500);
    const read = texts.filter((text) => tryParse(text).ok).length;
    expect(read).toBeGreaterThan(500);
    expect(read).toBeLessThan(1800);
  });

  it("mutating an empty list of vectors throws a RangeError", () => {
    expect(() => mutated([])).toThrow(RangeError);
  });
});
