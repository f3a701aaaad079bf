import { describe, expect, it } from "vitest";
import { createTextDecoder } from "../../src/front/index.ts";

describe("a text", () => {
  it("is decoded with the character set that the server names, however it is cut", () => {
    const decode = createTextDecoder("koi8-r");
    expect(decode(Uint8Array.of(0xcd, 0xc9, 0xd2, 0x0a))).toBe("мир\n");
    const wide = createTextDecoder("utf-16le");
    expect([Uint8Array.of(0x61), Uint8Array.of(0, 0x0a, 0)].map(wide).join("")).toBe("a\n");
  });

  it.each([undefined, "utf-8", "US-ASCII", "no-such-set"])(
    "with the character set %s is UTF-8, and Windows-1252 in lines that are not",
    (charset) => {
      const decode = createTextDecoder(charset);
      expect(decode(new TextEncoder().encode("größe\n"))).toBe("größe\n");
      const mixed = [...new TextEncoder().encode("ü\n"), 0xe4, 0x80, 0x0a, ...new TextEncoder().encode("ü")];
      expect(decode(Uint8Array.from(mixed))).toBe("ü\nä€\nü");
      expect(decode(Uint8Array.of(0xe4))).toBe("ä");
    },
  );
});
