import { describe, expect, it } from "vitest";
import { copyBytes, Inbox } from "../../src/exchange/index.ts";

describe("copyBytes", () => {
  it("gives a plain array with a buffer of its own, of a Buffer as well", () => {
    const pool = Buffer.from("0123456789");
    const copy = copyBytes(pool.subarray(2, 6));
    pool.fill(0);
    expect([copy.constructor, copy.buffer.byteLength, copy.byteOffset]).toEqual([Uint8Array, 4, 0]);
    expect(String.fromCharCode(...copy)).toBe("2345");
  });

  it("copies a range, as subarray takes it", () => {
    const bytes = Uint8Array.of(0, 1, 2, 3, 4);
    const ranges = [[], [1], [1, 3], [3, 99], [-2], [9]] as const;
    for (const range of ranges)
      expect([...copyBytes(bytes, ...range)]).toEqual([...bytes.subarray(...range)]);
  });
});

describe("Inbox", () => {
  it("gives lines of their own, where it has adopted a Buffer", () => {
    const inbox = new Inbox();
    inbox.adopt(Buffer.from("one\r\ntw"));
    const line = inbox.takeLine(10);
    inbox.push(new Uint8Array([0x6f, 0x0d, 0x0a]));
    expect(String.fromCharCode(...line!)).toBe("one");
    expect(String.fromCharCode(...inbox.takeLine(10)!)).toBe("two");
  });
});
