import type { Connection } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChaosOptions, chaos, type Layer, logging, rateLimit, retry } from "../../src/layers/index.ts";
import { FakeTransport, ManualClock, settled } from "../world.ts";

/* What `Connection` promises, through each layer. */

const ENDPOINT = { address: "127.0.0.1", port: 4000, maxBuffer: 1024 };
const chaotic = (how: Partial<ChaosOptions>) => (clock: ManualClock) => chaos({ seed: 7, clock, ...how });

const LAYERS: readonly (readonly [string, (clock: ManualClock) => Layer])[] = [
  ["retry", (clock) => retry({ clock })],
  ["rateLimit", (clock) => rateLimit({ octetsPerSecond: 100, burst: 1, connectionsPerSecond: 100, clock })],
  ["logging", () => logging(() => {})],
  ["chaos that does nothing", chaotic({})],
  ["chaos, slow", chaotic({ slowConnect: 1, delay: 1 })],
  ["chaos, octet by octet", chaotic({ cut: 1 })],
  ["chaos, joined", chaotic({ join: 1 })],
  ["chaos, all three", chaotic({ delay: 1, cut: 1, join: 1 })],
];

/** Lets time go by until the promise has settled. */
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

async function connected(layer: (clock: ManualClock) => Layer) {
  const clock = new ManualClock();
  const transport = new FakeTransport();
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
  test("octets come as they were said, all of them and in order, and then the end, again and again", async () => {
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

  test("a reset is an error, after what came before it, and never an end", async () => {
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

  test("what is sent goes out", async () => {
    const { clock, connection, inner } = await connected(layer);
    await inTime(clock, connection.send(Uint8Array.of(0x61, 0x62)));
    expect(inner.sent).toEqual(["ab"]);
    connection.close();
  });

  test("close: once or twice, nothing is left, whoever waits is told, and nothing works any more", async () => {
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

  test("close while octets are held: whoever waits is told, and no timer is left", async () => {
    const { clock, connection, inner } = await connected(layer);
    inner.say("a long piece");
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

  test("an abort amid connecting: its reason, at once, and nothing is left", async () => {
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
