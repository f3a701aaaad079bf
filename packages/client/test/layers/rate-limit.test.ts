import fc from "fast-check";
import { expect, test } from "vitest";
import { type RateLimitOptions, rateLimit } from "../../src/layers/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

const ENDPOINT = { address: "127.0.0.1", port: 4000, maxBuffer: 1024 };
const { signal } = new AbortController();

function limited(options: RateLimitOptions) {
  const clock = new ManualClock();
  const transport = new FakeTransport();
  const outer = rateLimit({ clock, ...options })(transport);
  const connect = async () => {
    const connection = await outer.connect(ENDPOINT, signal);
    return { connection, inner: transport.connections.at(-1)! };
  };
  return { clock, transport, outer, connect };
}

/** Checks whether a promise has settled. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  promise.then(
    () => (over = true),
    () => (over = true),
  );
  await settled();
  return over;
}

test("returns saved bytes at once, and later chunks at the rate, unsplit", async () => {
  const { clock, connect } = limited({ octetsPerSecond: 100, burst: 10 });
  const { connection, inner } = await connect();
  inner.say("0123456789");
  expect(await connection.receive()).toHaveLength(10);
  inner.say("ab");
  const second = connection.receive();
  await clock.advance(19);
  expect(await isOver(second)).toBe(false);
  await clock.advance(1);
  expect(await second).toEqual(Uint8Array.of(0x61, 0x62));
});

test("delays polled bytes like received ones", async () => {
  const { clock, transport, connect } = limited({ octetsPerSecond: 100, burst: 1 });
  transport.answer = async ({ address, port }) => {
    const inner = new FakeConnection(address, port);
    return Object.assign(inner, { poll: async () => inner.take() });
  };
  const { connection, inner } = await connect();
  inner.say("0123456789a");
  const polling = connection.poll!();
  await clock.advance(99);
  expect(await isOver(polling)).toBe(false);
  await clock.advance(1);
  expect(await polling).toHaveLength(11);
});

test("shares one rate between sending and receiving over all connections", async () => {
  const { clock, connect } = limited({ octetsPerSecond: 100, burst: 10 });
  const [one, two] = [await connect(), await connect()];
  await one.connection.send(new Uint8Array(10));
  two.inner.say("12345");
  const receiving = two.connection.receive();
  await settled();
  const sending = one.connection.send(new Uint8Array(5));
  await clock.advance(49);
  expect([await isOver(receiving), await isOver(sending)]).toEqual([false, false]);
  await clock.advance(1);
  expect([await isOver(receiving), await isOver(sending)]).toEqual([true, false]);
  await clock.advance(50);
  expect(await isOver(sending)).toBe(true);
});

test("delays a chunk larger than the burst until its cost is available", async () => {
  const { clock, connect } = limited({ octetsPerSecond: 1000, burst: 1 });
  const { connection, inner } = await connect();
  inner.say(new Uint8Array(501));
  const receiving = connection.receive();
  await clock.advance(499);
  expect(await isOver(receiving)).toBe(false);
  await clock.advance(1);
  expect(await receiving).toHaveLength(501);
  expect(clock.pending).toBe(0);
});

test("saves at most the burst while idle", async () => {
  const { clock, connect } = limited({ octetsPerSecond: 100, burst: 10 });
  const { connection } = await connect();
  await clock.advance(3_600_000);
  await connection.send(new Uint8Array(10));
  expect(await isOver(connection.send(new Uint8Array(1)))).toBe(false);
  connection.close();
});

test("an aborted request takes no tokens, and blocks no other request", async () => {
  const { clock, connect } = limited({ octetsPerSecond: 100, burst: 10 });
  const [one, two] = [await connect(), await connect()];
  await one.connection.send(new Uint8Array(10));
  const big = expect(one.connection.send(new Uint8Array(100_000))).rejects.toThrow("closed");
  const small = two.connection.send(new Uint8Array(1));
  one.connection.close();
  await big;
  expect(one.inner.sent).toHaveLength(1);
  await clock.advance(10);
  expect(await isOver(small)).toBe(true);
  expect(clock.pending).toBe(0);
});

test("transfers at most the burst, or one chunk, plus the rate in any time span", async () => {
  const piece = fc.record({
    pause: fc.nat({ max: 400 }),
    size: fc.integer({ min: 1, max: 300 }),
    who: fc.nat({ max: 2 }),
  });
  const pieces = fc.array(piece, { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 200 }), async (said, burst) => {
      const rate = 500;
      const { clock, connect } = limited({ octetsPerSecond: rate, burst });
      const all = [await connect(), await connect(), await connect()];
      const given: { readonly at: number; readonly size: number }[] = [];
      const sending: Promise<void>[] = [];
      for (const { pause, size, who } of said) {
        const note = () => void given.push({ at: clock.now(), size });
        sending.push(all[who]!.connection.send(new Uint8Array(size)).then(note));
        for (let i = 0; i < pause; i += 20) await clock.advance(20);
      }
      while (clock.pending > 0) await clock.advance(20);
      await Promise.all(sending);
      const most = Math.max(burst, ...said.map(({ size }) => size));
      for (const [i, from] of given.entries()) {
        let sum = 0;
        for (const to of given.slice(i)) {
          sum += to.size;
          expect(sum).toBeLessThanOrEqual(most + ((to.at - from.at) / 1000) * rate + 1e-6);
        }
      }
      expect(given).toHaveLength(said.length);
    }),
    { numRuns: 15 },
  );
});

test("limits connections as well, and does not count an aborted one", async () => {
  const { clock, transport, outer } = limited({ octetsPerSecond: 1, connectionsPerSecond: 2 });
  const abort = new AbortController();
  await Promise.all([outer.connect(ENDPOINT, signal), outer.connect(ENDPOINT, signal)]);
  const third = expect(outer.connect(ENDPOINT, abort.signal)).rejects.toThrow("enough");
  const fourth = outer.connect(ENDPOINT, signal);
  abort.abort(new Error("enough"));
  await third;
  await clock.advance(499);
  expect(transport.dialled).toHaveLength(2);
  await clock.advance(1);
  await fourth;
  expect(transport.dialled).toHaveLength(3);
  expect(clock.pending).toBe(0);
});

test("supports less than one connection per second", async () => {
  const { clock, transport, outer } = limited({ octetsPerSecond: 1, connectionsPerSecond: 0.5 });
  await outer.connect(ENDPOINT, signal);
  const second = outer.connect(ENDPOINT, signal);
  await clock.advance(1_999);
  expect(transport.dialled).toHaveLength(1);
  await clock.advance(1);
  await second;
});

test("does not limit with Infinity", async () => {
  const { clock, connect } = limited({ octetsPerSecond: Number.POSITIVE_INFINITY });
  const { connection } = await connect();
  await connection.send(new Uint8Array(10_000));
  expect(clock.pending).toBe(0);
});

test("ignores a clock that is set back", async () => {
  const clock = new ManualClock();
  let shift = 0;
  const wrong = { now: () => clock.now() + shift, setTimeout: clock.setTimeout.bind(clock) };
  const { connect } = limited({ octetsPerSecond: 100, burst: 10, clock: wrong });
  const { connection } = await connect();
  await connection.send(new Uint8Array(10));
  shift = -1_000_000;
  const sending = connection.send(new Uint8Array(10));
  await clock.advance(99);
  expect(await isOver(sending)).toBe(false);
  await clock.advance(1);
  expect(await isOver(sending)).toBe(true);
});

test.each([
  { octetsPerSecond: Number.NaN },
  { octetsPerSecond: 0 },
  {} as never,
  { octetsPerSecond: 1, brust: 2 } as never,
  { octetsPerSecond: 1, clock: {} as never },
  { octetsPerSecond: "1000" as never },
  { octetsPerSecond: 1, burst: 0 },
  { octetsPerSecond: 1, connectionsPerSecond: -1 },
])("rejects %o with bad-option", (options) => {
  expect(() => rateLimit(options)).toThrow(expect.objectContaining({ code: "bad-option" }));
});
