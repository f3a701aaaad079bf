import type { ByteRange } from "@anyurl/core";
import type { OpenFile } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFile } from "../src/body.ts";

const MIB = 1024 * 1024;

/** Creates a file whose stated size may differ from its contents, with a maximum number of bytes per read. */
function fake(content: Uint8Array, said: number = content.length, most: number = Number.POSITIVE_INFINITY) {
  const reads: (readonly [position: number, length: number])[] = [];
  let disposed = 0;
  const file: OpenFile = {
    facts: { kind: "file", size: said, modified: new Date(0) },
    read: async (into, position) => {
      reads.push([position, into.length]);
      const piece = content.subarray(position, position + Math.min(into.length, most));
      into.set(piece);
      return piece.length;
    },
    size: async () => said,
    [Symbol.asyncDispose]: async () => void disposed++,
  };
  return { file, reads, disposed: () => disposed };
}

async function read(file: OpenFile, range?: ByteRange) {
  const { octets, size, start } = await readFile(file, range);
  const pieces: number[] = [];
  const buffers = new Set<ArrayBufferLike>();
  for await (const piece of octets) {
    pieces.push(...piece);
    buffers.add(piece.buffer);
  }
  return { pieces, size, start, buffers: buffers.size };
}

describe("the body of a file", () => {
  it("is the same for all read sizes of the system", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 50 }),
        fc.integer({ min: 1, max: 7 }),
        async (content, most) => {
          const { file, disposed } = fake(content, content.length, most);
          expect(await read(file)).toMatchObject({ pieces: [...content], size: content.length, start: 0 });
          expect(disposed()).toBeGreaterThan(0);
        },
      ),
    ));

  it.each([0, 1, 2, 5])(
    "has all %i bytes of a file that the system generates, whose size is 0",
    async (length) => {
      const content = Uint8Array.from({ length }, (_, i) => i + 1);
      for (const most of [1, 2, Number.POSITIVE_INFINITY]) {
        const { octets } = await readFile(fake(content, 0, most).file, undefined);
        const pieces: number[] = [];
        let next = await octets.next();
        for (; next.done !== true; next = await octets.next()) pieces.push(...next.value);
        expect([pieces, next.value]).toEqual([[...content], true]);
      }
    },
  );

  it("says that it is complete, also if it only has the start of a range", async () => {
    const end = async (size: number, range?: ByteRange) => {
      const { octets } = await readFile(fake(new Uint8Array(size)).file, range);
      for (;;) {
        const next = await octets.next();
        if (next.done === true) return next.value;
      }
    };
    for (const size of [0, 10, 3 * MIB])
      for (const range of [undefined, { start: 5 }, { start: 5, end: 7 }])
        expect(await end(size, range)).toBe(true);
  });

  it("reads only the bytes of a range", async () => {
    const { file, reads } = fake(new Uint8Array(100));
    expect((await read(file, { start: 10, end: 30 })).pieces).toHaveLength(20);
    expect(reads).toEqual([[10, 20]]);
    const large = fake(new Uint8Array(3 * MIB));
    expect((await read(large.file, { start: MIB, end: MIB + 5 })).pieces).toHaveLength(5);
    expect(large.reads).toEqual([[MIB, 5]]);
    const behind = fake(new Uint8Array(3 * MIB));
    expect(await read(behind.file, { start: 4 * MIB })).toMatchObject({ pieces: [], size: 3 * MIB });
    expect(behind.reads).toEqual([]);
  });

  it("uses one buffer, smaller than the file", async () => {
    const { file, reads } = fake(new Uint8Array(2 * MIB + 1));
    const { octets } = await readFile(file, undefined);
    const buffers = new Set<ArrayBufferLike>();
    for await (const piece of octets) {
      buffers.add(piece.buffer);
      expect(piece.byteLength).toBeLessThan(piece.buffer.byteLength);
    }
    expect(buffers.size).toBe(1);
    expect(reads).toEqual([
      [0, MIB],
      [MIB, MIB],
      [2 * MIB, 1],
    ]);
  });

  it("reads a file of unknown size to its end", async () => {
    const content = new Uint8Array(200_000).fill(7);
    expect(await read(fake(content, 0).file)).toMatchObject({ size: undefined, pieces: { length: 200_000 } });
    expect(await read(fake(content.subarray(0, 5), 4096).file)).toMatchObject({
      size: undefined,
      pieces: { length: 5 },
    });
    expect(await read(fake(content.subarray(0, 0), 0).file)).toMatchObject({ size: 0, pieces: [] });
  });

  it("fails if a large file has shrunk, but not if its size was wrong from the start", async () => {
    const content = new Uint8Array(2 * MIB);
    const shrunk = { ...fake(content, 3 * MIB).file, size: async () => 2 * MIB };
    const { octets } = await readFile(shrunk, undefined);
    await expect(
      (async () => {
        for await (const _ of octets);
      })(),
    ).rejects.toMatchObject({ code: "truncated" });
    const madeUp = await readFile(fake(content, 3 * MIB).file, undefined);
    let length = 0;
    for await (const piece of madeUp.octets) length += piece.length;
    expect(length).toBe(2 * MIB);
  });

  it("disposes of the file if the reader stops", async () => {
    for (const size of [10, 2 * MIB, 0]) {
      const { file, disposed } = fake(new Uint8Array(2 * MIB), size);
      const { octets } = await readFile(file, undefined);
      await octets.next();
      await octets.return(true);
      expect(disposed()).toBe(1);
    }
  });
});
