import { describe, expect, it } from "vitest";
import { createTransferDecoder, joinBytes } from "../../../src/exchange/index.ts";
import { octetsOf, textOf } from "../../../src/index.ts";

describe("transfer encodings (RFC 2045 §6)", () => {
  it.each([
    ["base64", "SGVs\r\nbG8=", "Hello"],
    ["base64", "SG*VsbG8=ignored", "Hello"],
    ["quoted-printable", "a=3Db =\r\nc \t\r\n=zz=C3=A9=", "a=b c\r\n=zzé"],
    ["base64", "SGU=SGVs", "He"],
    ["base64", "SA==SGVs", "H"],
    ["base64", "SGVs".repeat(40), "Hel".repeat(40)],
    ["quoted-printable", "\n\r\n \r\n=\r\n\n", "\n\r\n\r\n\n"],
    ["quoted-printable", "0123=00=30=4=\r\n1", "0123\x000=41"],
    ["quoted-printable", "=4", "=4"],
    ["8bit", "é", "é"],
  ])("removes %s, however it is split", (encoding, text, decoded) => {
    const octets = octetsOf(text);
    for (let at = 0; at <= octets.length; at++) {
      const decoder = createTransferDecoder(encoding);
      const parts = [decoder.push(octets.subarray(0, at)), decoder.push(octets.subarray(at)), decoder.end()];
      expect(textOf(joinBytes(parts))).toBe(decoded);
    }
  });

  it.each([
    ["=3D=\r\nx", "=x"],
    [" \t=20 \t \r\nx", " \t \r\nx"],
    ["=41=4", "A=4"],
    ["==3D", "=="],
    ["=\r\nx", "x"],
    [" \r\nx", "\r\nx"],
  ])("decodes %j at the end of a long line, however it is split", (end, decoded) => {
    const start = "a".repeat(65_536);
    const octets = octetsOf(start + end);
    for (let at = start.length; at <= octets.length; at++) {
      const decoder = createTransferDecoder("quoted-printable");
      const parts = [decoder.push(octets.subarray(0, at)), decoder.push(octets.subarray(at)), decoder.end()];
      expect(textOf(joinBytes(parts)).slice(start.length)).toBe(decoded);
    }
  });

  it("decodes a line of more than 64 KiB before its end", () => {
    const decoder = createTransferDecoder("quoted-printable");
    expect(decoder.push(octetsOf("a\nb"))).toHaveLength(2);
    expect(decoder.push(octetsOf("b".repeat(65_535)))).toHaveLength(0);
    expect(decoder.push(octetsOf("b"))).toHaveLength(65_537);
    // White space alone is not kept without limit.
    expect(decoder.push(octetsOf(`\n${" ".repeat(65_537)}`))).toHaveLength(1);
    expect(decoder.push(octetsOf("b\n"))).toHaveLength(2);
  });

  it.each(["S", "SG", "SGV", "S=", "SGVsb"])("fails for the base64 %s, which ends within a group", (text) => {
    const decoder = createTransferDecoder("base64");
    decoder.push(octetsOf(text));
    expect(() => decoder.end()).toThrow(expect.objectContaining({ code: "truncated" }));
  });

  it("fails for an unknown encoding", () => {
    expect(() => createTransferDecoder("x".repeat(41), "save it")).toThrow(
      expect.objectContaining({
        ...{ code: "unsupported", hint: "save it" },
        message: `unknown transfer encoding "${"x".repeat(40)}" of the part`,
      }),
    );
  });
});
