import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextEntityReader } from "../src/text-entity.ts";

/** Reads `sent`, cut into chunks of `size` bytes. */
function read(
  sent: string,
  size = Math.max(1, sent.length),
  maxHeld = 1_000_000,
): { text: string; lastline: boolean } {
  const octets = octetsOf(sent);
  const text = new TextEntityReader(maxHeld);
  const given: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += size) given.push(text.push(octets.subarray(at, at + size)));
  const { octets: rest, complete } = text.end();
  return { text: textOf(concat(...given, rest)), lastline: complete === true };
}

const line = fc.constantFrom("", ".", "..", "...", ".x", "..x", "x", "x.", " .", "3");
const lines = fc.array(line, { maxLength: 6 });
const ending = fc.constantFrom("\r\n", "\n");

describe("a text entity (RFC 1436 appendix)", () => {
  it("is restored from a server that doubles dots and adds a Lastline", () => {
    fc.assert(
      fc.property(lines, ending, fc.integer({ min: 1, max: 9 }), (all, end, size) => {
        const stuffed = all.map((each) => (each.startsWith(".") ? `.${each}` : each));
        const sent = [...stuffed, "."].map((each) => each + end).join("");
        const expected = all.map((each) => each + end).join("");
        expect(read(sent, size)).toEqual({ text: expected, lastline: true });
      }),
    );
  });

  it('is unchanged from a server that does neither, except a last line "."', () => {
    fc.assert(
      fc.property(lines, ending, fc.integer({ min: 1, max: 9 }), (all, end, size) => {
        fc.pre(all.at(-1) !== ".");
        const sent = all.map((each) => each + end).join("");
        expect(read(sent, size)).toEqual({ text: sent, lastline: false });
      }),
    );
  });

  it('is unchanged from a server that adds a line "." and doubles no dots', () => {
    fc.assert(
      fc.property(lines, lines, ending, fc.integer({ min: 1, max: 9 }), (before, after, end, size) => {
        const stored = [...before, ".TH LS 1", ...after].map((each) => each + end).join("");
        expect(read(`${stored}.\r\n`, size)).toEqual({ text: stored, lastline: false });
      }),
    );
  });

  it("does not depend on the chunk sizes", () => {
    fc.assert(
      fc.property(lines, ending, fc.integer({ min: 1, max: 9 }), (all, end, size) => {
        const sent = all.join(end);
        expect(read(sent, size)).toEqual(read(sent));
      }),
    );
  });

  it("holds at most maxHeld bytes", () => {
    const sent = `..a\r\n${"b\r\n".repeat(100)}.\r\n`;
    expect(read(sent, 10, 50)).toEqual({ text: sent.slice(0, -3), lastline: false });
    expect(read(sent, 10, 5000).lastline).toBe(true);
    const text = new TextEntityReader(50);
    let given = 0;
    for (let at = 0; at < sent.length; at++) {
      given += text.push(octetsOf(sent.slice(at, at + 1))).length;
      // A possible Lastline is also held.
      expect(at + 1 - given).toBeLessThanOrEqual(53);
    }
  });

  it("takes linear time with the smallest chunks", () => {
    const size = 4 * 1024 * 1024;
    const text = new TextEntityReader(size);
    text.push(octetsOf("..\r\n"));
    // Quadratic work would take minutes.
    const line = octetsOf("a\r\n");
    for (let sent = 4; sent + line.length <= size; sent += line.length) text.push(line);
    const { octets } = text.end();
    expect(octets.length).toBeGreaterThan(size - 4);
  });

  it("detects a complete Lastline from a server that then is silent without closing", () => {
    const after = (sent: string) => {
      const text = new TextEntityReader(100);
      for (const octet of octetsOf(sent)) text.push(Uint8Array.of(octet));
      return text.mayBeComplete();
    };
    for (const sent of ["a\r\n.\r\n", ".\n", ".x\r\n.\r\n"]) expect(after(sent)).toBe(true);
    for (const sent of ["", "a\r\n", "a\r\n.", "a\r\n.\r", "a.\r\n", "a\r\n.\r\nb\r\n", "a\r\n..\r\n"]) {
      expect(after(sent)).toBe(false);
    }
  });

  it("accepts a Lastline without a line end", () => {
    expect(read("a\r\n.")).toEqual({ text: "a\r\n", lastline: true });
    expect(read(".")).toEqual({ text: "", lastline: true });
    expect(read("")).toEqual({ text: "", lastline: false });
  });
});
