import { describe, expect, it } from "vitest";
import { ChunkedDecoder, MAX_CHUNK_EXCESS, MAX_CHUNK_LINE } from "../../src/http/chunked-decoder.ts";

/**
 * Reads the text in chunks of this length. Returns after how many bytes it was rejected, or `undefined` if it never
 * was.
 */
function refusedAt(text: string, piece = 1): number | undefined {
  const decoder = new ChunkedDecoder();
  const octets = Buffer.from(text, "latin1");
  for (let at = 0; at < octets.length; at += piece) {
    try {
      decoder.decode(octets.subarray(at, at + piece));
    } catch (error) {
      expect(error).toMatchObject({ name: "AccessError", code: "too-large" });
      return at + piece;
    }
  }
  return undefined;
}

describe("the limits of chunk-size lines", () => {
  it("accepts any number of short lines around single bytes", () => {
    expect(refusedAt("1\r\nx\r\n".repeat(100_000), 997)).toBeUndefined();
    expect(refusedAt("1;a=b\r\n\n\r\n".repeat(100_000), 997)).toBeUndefined();
  });

  it("accepts a signature on each large chunk, regardless of their number", () => {
    const chunk = `1000;chunk-signature=${"f".repeat(64)}\r\n${"x".repeat(0x1000)}\r\n`;
    expect(refusedAt(chunk.repeat(500), 4096)).toBeUndefined();
  });

  // CVE-2023-39326: a server that sends one byte with each extension makes its client read thousands for it.
  it("rejects long extensions around single bytes, however the text is split", () => {
    const chunk = `1;${"x".repeat(4000)}\r\nx\r\n`;
    const at = refusedAt(chunk.repeat(10));
    expect(at).toBeGreaterThan(MAX_CHUNK_EXCESS);
    expect(at).toBeLessThan(MAX_CHUNK_EXCESS + 2 * chunk.length);
    for (const piece of [2, 3, 5, 4003, 4096])
      expect(refusedAt(chunk.repeat(10), piece)).toBe(Math.ceil(at! / piece) * piece);
  });

  it("rejects an endless extension after any chunk size", () => {
    for (const size of ["1", "0", "fffffffffff"])
      expect(refusedAt(`${size};${"x".repeat(2 * MAX_CHUNK_LINE)}`)).toBe(MAX_CHUNK_LINE + 1);
  });

  it("counts nothing in the content and nothing after the last chunk", () => {
    const content = `;\r\n${"x".repeat(3 * MAX_CHUNK_EXCESS)}`;
    expect(refusedAt(`${content.length.toString(16).toUpperCase()}\r\n${content}\r\n`, 4096)).toBeUndefined();
    expect(refusedAt(`0\r\nA: ${"x".repeat(3 * MAX_CHUNK_EXCESS)}\r\n\r\n`, 4096)).toBeUndefined();
  });
});
