import { octetsOf } from "@anyurl/core";
import { concat, DotReader } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dotStuff } from "../src/exchange/index.ts";

/** Reads a block from packets; returns the content and the number of bytes read. */
function read(
  packets: readonly Uint8Array[],
  reader = new DotReader(),
): { content: Uint8Array; count: number } {
  const pieces: Uint8Array[] = [];
  let count = 0;
  for (const packet of packets) {
    if (reader.ended) break;
    count += reader.read(packet, pieces);
  }
  return { content: concat(...pieces), count };
}

const octets = (text: string) => octetsOf(text);
const packetsOf = (whole: Uint8Array, cuts: readonly number[]) => {
  const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, i) => whole.slice(from, places[i] ?? whole.length));
};

/** Lines that are difficult for protocols. */
const lines = fc
  .array(fc.string({ unit: fc.constantFrom(".", "\r", "\n", "a", "..", "\0", "\udcff"), maxLength: 6 }), {
    maxLength: 8,
  })
  // A CR before CR LF would make a different line.
  .map((all) => all.map((line) => `${line.replaceAll("\r\n", "\n\r").replace(/\r+$/, "")}\r\n`).join(""));

describe("DotReader (RFC 3977 §3.1.1)", () => {
  it("restores the stuffed content, however it is split, and stops at the end", () => {
    fc.assert(
      fc.property(lines, fc.array(fc.nat(200), { maxLength: 12 }), (text, cuts) => {
        const content = octets(text);
        const block = dotStuff(content);
        const wire = concat(block, octets("205 bye\r\n"));
        const reader = new DotReader();
        const got = read(packetsOf(wire, cuts), reader);
        expect(reader.ended).toBe(true);
        expect(Buffer.from(got.content)).toEqual(Buffer.from(content));
        expect(got.count).toBe(block.length);
      }),
    );
  });

  it.each([
    [".\r\n", "", true],
    ["..\r\n.\r\n", ".\r\n", true],
    ["a\r\n.\r\n", "a\r\n", true],
    ["a\n.\r\n", "a\n.\r\n", false],
    ["a\r\n.\n", "a\r\n\n", false],
    ["a\r.\r\n", "a\r.\r\n", false],
    ["a\r\n.\rb\r\n.\r\n", "a\r\n\rb\r\n", true],
    ["a\r\n.\r\r\n.\r\n", "a\r\n\r\r\n", true],
    ["\r\n\r\n.\r\n", "\r\n\r\n", true],
    ["a\r\n.", "a\r\n", false],
    ["a\r\n.\r", "a\r\n", false],
  ])("reads %j as %j, ended: %s, however it is split", (wire, content, ended) => {
    const whole = octets(wire);
    for (let cut = 0; cut <= whole.length; cut++) {
      for (const packets of [
        [whole.slice(0, cut), whole.slice(cut)],
        Array.from(whole, (octet) => Uint8Array.of(octet)),
      ]) {
        const reader = new DotReader();
        expect(Buffer.from(read(packets, reader).content).toString("latin1")).toBe(content);
        expect(reader.ended).toBe(ended);
      }
    }
  });

  it.each([
    ["0123456789\r\n.\r\n", false],
    ["0123456789A\r\n.\r\n", true],
    ["0123456789\r", false],
    ["0123456789\rA", true],
    ["0123456789\n0", true],
    ["....9\r\n0123456789\r\n", false],
  ])("rejects more than ten bytes per line in %j: %s, however it is split", (wire, tooLong) => {
    const whole = octets(wire);
    for (let cut = 0; cut <= whole.length; cut++) {
      for (const packets of [
        [whole.slice(0, cut), whole.slice(cut)],
        Array.from(whole, (octet) => Uint8Array.of(octet)),
      ]) {
        const attempt = () => read(packets, new DotReader({ maxLine: 10 }));
        if (tooLong) expect(attempt).toThrow(expect.objectContaining({ code: "too-large" }));
        else expect(attempt).not.toThrow();
      }
    }
  });
});
