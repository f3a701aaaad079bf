import type { Connection } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChaosOptions, chaos, type Layer, logging, rateLimit, retry } from "../../src/layers/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

/* The contract of `Connection`, through each layer. */

const ENDPOINT = { address: "127.0.0.1", port: 4000, maxBuffer: 1024 };
const chaotic = (how: Partial<ChaosOptions>) => (clock: ManualClock) => chaos({ seed: 7, clock, ...how });

const LAYERS: readonly (readonly [string, (clock: ManualClock) => Layer])[] = [
  ["retry", (clock) => retry({ clock })],
  ["rateLimit", (clock) => rateLimit({ octetsPerSecond: 100, burst: 1, connectionsPerSecond: 100, clock })],
  ["logging", () => logging(() => {})],
  ["chaos without faults", chaotic({})],
  ["chaos, slow", chaotic({ slowConnect: 1, delay: 1 })],
  ["chaos, byte by byte", chaotic({ cut: 1 })],
  ["chaos, joined", chaotic({ join: 1 })],
  ["chaos, all three", chaotic({ delay: 1, cut: 1, join: 1 })],
];

/** Advances the clock until the promise has settled. */
async function inTime<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let over = false;
  const mark = () => {
    over = true;
  };
  promise.then(mark, mark);
  for (let i = 0; i < 10_000; i++) {
    await clock.advance(50);
    if (over) return promise;
  }
  throw new Error("it does not settle");
}

class PollableConnection extends FakeConnection implements Connection {
  async poll(): Promise<Uint8Array | undefined> {
    await settled();
    return this.take();
  }
}

async function connected(layer: (clock: ManualClock) => Layer) {
  const clock = new ManualClock();
  const transport = new FakeTransport();
  transport.answer = async ({ address, port }) => new PollableConnection(address, port);
  const { signal } = new AbortController();
  const connection = await inTime(clock, layer(clock)(transport).connect(ENDPOINT, signal));
  return { clock, transport, connection, inner: transport.connections[0]! };
}

async function readAll(connection: Connection): Promise<number[]> {
  const all: number[] = [];
  for (;;) {
    const octets = await connection.receive("body");
    if (octets === undefined) return all;
    all.push(...octets);
  }
}

describe.each(LAYERS)("%s", (_, layer) => {
  test("returns all bytes in order, and then the end repeatedly", async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 5 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pieces, async (said) => {
        const { clock, connection, inner } = await connected(layer);
        for (const piece of said) inner.say(piece.slice());
        inner.say(undefined);
        inner.say(undefined);
        expect(await inTime(clock, readAll(connection))).toEqual(said.flatMap((piece) => [...piece]));
        expect(await inTime(clock, connection.receive())).toBeUndefined();
        connection.close();
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 10 },
    );
  });

  test("poll returns bytes that have arrived, in order with those of receive, and never the end", async () => {
    const steps = fc.array(fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 5 }), fc.constant("poll")), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (done) => {
        const { clock, connection, inner } = await connected(layer);
        const polled: number[] = [];
        const said: number[] = [];
        for (const step of done) {
          if (typeof step === "string") {
            polled.push(...((await inTime(clock, connection.poll!())) ?? []));
          } else {
            inner.say(step.slice());
            said.push(...step);
          }
        }
        inner.say(undefined);
        inner.say(undefined);
        expect([...polled, ...(await inTime(clock, readAll(connection)))]).toEqual(said);
        expect(await inTime(clock, connection.poll!())).toBeUndefined();
        connection.close();
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 10 },
    );
  });

  test("poll returns bytes that arrive while nothing is received, and leaves an error to receive", async () => {
    const { clock, connection, inner } = await connected(layer);
    inner.say("ab");
    const all: number[] = [];
    while (all.length < 2) all.push(...((await inTime(clock, connection.receive())) ?? [-1]));
    expect(await inTime(clock, connection.poll!())).toBeUndefined();
    inner.say("cd");
    while (all.length < 4) all.push(...((await inTime(clock, connection.poll!())) ?? [-1]));
    inner.say("ef");
    while (all.length < 6) all.push(...((await inTime(clock, connection.receive())) ?? [-1]));
    expect(all).toEqual([97, 98, 99, 100, 101, 102]);
    inner.say(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    expect(await inTime(clock, connection.poll!())).toBeUndefined();
    await expect(inTime(clock, connection.receive())).rejects.toMatchObject({ code: "ECONNRESET" });
    connection.close();
  });

  test("reports a reset as an error after earlier data, and never as an end", async () => {
    const { clock, connection, inner } = await connected(layer);
    inner.say("ab");
    inner.say(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    const seen: number[] = [];
    const reading = (async () => {
      while (seen.length < 3) seen.push(...((await connection.receive()) ?? [-1]));
    })();
    await expect(inTime(clock, reading)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(seen).toEqual([97, 98]);
    connection.close();
    expect(clock.pending).toBe(0);
  });

  test("sends data", async () => {
    const { clock, connection, inner } = await connected(layer);
    await inTime(clock, connection.send(Uint8Array.of(0x61, 0x62)));
    expect(inner.sent).toEqual(["ab"]);
    connection.close();
  });

  test("close: is idempotent, leaves nothing open, rejects pending calls and later ones", async () => {
    const { clock, connection, inner, transport } = await connected(layer);
    const waiting = expect(connection.receive()).rejects.toThrow();
    await settled();
    connection.close();
    connection.close();
    expect(inner.closed).toBe(true);
    expect(transport.open).toBe(0);
    await waiting;
    await expect(connection.receive()).rejects.toThrow();
    await expect(connection.send(Uint8Array.of(1))).rejects.toThrow();
    expect(clock.pending).toBe(0);
  });

  test("close while bytes are delayed: rejects pending calls, and leaves no timer", async () => {
    const { clock, connection, inner } = await connected(layer);
    inner.say("a long chunk");
    const outcome = connection.receive().then(
      () => "given",
      () => "told",
    );
    await settled();
    const held = clock.pending > 0;
    connection.close();
    expect(await outcome).toBe(held ? "told" : "given");
    expect(clock.pending).toBe(0);
  });

  test("ends an aborted connect at once with its reason, and leaves nothing open", async () => {
    const clock = new ManualClock();
    const transport = new FakeTransport();
    transport.answer = async (_endpoint, signal) => {
      signal.throwIfAborted();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const abort = new AbortController();
    const outer = layer(clock)(transport);
    const attempts = [outer.connect(ENDPOINT, abort.signal), outer.connect(ENDPOINT, abort.signal)];
    const all = Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow("enough")));
    await settled();
    abort.abort(new Error("enough"));
    await all;
    expect(clock.pending).toBe(0);
    await expect(outer.connect(ENDPOINT, abort.signal)).rejects.toThrow("enough");
  });
});
