import { getEventListeners } from "node:events";
import { AccessError, type ByteRange, type Completeness, defineScheme, type Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient, type RetryOptions } from "../../src/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

/** The content of `x-part://h/`, how it is served, and how often it was requested. */
interface World {
  octets: Uint8Array;
  /** Whether the server can start at an offset. */
  readonly restarts: boolean;
  /** The number of bytes after which the connection of each attempt breaks; the last number is repeated. */
  readonly breaks: number[];
  readonly asked: (ByteRange | undefined)[];
  /** The failures before anything is sent, for each attempt. */
  readonly failures: AccessError[];
  readonly size?: boolean;
}

const broken = () => new AccessError("truncated", "the connection broke off", { retryable: true });
const busy = () => new AccessError("temporarily-unavailable", "not now", { retryable: true });

const busyFor = (retryAfter: number) =>
  new AccessError("temporarily-unavailable", "not now", { retryable: true, retryAfter });

function schemeOf(world: World) {
  async function* body(from: number): AsyncGenerator<Uint8Array, Completeness, void> {
    let left = (world.breaks.length > 1 ? world.breaks.shift() : world.breaks[0]) ?? Number.POSITIVE_INFINITY;
    for (let at = from; at < world.octets.length; at += 3) {
      const piece = world.octets.slice(at, Math.min(at + 3, at + left));
      left -= piece.length;
      if (piece.length > 0) yield piece;
      if (left <= 0) throw broken();
    }
    return true;
  }
  const get = async (_: unknown, context: Context): Promise<Entity> => {
    world.asked.push(context.range);
    const failure = world.failures.shift();
    if (failure !== undefined) throw failure;
    const start = world.restarts ? (context.range?.start ?? 0) : 0;
    return { body: body(start), start, ...(world.size === true && { size: world.octets.length }) };
  };
  return defineScheme({
    name: "x-part",
    cite: ["x-part"],
    parse: () => ({}),
    format: () => "x-part://h/",
    examples: [],
    access: async () => ({ get }),
  });
}

function setUp(world: Partial<World>, retry: RetryOptions) {
  const whole: World = {
    ...{ octets: Uint8Array.from({ length: 30 }, (_, i) => i), restarts: true, breaks: [], asked: [] },
    failures: [],
    ...world,
  };
  const clock = new ManualClock();
  const client = createClient({
    schemes: [schemeOf(whole)] as const,
    transport: new FakeTransport(),
    clock,
    retry: { random: () => 1, ...retry },
  });
  return { world: whole, clock, client };
}

/** Reads a body to its end while time passes. */
async function read(body: ReadableStream<Uint8Array>, clock: ManualClock): Promise<number[]> {
  const got = new Response(body).bytes().then((octets) => [...octets]);
  got.catch(() => {});
  for (let i = 0; i < 40; i++) await clock.advance(2_000);
  return got;
}

describe("a retry", () => {
  it("waits, longer each time, and then repeats the call", async () => {
    const { world, clock, client } = setUp({ failures: [busy(), busy()] }, { attempts: 2 });
    const call = client.get("x-part://h/");
    await clock.advance(249);
    expect(world.asked).toHaveLength(1);
    await clock.advance(1);
    expect(world.asked).toHaveLength(2);
    await clock.advance(499);
    expect(world.asked).toHaveLength(2);
    await clock.advance(1);
    expect(await read((await call).body, clock)).toEqual([...world.octets]);
    expect(clock.pending).toBe(0);
  });

  it("is not made by default, nor more often than configured", async () => {
    for (const attempts of [0, 1]) {
      const { world, clock, client } = setUp({ failures: [busy(), busy(), busy()] }, { attempts });
      const call = client.get("x-part://h/");
      call.catch(() => {});
      await clock.advance(10_000);
      await expect(call).rejects.toMatchObject({
        code: "temporarily-unavailable",
        scheme: "x-part",
        operation: "get",
      });
      expect(world.asked).toHaveLength(attempts + 1);
    }
  });

  it("waits as long as the server requests", async () => {
    const { world, clock, client } = setUp({ failures: [busyFor(1_999), busyFor(100)] }, { attempts: 2 });
    const call = client.get("x-part://h/");
    await clock.advance(1_998);
    expect(world.asked).toHaveLength(1);
    await clock.advance(1);
    expect(world.asked).toHaveLength(2);
    // The own backoff is longer.
    await clock.advance(499);
    expect(world.asked).toHaveLength(2);
    await clock.advance(1);
    expect(await read((await call).body, clock)).toEqual([...world.octets]);
  });

  it.each([
    ["most", 2_001, {}],
    ["most", 5_001, { retry: { most: 5_000 } }],
    ["the deadline", 1_500, { limits: { deadline: 1_500 } }],
    ["any time", Number.NaN, {}],
  ])("fails at once if the server requests more than %s (%d ms)", async (_, milliseconds, options) => {
    const { world, clock, client } = setUp({ failures: [busyFor(milliseconds)] }, { attempts: 2 });
    await expect(client.get("x-part://h/", options)).rejects.toMatchObject({
      code: "temporarily-unavailable",
      retryAfter: milliseconds,
    });
    expect([world.asked.length, clock.pending]).toEqual([1, 0]);
  });

  it("is not made after a permanent error", async () => {
    const { world, client } = setUp({ failures: [new AccessError("not-found", "no")] }, { attempts: 5 });
    await expect(client.get("x-part://h/")).rejects.toMatchObject({ code: "not-found" });
    expect(world.asked).toHaveLength(1);
  });

  it("shares the deadline of the call", async () => {
    const { world, clock, client } = setUp(
      { failures: [busy(), busy(), busy()] },
      { attempts: 9, first: 600 },
    );
    const call = client.get("x-part://h/", { limits: { deadline: 1_000 } });
    call.catch(() => {});
    await clock.advance(600);
    await expect(call).rejects.toMatchObject({ code: "temporarily-unavailable" });
    expect(world.asked).toHaveLength(2);
  });

  it("ends on an abort, and leaves no timer", async () => {
    const { world, clock, client } = setUp({ failures: [busy()] }, { attempts: 3 });
    const controller = new AbortController();
    const call = client.get("x-part://h/", { signal: controller.signal });
    call.catch(() => {});
    await settled();
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(world.asked).toHaveLength(1);
    expect(clock.pending).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it.each([{ attempts: -1 }, { first: Number.NaN }, { most: "1" as unknown as number }])(
    "refuses %j",
    async (retry) => {
      const { client } = setUp({}, {});
      await expect(client.get("x-part://h/", { retry })).rejects.toMatchObject({ code: "bad-option" });
    },
  );

  it("refuses an unknown option before it connects, and names the nearest", async () => {
    const retry = { attempt: 1 } as object;
    const { client, world } = setUp({}, {});
    await expect(client.get("x-part://h/", { retry })).rejects.toMatchObject({
      ...{ code: "bad-option", message: 'unknown call option "retry.attempt"', hint: "use retry.attempts" },
    });
    expect(world.asked).toEqual([]);
    expect(() => createClient({ schemes: [], transport: new FakeTransport(), retry })).toThrow(
      expect.objectContaining({ code: "bad-option", hint: "use retry.attempts" }),
    );
  });
});

describe("a connection that breaks within a body", () => {
  it("is replaced, and the body resumes: every byte once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        async (octets, breaks, restarts, size) => {
          const { clock, client } = setUp(
            { octets, breaks: [...breaks, Number.POSITIVE_INFINITY], restarts, size },
            { attempts: 10 },
          );
          const { body, complete } = await client.get("x-part://h/");
          expect(await read(body, clock)).toEqual([...octets]);
          expect(await complete).toBe(true);
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("requests some bytes again to check that they are unchanged", async () => {
    const octets = Uint8Array.from({ length: 9_000 }, (_, i) => i % 251);
    const { world, clock, client } = setUp({ octets, breaks: [6_000, 1e9] }, { attempts: 1 });
    expect(await read((await client.get("x-part://h/")).body, clock)).toEqual([...octets]);
    expect(world.asked).toEqual([undefined, { start: 6_000 - 4_096 }]);
  });

  it("fails with changed if the bytes differ", async () => {
    const octets = Uint8Array.from({ length: 30 }, (_, i) => i);
    const { clock, client } = setUp({ octets, breaks: [12, 1e9] }, { attempts: 3 });
    const { body, complete } = await client.get("x-part://h/");
    const reader = body.getReader();
    for (let i = 0; i < 4; i++) await reader.read();
    octets[11] = 99;
    const rest = reader.read();
    rest.catch(() => {});
    await clock.advance(250);
    await expect(rest).rejects.toMatchObject({ code: "changed", operation: "get" });
    expect(await complete).toBe(false);
  });

  it("fails with changed if the resource is shorter", async () => {
    const octets = Uint8Array.from({ length: 30 }, (_, i) => i);
    const { world, clock, client } = setUp({ octets, breaks: [12, 1e9] }, { attempts: 3 });
    const { body } = await client.get("x-part://h/");
    const reader = body.getReader();
    for (let i = 0; i < 4; i++) await reader.read();
    world.octets = octets.slice(0, 5);
    const rest = reader.read();
    rest.catch(() => {});
    await clock.advance(250);
    await expect(rest).rejects.toMatchObject({ code: "changed" });
  });

  it("is not replaced without the option retry", async () => {
    const { world, clock, client } = setUp({ breaks: [12, 1e9] }, {});
    const { body, complete } = await client.get("x-part://h/");
    await expect(read(body, clock)).rejects.toMatchObject({ code: "truncated" });
    expect([await complete, world.asked.length]).toEqual([false, 1]);
  });

  it("is not replaced after the reader has stopped", async () => {
    const { world, clock, client } = setUp({ breaks: [3] }, { attempts: 9 });
    const { body, complete } = await client.get("x-part://h/");
    const reader = body.getReader();
    await reader.read();
    const waiting = reader.read();
    waiting.catch(() => {});
    await settled();
    await reader.cancel();
    await clock.advance(60_000);
    expect(world.asked).toHaveLength(1);
    expect([await complete, clock.pending]).toEqual([false, 0]);
  });

  it("rejects with the caller's reason after an abort between attempts", async () => {
    const { clock, client } = setUp({ breaks: [3, 1e9] }, { attempts: 9 });
    const controller = new AbortController();
    const { body, complete } = await client.get("x-part://h/", { signal: controller.signal });
    const reader = body.getReader();
    await reader.read();
    const waiting = reader.read();
    waiting.catch(() => {});
    await settled();
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect([await complete, clock.pending]).toEqual([false, 0]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("resumes within a range", async () => {
    const { world, clock, client } = setUp({ breaks: [6, 1e9] }, { attempts: 1 });
    const { body } = await client.get("x-part://h/", { range: { start: 4, end: 20 } });
    expect(await read(body, clock)).toEqual([...world.octets.slice(4, 20)]);
    expect(world.asked).toEqual([
      { start: 4, end: 20 },
      { start: 4, end: 20 },
    ]);
  });
});

describe("a retry of a listing", () => {
  const listing = (plan: { fails: number; failsAfter?: boolean }) => {
    let asked = 0;
    const scheme = defineScheme({
      name: "x-list",
      cite: ["x-list"],
      parse: () => ({}),
      format: () => "x-list://h/",
      examples: [],
      access: async () => ({
        async *list() {
          asked++;
          const entry = { name: "a", kind: "file" as const, url: undefined };
          if (plan.failsAfter === true) yield entry;
          if (asked <= plan.fails) throw busy();
          if (plan.failsAfter !== true) yield entry;
        },
        async stat() {
          if (++asked <= plan.fails) throw busy();
          return { kind: "file" as const };
        },
      }),
    });
    const clock = new ManualClock();
    const retry = { attempts: 2, random: () => 1 };
    const client = createClient({ schemes: [scheme] as const, transport: new FakeTransport(), clock, retry });
    return { client, clock, asked: () => asked };
  };

  it("are requested again before the first one, and never after it", async () => {
    for (const failsAfter of [false, true]) {
      const { client, clock, asked } = listing({ fails: 1, failsAfter });
      const all = (async () => {
        const names: string[] = [];
        for await (const { name } of client.list("x-list://h/")) names.push(name);
        return names;
      })();
      all.catch(() => {});
      await clock.advance(250);
      if (failsAfter) await expect(all).rejects.toMatchObject({ code: "temporarily-unavailable" });
      else expect(await all).toEqual(["a"]);
      expect([asked(), clock.pending]).toEqual([failsAfter ? 1 : 2, 0]);
    }
  });

  it("and attributes are requested again", async () => {
    const { client, clock, asked } = listing({ fails: 1 });
    const call = client.stat("x-list://h/");
    await clock.advance(250);
    expect(await call).toEqual({ kind: "file" });
    expect(asked()).toBe(2);
  });
});

it("closes a connection that is made after the reader has stopped", async () => {
  const transport = new FakeTransport();
  let reached: (() => void) | undefined;
  transport.answer = async ({ address, port }) => {
    if (transport.connections.length > 0) await new Promise<void>((resolve) => (reached = resolve));
    return new FakeConnection(address, port);
  };
  const scheme = defineScheme({
    name: "x-dial",
    cite: ["x-dial"],
    parse: () => ({}),
    format: () => "x-dial://h/",
    examples: [],
    access: async () => ({
      async get(_: unknown, context: Context): Promise<Entity> {
        await context.connect({ host: "h.example", port: 4000 });
        return {
          body: (async function* (): AsyncGenerator<Uint8Array, Completeness, void> {
            yield Uint8Array.of(1);
            throw broken();
          })(),
        };
      },
    }),
  });
  const clock = new ManualClock();
  const retry = { attempts: 3, random: () => 1 };
  const client = createClient({ schemes: [scheme] as const, transport, clock, retry });
  const { body } = await client.get("x-dial://h/");
  const reader = body.getReader();
  await reader.read();
  const waiting = reader.read();
  waiting.catch(() => {});
  await clock.advance(250);
  const left = reader.cancel();
  reached?.();
  await left;
  await settled();
  expect([transport.open, clock.pending]).toEqual([0, 0]);
});
