import { describe, expect, it } from "vitest";
import { ReadAhead, readBuffer } from "../src/read-ahead.ts";

/** Buffers that the next connections would get. */
const next = (count: number): readonly Uint8Array[] => Array.from({ length: count }, readBuffer);

describe("ReadAhead buffers", () => {
  it("alternate: a read never fills one that is on loan or holds unread bytes", () => {
    const ahead = new ReadAhead();
    const first = ahead.buffer;
    expect(ahead.lend(5_000).buffer).toBe(first.buffer);
    const second = ahead.buffer;
    expect(second).not.toBe(first);
    expect(ahead.hasRoom).toBe(true);
    expect(ahead.keep(6_000)).toBe(true);
    expect([ahead.hasRoom, ahead.size]).toEqual([false, 6_000]);
    ahead.settle();
    expect([ahead.hasRoom, ahead.buffer === first]).toEqual([true, true]);
    expect(ahead.take(true)?.buffer).toBe(second.buffer);
    expect([ahead.size, ahead.take(true)]).toEqual([0, undefined]);
  });

  it("copy small reads instead of holding a whole buffer", () => {
    const ahead = new ReadAhead();
    const { buffer } = ahead;
    expect([ahead.keep(4_095), ahead.size, ahead.buffer === buffer]).toEqual([false, 0, true]);
  });

  it("are released at the end, after the last borrower is done", () => {
    const ahead = new ReadAhead();
    const lent = ahead.lend(5_000);
    const second = ahead.buffer;
    ahead.keep(6_000);
    ahead.close();
    const others = next(40).map(({ buffer }) => buffer);
    expect(others).not.toContain(lent.buffer);
    expect(others).not.toContain(second.buffer);
    ahead.settle();
    expect(readBuffer().buffer).toBe(lent.buffer);
    ahead.take(true);
    expect(readBuffer()).not.toBe(second);
    ahead.settle();
    expect(readBuffer()).toBe(second);
  });

  it("are released at once if their bytes are dropped or copied", () => {
    const ahead = new ReadAhead();
    const { buffer } = ahead;
    ahead.keep(5_000);
    ahead.close();
    next(40);
    expect(ahead.take(false)?.buffer.byteLength).toBe(5_000);
    expect(readBuffer()).toBe(buffer);
    const other = new ReadAhead();
    const dropped = other.buffer;
    other.keep(5_000);
    other.close();
    next(40);
    other.drop();
    expect([other.size, readBuffer() === dropped]).toEqual([0, true]);
  });

  it("are released only once, even if it ends several times", () => {
    const ahead = new ReadAhead();
    ahead.lend(5_000);
    ahead.settle();
    ahead.close();
    ahead.close();
    const others = next(40);
    expect(new Set(others).size).toBe(40);
  });
});
