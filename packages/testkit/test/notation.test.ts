import { octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNotation, parseNotation } from "../src/index.ts";

describe("the notation of lines", () => {
  it.each([
    ["", "\r\n"],
    ["CWD\\x20", "CWD \r\n"],
    ["a\\tb", "a\tb\r\n"],
    ["\\c", ""],
    ["x\\c", "x"],
    ["x\\\\c", "x\\c\r\n"],
    ["x\\\\\\c", "x\\"],
    ["\\xc3\\xA9", "é\r\n"],
    ["é", "é\r\n"],
  ])("reads %j", (written, text) => {
    expect(parseNotation(written, "here")).toEqual(octetsOf(text));
  });

  it("rejects an unknown escape", () => {
    for (const written of ["\\n", "\\x4", "\\xg0", "\\", "\\c x"]) {
      expect(() => parseNotation(written, "here")).toThrow(/^here: /);
    }
  });

  it("round-trips any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ size: "max", maxLength: 200 }), (octets) => {
        const lines = formatNotation(octets).map((line) => parseNotation(line, "here"));
        expect(Uint8Array.from(lines.flatMap((line) => [...line]))).toEqual(Uint8Array.from(octets));
      }),
    );
  });
});
