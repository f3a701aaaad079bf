import { describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64, encodeHex } from "../../src/index.ts";

describe("Base64 (RFC 4648 §4)", () => {
  // The test vectors of RFC 4648 §10.
  it.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["fooba", "Zm9vYmE="],
    ["foobar", "Zm9vYmFy"],
  ])("encodes %j as %j", (text, encoded) => {
    expect(encodeBase64(new TextEncoder().encode(text))).toBe(encoded);
    expect(new TextDecoder().decode(decodeBase64(encoded))).toBe(text);
  });

  it("encodes more bytes than a call can have arguments, with padding at the end only", () => {
    const octets = new Uint8Array(200_000).fill(0xff);
    const encoded = encodeBase64(octets);
    expect(encoded).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(decodeBase64(encoded)).toEqual(octets);
  });

  it("throws for a text that is not Base64", () => {
    expect(() => decodeBase64("a b!")).toThrow();
  });
});

describe("hexadecimal", () => {
  it("has two digits in lower case for each byte", () => {
    expect(encodeHex(Uint8Array.of(0, 0x0a, 0xff))).toBe("000aff");
  });
});
