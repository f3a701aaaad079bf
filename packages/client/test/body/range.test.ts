import type { Completeness } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitToRange, readRange } from "../../src/body/range.ts";
import { createClient } from "../../src/index.ts";
import { FakeTransport, line, ManualClock, settled } from "../world.ts";

async function* inPieces(
  octets: Uint8Array,
  sizes: readonly number[],
): AsyncGenerator<Uint8Array, Completeness, void> {
  let at = 0;
  for (let i = 0; at < octets.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield octets.slice(at, at + size);
    at += size;
  }
  return "unknown";
}

describe("the option range", () => {
  it("returns its bytes, with any chunks and any start of the server's data", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        fc.nat(45),
        fc.option(fc.nat(20), { nil: undefined }),
        fc.nat(45),
        async (octets, sizes, start, length, before) => {
          const end = length === undefined ? undefined : start + length;
          // A server begins at the requested start, or before it.
          const from = Math.max(0, start - before);
          const body = inPieces(octets.slice(from), sizes);
          const range = { start, ...(end !== undefined && { end }) };
          const got: number[] = [];
          const generator = limitToRange(body, from, range);
          let next = await generator.next();
          for (; next.done !== true; next = await generator.next()) got.push(...next.value);
          expect(got).toEqual([...octets.slice(start, end)]);
          // After the range, the body is canceled for good.
          expect(await body.next()).toMatchObject({ done: true });
          // Everything is available when the end of the range is reached.
          if (end !== undefined && octets.length >= end) expect(next.value).toBe(true);
        },
      ),
    );
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "1" as unknown as number])(
    "rejects the start %j",
    (start) => expect(readRange({ start })).toBeUndefined(),
  );

  it.each([1, 2.5, Number.NaN])("rejects the end %j after the start 2", (end) =>
    expect(readRange({ start: 2, end })).toBeUndefined(),
  );
});

describe("get with a range", () => {
  it("returns the bytes if the scheme ignores it, and cancels the body after them", async () => {
    const [transport, clock] = [new FakeTransport(), new ManualClock()];
    const client = createClient({ schemes: [line] as const, transport, clock });
    const progress: unknown[] = [];
    const call = client.get("x-line://h.example/p", {
      range: { start: 2, end: 5 },
      onProgress: (each) => progress.push(each),
    });
    await settled();
    const peer = transport.connections[0]!;
    peer.say("ok\r\n");
    const { body, range, complete } = await call;
    peer.say("01");
    peer.say("234567");
    expect(await new Response(body).text()).toBe("234");
    expect(range).toEqual({ start: 2, end: 5 });
    expect(await complete).toBe(true);
    expect(progress).toEqual([{ url: "x-line://h.example/p", received: 3 }]);
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("fails before dialing if it is invalid", async () => {
    const transport = new FakeTransport();
    const client = createClient({ schemes: [line] as const, transport });
    await expect(client.get("x-line://h.example/p", { range: { start: -1 } })).rejects.toMatchObject({
      code: "bad-option",
      message:
        "invalid call option range: expected { start, end } with whole numbers; the end is optional, and not below the start",
    });
    expect(transport.dialled).toEqual([]);
  });
});
