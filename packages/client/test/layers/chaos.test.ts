import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChaosEvent, type ChaosOptions, chaos } from "../../src/layers/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

const ENDPOINT = { address: "192.0.2.1", port: 70, maxBuffer: 1024 };
const { signal } = new AbortController();

function around(options: Partial<ChaosOptions>) {
  const clock = new ManualClock();
  const transport = new FakeTransport();
  const events: ChaosEvent[] = [];
  const onEvent = (event: ChaosEvent) => void events.push(event);
  const outer = chaos({ seed: 1, clock, onEvent, ...options })(transport);
  return { clock, transport, events, outer };
}

async function connected(options: Partial<ChaosOptions>) {
  const world = around(options);
  const connection = await world.outer.connect(ENDPOINT, signal);
  return { ...world, connection, inner: world.transport.connections[0]! };
}

const TEXT = "abcdefghijklmnopqrstuvwxyz";

function sayAll(inner: FakeConnection): void {
  inner.say(TEXT);
  inner.say(undefined);
}

/** Returns the received chunks, and how the data ended. */
async function received(options: Partial<ChaosOptions>) {
  const world = await connected(options);
  sayAll(world.inner);
  const pieces: string[] = [];
  let ending = "";
  try {
    for (;;) {
      const octets = await world.connection.receive();
      if (octets === undefined) break;
      pieces.push(String.fromCharCode(...octets));
    }
    ending = "end";
  } catch (error) {
    ending = (error as { readonly code: string }).code;
  }
  return { ...world, pieces, text: pieces.join(""), ending };
}

describe("a poll under chaos", () => {
  async function polled(options: Partial<ChaosOptions>) {
    const world = around(options);
    world.transport.answer = async ({ address, port }) => {
      const inner = new FakeConnection(address, port);
      return Object.assign(inner, { poll: async () => inner.take() });
    };
    const connection = await world.outer.connect(ENDPOINT, signal);
    sayAll(world.transport.connections[0]!);
    let text = "";
    for (;;) {
      const octets = await connection.poll!();
      if (octets === undefined) return { ...world, connection, text };
      text += String.fromCharCode(...octets);
    }
  }

  test.each(["end", "reset", "stall"] as const)(
    "returns the bytes before a fault (%s), which the next receive has",
    async (fault) => {
      const { connection, text, events } = await polled({ [fault]: 1, within: 10 });
      expect(TEXT.startsWith(text)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(10);
      expect(events).toEqual([]);
      const next = connection.receive();
      next.catch(() => {});
      await settled();
      expect(events).toMatchObject([{ did: fault, at: text.length }]);
      connection.close();
    },
  );

  test("returns the bytes one by one, and corrupts them, like a receive", async () => {
    const { events, text } = await polled({ cut: 1, corrupt: 1, within: 10 });
    expect(text).toHaveLength(TEXT.length);
    expect(text).not.toBe(TEXT);
    expect(new Set(events.map(({ did }) => did))).toEqual(new Set(["cut", "corrupt"]));
  });
});

describe("the faults and their events", () => {
  test("refuse: fails like the system, without dialing", async () => {
    const { transport, events, outer } = around({ refuse: 1 });
    const refused = { code: "ECONNREFUSED", syscall: "connect" };
    await expect(outer.connect(ENDPOINT, signal)).rejects.toMatchObject(refused);
    expect(transport.dialled).toHaveLength(0);
    expect(events).toEqual([{ did: "refuse", connection: 1, address: "192.0.2.1", port: 70, at: 0 }]);
  });

  test("slowConnect: dials after a delay, which an abort ends", async () => {
    const { clock, transport, events, outer } = around({ slowConnect: 1, longest: 1000 });
    const attempt = outer.connect(ENDPOINT, signal);
    await settled();
    expect(transport.dialled).toHaveLength(0);
    await clock.advance(1000);
    await attempt;
    const abort = new AbortController();
    const second = expect(outer.connect(ENDPOINT, abort.signal)).rejects.toThrow("enough");
    abort.abort(new Error("enough"));
    await second;
    expect(clock.pending).toBe(0);
    expect(events.map(({ did, connection }) => [did, connection])).toEqual([
      ["slow-connect", 1],
      ["slow-connect", 2],
    ]);
  });

  test("delay: delays each chunk", async () => {
    const { clock, connection, inner, events } = await connected({ delay: 1, longest: 1000 });
    for (const text of ["a", "b"]) {
      inner.say(text);
      const receiving = connection.receive();
      await settled();
      expect(clock.pending).toBe(1);
      await clock.advance(1000);
      expect(await receiving).toEqual(new TextEncoder().encode(text));
    }
    expect(events.map(({ did }) => did)).toEqual(["delay"]);
  });

  test("cut: returns single bytes", async () => {
    const { pieces, events } = await received({ cut: 1 });
    expect(pieces).toEqual([...TEXT]);
    expect(events.map(({ did }) => did)).toEqual(["cut"]);
  });

  test("join: joins chunks that arrive within a while, and does not wait longer", async () => {
    const { clock, connection, inner, events } = await connected({ join: 1, longest: 1000 });
    inner.say("ab");
    inner.say("cd");
    const receiving = connection.receive();
    await settled();
    inner.say("ef");
    await clock.advance(1000);
    expect(await receiving).toEqual(new TextEncoder().encode("abcdef"));
    expect(events.map(({ did }) => did)).toEqual(["join"]);
    const late = connection.receive();
    inner.say("gh");
    await clock.advance(1000);
    expect(await late).toEqual(new TextEncoder().encode("gh"));
  });

  test("join: leaves an end or an error for the next receive", async () => {
    for (const what of [undefined, new Error("broken")]) {
      const { connection, inner } = await connected({ join: 1 });
      inner.say("ab");
      inner.say(what);
      expect(await connection.receive()).toEqual(new TextEncoder().encode("ab"));
      if (what === undefined) expect(await connection.receive()).toBeUndefined();
      else await expect(connection.receive()).rejects.toThrow("broken");
    }
  });

  test("reset: fails repeatedly after some bytes, and closes the inner connection", async () => {
    const { text, ending, events, connection, inner } = await received({ reset: 1, within: 20 });
    expect(ending).toBe("ECONNRESET");
    expect(TEXT.startsWith(text)).toBe(true);
    expect(events).toEqual([
      { did: "reset", connection: 1, address: "192.0.2.1", port: 70, at: text.length },
    ]);
    expect(inner.closed).toBe(true);
    await expect(connection.receive()).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect(connection.send(Uint8Array.of(1))).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("end: ends repeatedly after some bytes; sending still works", async () => {
    const { text, ending, events, connection, inner } = await received({ end: 1, within: 20 });
    expect(ending).toBe("end");
    expect(text).toBe(TEXT.slice(0, events[0]!.at));
    expect(events.map(({ did }) => did)).toEqual(["end"]);
    expect(await connection.receive()).toBeUndefined();
    await connection.send(Uint8Array.of(0x61));
    expect(inner.sent).toEqual(["a"]);
    expect(inner.closed).toBe(false);
    connection.close();
    expect(inner.closed).toBe(true);
  });

  test("stall: receives nothing until the connection is closed", async () => {
    const { clock, connection, inner, events } = await connected({ stall: 1, within: 0 });
    sayAll(inner);
    let over = false;
    const waiting = connection.receive().finally(() => {
      over = true;
    });
    const told = expect(waiting).rejects.toThrow("closed");
    await clock.advance(86_400_000);
    expect(over).toBe(false);
    await connection.send(Uint8Array.of(0x61));
    expect(inner.sent).toEqual(["a"]);
    connection.close();
    await told;
    expect(events.map(({ did }) => did)).toEqual(["stall"]);
  });

  test("corrupt: flips one bit of one byte", async () => {
    for (let seed = 1; seed < 20; seed++) {
      const { text, events } = await received({ seed, corrupt: 1, within: 20 });
      const changed = [...TEXT].flatMap((char, i) => (char === text[i] ? [] : [i]));
      expect(changed).toHaveLength(1);
      const [at] = changed;
      const difference = TEXT.charCodeAt(at!) ^ text.charCodeAt(at!);
      expect(Math.log2(difference) % 1).toBe(0);
      expect(text).toHaveLength(TEXT.length);
      expect(events.map(({ did }) => did)).toEqual(["corrupt"]);
    }
  });
});

describe("without corrupt, the data is a prefix of the original", () => {
  const probability = fc.constantFrom(0, 0.5, 1);
  test("with all other faults", async () => {
    const options = fc.record({ seed: fc.integer(), cut: probability, reset: probability, end: probability });
    await fc.assert(
      fc.asyncProperty(options, async (given) => {
        const { text, ending, events } = await received({ ...given, within: 20 });
        expect(TEXT.startsWith(text)).toBe(true);
        const last = events.find(({ did }) => did === "reset" || did === "end")?.did;
        expect([ending, text === TEXT]).toEqual(
          last === "reset" ? ["ECONNRESET", false] : last === "end" ? ["end", false] : ["end", true],
        );
      }),
    );
  });
});

describe("chaos with the same seed", () => {
  const all = { slowConnect: 0.3, refuse: 0.3, cut: 0.3, reset: 0.3, end: 0.3, longest: 0, within: 20 };

  async function run(options: Partial<ChaosOptions>) {
    const world = around({ ...all, ...options });
    for (let i = 0; i < 50; i++) {
      const attempt = world.outer.connect(ENDPOINT, signal).catch(() => undefined);
      await world.clock.advance(1);
      const connection = await attempt;
      if (connection === undefined) continue;
      sayAll(world.transport.connections.at(-1)!);
      for (let more = true; more; ) more = (await connection.receive().catch(() => undefined)) !== undefined;
    }
    return world.events;
  }

  test("repeats the faults of each connection, and another seed differs", async () => {
    const [one, again, other] = [await run({ seed: 5 }), await run({ seed: 5 }), await run({ seed: 6 })];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    for (const did of ["slow-connect", "refuse", "cut", "reset", "end"]) {
      // Of 50, about half are expected, but not all.
      const count = one.filter((event) => event.did === did).length;
      expect([did, count > 3, count < 40]).toEqual([did, true, true]);
    }
  });

  test("keeps the other faults if one probability changes", async () => {
    const one = await run({ seed: 5, end: 0 });
    const without = await run({ seed: 5, end: 0, cut: 0 });
    expect(without).toEqual(one.filter(({ did }) => did !== "cut"));
  });
});

test("chaos injects nothing by default", async () => {
  const { pieces, ending, events } = await received({});
  expect([pieces, ending, events]).toEqual([[TEXT], "end", []]);
});

test.each([
  { seed: 1.5 },
  { seed: undefined } as never,
  { rest: 0.1 } as never,
  { onEvent: {} as never },
  { seed: Number.NaN },
  { refuse: 1.1 },
  { reset: -0.1 },
  { stall: Number.NaN },
  { cut: "0.5" as never },
  { longest: Number.NaN },
  { within: -1 },
  { within: Number.POSITIVE_INFINITY },
])("chaos rejects %o with bad-option", (options) => {
  expect(() => chaos({ seed: 1, ...options })).toThrow(expect.objectContaining({ code: "bad-option" }));
});
