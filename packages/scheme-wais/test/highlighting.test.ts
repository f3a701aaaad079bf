import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkFilter } from "../src/highlighting.ts";

const ESC = "\u001b";

function filtered(pieces: readonly Uint8Array[], markers: readonly string[] = []): string {
  const filter = new MarkFilter(markers.map((marker) => octetsOf(marker)));
  return textOf(concat(...pieces.map((piece) => filter.push(piece)), filter.end()));
}

describe("highlighting marks", () => {
  it.each([
    [`a ${ESC}(hit${ESC}) b`, [], "a hit b"],
    [`a${ESC}l001b`, [], "ab"],
    [`${ESC}(${ESC})`, [], ""],
    [`a\u0011hit\u0013b`, ["\u0011", "\u0013"], "ahitb"],
    ["a<<hit>>b<c>", ["<<", ">>"], "ahitb<c>"],
    ["no marks", [], "no marks"],
    // An incomplete mark is text.
    [`end${ESC}`, [], `end${ESC}`],
    [`end${ESC}l0`, [], `end${ESC}l0`],
    ["end<", ["<<"], "end<"],
    ["", ["<<"], ""],
  ])("%j with %j becomes %j for all chunk boundaries", (text, markers, clean) => {
    const octets = octetsOf(text);
    expect(filtered([octets], markers)).toBe(clean);
    expect(
      filtered(
        Array.from(octets, (octet) => Uint8Array.of(octet)),
        markers,
      ),
    ).toBe(clean);
    for (let cut = 0; cut <= octets.length; cut++)
      expect(filtered([octets.subarray(0, cut), octets.subarray(cut)], markers)).toBe(clean);
  });

  it("are removed from any text with the same result for all chunk boundaries", () => {
    const piece = fc.constantFrom(ESC, "(", ")", "<", "<<", "a", "bc", "\n");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(40), (pieces, at) => {
        const octets = octetsOf(pieces.join(""));
        const cut = Math.min(at, octets.length);
        const halves = [octets.subarray(0, cut), octets.subarray(cut)];
        expect(filtered(halves, ["<<"])).toBe(filtered([octets], ["<<"]));
      }),
    );
  });
});
