import { octetsOf, textOf, tryParse } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyAuthority, anyHost, anyText, mutated, textWithout } from "../src/index.ts";

const SAMPLES = { numRuns: 2000, seed: 7 };

describe("arbitraries", () => {
  it("anyText keeps its octets", () => {
    fc.assert(
      fc.property(anyText(), (text) => void expect(textOf(octetsOf(text))).toBe(text)),
      SAMPLES,
    );
  });

  it("anyText has every octet, escapes, and lone octets of UTF-8 in it", () => {
    const octets = new Set(fc.sample(anyText(), SAMPLES).flatMap((text) => [...octetsOf(text)]));
    for (const telling of [0x00, 0x0a, 0x0d, 0x25, 0x2f, 0x3f, 0x80, 0xc3, 0xff])
      expect(octets).toContain(telling);
    expect(fc.sample(anyText(), SAMPLES).some((text) => text.includes("%2525"))).toBe(true);
  });

  it("maxLength counts octets", () => {
    const lengths = fc.sample(anyText({ maxLength: 3 }), SAMPLES).map((text) => octetsOf(text).length);
    expect(Math.max(...lengths)).toBe(3);
  });

  it("textWithout leaves out what it says, and keeps its octets", () => {
    fc.assert(
      fc.property(textWithout("\t\r\n%"), (text) => {
        expect(text).not.toMatch(/[\t\r\n%]/);
        expect(textOf(octetsOf(text))).toBe(text);
      }),
      SAMPLES,
    );
  });

  it("hosts stand in URLs as they are", () => {
    fc.assert(
      fc.property(anyHost(), (host) => void expect(tryParse(`x://${host}/`).url?.host).toBe(host)),
      SAMPLES,
    );
  });

  it("a login has a password only beside a user", () => {
    const logins = fc.sample(anyAuthority({ login: true }), SAMPLES);
    expect(logins.some(({ password }) => password !== undefined)).toBe(true);
    expect(logins.every(({ user, password }) => user !== undefined || password === undefined)).toBe(true);
  });

  it("mutated URLs are most of them new, and many of them still URLs", () => {
    const url = "x-echo://u:p@h.example/a";
    const texts = fc.sample(mutated([{ rule: "RFC 862", url }]), SAMPLES);
    expect(new Set(texts).size).toBeGreaterThan(500);
    const read = texts.filter((text) => tryParse(text).ok).length;
    expect(read).toBeGreaterThan(500);
    expect(read).toBeLessThan(1800);
  });

  it("there is nothing to mutate in no vectors", () => {
    expect(() => mutated([])).toThrow(RangeError);
  });
});
