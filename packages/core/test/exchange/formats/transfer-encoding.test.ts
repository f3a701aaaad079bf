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

  it.each(["S", "SG", "SGV", "S=", "SGVsb"])("fails for the base64 %s, which ends within a group", (text) => {
    const decoder = createTransferDecoder("base64");
    decoder.push(octetsOf(text));
    expect(() => decoder.end()).toThrow(expect.objectContaining({ code: "truncated" }));
  });

  it("fails for an unknown encoding", () => {
    expect(() => createTransferDecoder("x-uuencode")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});
