import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteCollector, copyBytes, Inbox, joinBytes } from "../../src/exchange/index.ts";

describe("copyBytes", () => {
  it("returns a plain array with its own buffer, also for a Buffer", () => {
    const pool = Buffer.from("0123456789");
    const copy = copyBytes(pool.subarray(2, 6));
    pool.fill(0);
    expect([copy.constructor, copy.buffer.byteLength, copy.byteOffset]).toEqual([Uint8Array, 4, 0]);
    expect(String.fromCharCode(...copy)).toBe("2345");
  });

  it("copies a range, like subarray", () => {
    const bytes = Uint8Array.of(0, 1, 2, 3, 4);
    const ranges = [[], [1], [1, 3], [3, 99], [-2], [9]] as const;
    for (const range of ranges)
      expect([...copyBytes(bytes, ...range)]).toEqual([...bytes.subarray(...range)]);
  });
});

describe("joinBytes", () => {
  it("joins more chunks than a function call can have arguments", () => {
    expect(joinBytes(Array.from({ length: 200_000 }, () => Uint8Array.of(1))).length).toBe(200_000);
  });
});

describe("ByteCollector", () => {
  const lengths = fc.array(fc.oneof(fc.nat(9), fc.nat(9000), fc.nat(300_000)), { maxLength: 12 });
  const expected = fc.oneof(fc.nat(1_000_000), fc.constantFrom(Number.NaN, -1, 0.5, Number.MAX_SAFE_INTEGER));

  it("returns all bytes in order, in an array with its own buffer", () => {
    fc.assert(
      fc.property(lengths, expected, (all, size) => {
        const collector = new ByteCollector(size);
        const chunks = all.map((length, i) => new Uint8Array(length).fill(i + 1));
        for (const chunk of chunks) collector.add(chunk);
        expect(collector.length).toBe(all.reduce((sum, each) => sum + each, 0));
        const bytes = collector.take();
        expect(bytes.buffer.byteLength).toBe(bytes.length);
        expect(Buffer.compare(bytes, Buffer.concat(chunks))).toBe(0);
        expect([collector.length, collector.take().length]).toEqual([0, 0]);
        collector.add(Uint8Array.of(7));
        expect([...collector.take()]).toEqual([7]);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps no view of a chunk", () => {
    const chunk = new Uint8Array(100_000).fill(1);
    const collector = new ByteCollector();
    for (let i = 0; i < 3; i++) collector.add(chunk);
    chunk.fill(0);
    expect(collector.take().every((byte) => byte === 1)).toBe(true);
  });
});

describe("Inbox", () => {
  it("returns lines with their own buffer after it adopted a Buffer", () => {
    const inbox = new Inbox();
    inbox.adopt(Buffer.from("one\r\ntw"));
    const line = inbox.takeLine(10);
    inbox.push(new Uint8Array([0x6f, 0x0d, 0x0a]));
    expect(String.fromCharCode(...line!)).toBe("one");
    expect(String.fromCharCode(...inbox.takeLine(10)!)).toBe("two");
  });
});
