import { concat, octetsOf, textOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Text } from "../src/text.ts";

/** Reads `sent`, cut into pieces of `size` octets. */
function read(
  sent: string,
  size = Math.max(1, sent.length),
  maxHeld = 1_000_000,
): { text: string; lastline: boolean } {
  const octets = octetsOf(sent);
  const text = new Text(maxHeld);
  const given: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += size) given.push(text.push(octets.subarray(at, at + size)));
  const { octets: rest, lastline } = text.end();
  return { text: textOf(concat(...given, rest)), lastline };
}

const line = fc.constantFrom("", ".", "..", "...", ".x", "..x", "x", "x.", " .", "3");
const lines = fc.array(line, { maxLength: 6 });
const ending = fc.constantFrom("\r\n", "\n");

describe("a text entity (RFC 1436 appendix)", () => {
  it("comes back as it was, from a server that doubles dots and ends with a Lastline", () => {
    fc.assert(
      fc.property(lines, ending, fc.integer({ min: 1, max: 9 }), (all, end, size) => {
        const stuffed = all.map((each) => (each.startsWith(".") ? `.${each}` : each));
        const sent = [...stuffed, "."].map((each) => each + end).join("");
        const expected = all.map((each) => each + end).join("");
        expect(read(sent, size)).toEqual({ text: expected, lastline: true });
      }),
    );
  });

  it("comes as it was stored, from a server that does neither, unless it looks like the other kind to its end", () => {
    fc.assert(
      fc.property(lines, ending, fc.integer({ min: 1, max: 9 }), (all, end, size) => {
        const sent = all.map((each) => each + end).join("");
        const couldBeStuffed =
          all.at(-1) === "." && all.slice(0, -1).every((each) => !/^\.(?!\.)/.test(each));
        fc.pre(!couldBeStuffed);
        expect(read(sent, size)).toEqual({ text: sent, lastline: false });
      }),
    );
  });

  it("is the same however it is cut", () => {
    fc.assert(
      fc.property(lines, ending, fc.integer({ min: 1, max: 9 }), (all, end, size) => {
        const sent = all.join(end);
        expect(read(sent, size)).toEqual(read(sent));
      }),
    );
  });

  it("holds back no more than it may", () => {
    const sent = `..a\r\n${"b\r\n".repeat(100)}.\r\n`;
    expect(read(sent, 10, 50)).toEqual({ text: sent, lastline: false });
    expect(read(sent, 10, 5000).lastline).toBe(true);
  });

  it("takes a Lastline without an end of line", () => {
    expect(read("a\r\n.")).toEqual({ text: "a\r\n", lastline: true });
    expect(read(".")).toEqual({ text: "", lastline: true });
    expect(read("")).toEqual({ text: "", lastline: false });
  });
});
