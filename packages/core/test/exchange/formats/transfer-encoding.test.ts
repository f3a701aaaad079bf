import { describe, expect, it } from "vitest";
import { createTransferDecoder, joinBytes } from "../../../src/exchange/index.ts";
import { octetsOf, textOf } from "../../../src/index.ts";

describe("transfer encodings (RFC 2045 §6)", () => {
  it.each([
    ["base64", "SGVs\r\nbG8=", "Hello"],
    ["base64", "SG*VsbG8=ignored", "Hello"],
    ["quoted-printable", "a=3Db =\r\nc \t\r\n=zz=C3=A9=", "a=b c\r\n=zzé"],
    ["8bit", "é", "é"],
  ])("removes %s, however it is split", (encoding, text, decoded) => {
    const octets = octetsOf(text);
    for (let at = 0; at <= octets.length; at++) {
      const decoder = createTransferDecoder(encoding);
      const parts = [decoder.push(octets.subarray(0, at)), decoder.push(octets.subarray(at)), decoder.end()];
      expect(textOf(joinBytes(parts))).toBe(decoded);
    }
  });

  it("fails for base64 that ends within a group, and for an unknown encoding", () => {
    const decoder = createTransferDecoder("base64");
    decoder.push(octetsOf("SGV"));
    expect(() => decoder.end()).toThrow(expect.objectContaining({ code: "truncated" }));
    expect(() => createTransferDecoder("x-uuencode")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});
