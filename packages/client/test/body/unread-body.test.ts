import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { defineScheme, type Entity, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type CallOptions, createClient, type GetResult } from "../../src/index.ts";
import { FakeConnection, FakeTransport, ManualClock, outcome, settled } from "../world.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const KIB = 1024;

/** `x-body://host/SIZE`: what the server says until it closes. The server says beforehand that there are SIZE bytes. */
const scheme = defineScheme({
  name: "x-body",
  defaultPort: 4000,
  cite: ["x-body"],
  parse: () => ({}),
  format: () => "x-body://h/",
  examples: [],
  access: async () => ({
    async get({ host = "", path }: Url, context: Context): Promise<Entity> {
      const connection = await context.connect({ host, port: 4000 });
      // A scheme may use one array for all of its chunks.
      const shared = new Uint8Array(128 * KIB);
      async function* body(): AsyncGenerator<Uint8Array, true, void> {
        for (;;) {
          const bytes = await connection.receive("body");
          if (bytes === undefined) return true;
          shared.set(bytes);
          yield shared.subarray(0, bytes.length);
        }
      }
      return { body: body(), ...(path !== "/" && { size: Number(path.slice(1)) }) };
    },
  }),
});

/** Each connection that is opened says what the test gives for it. */
function world(says: (connection: number) => readonly (string | Error | undefined)[], perServer = 6) {
  const [transport, clock] = [new FakeTransport(), new ManualClock()];
  transport.answer = async ({ address, port }) => {
    const connection = new FakeConnection(address, port);
    for (const what of says(transport.connections.length)) connection.say(what);
    return connection;
  };
  const client = createClient({ schemes: [scheme] as const, transport, clock, connections: { perServer } });
  const get = (path = "/", options?: CallOptions) => client.get(`x-body://h.example${path}`, options);
  return { transport, clock, client, get };
}

const SMALL = ["abc", "def", undefined];
const LARGE = Array.from({ length: 100 }, () => "x".repeat(10 * KIB));

describe("a body that has no reader yet", () => {
  it("holds no connection and no slot after an abort", async () => {
    const { get, transport } = world(() => LARGE, 1);
    const controller = new AbortController();
    // Too large to be read ahead, so nothing waits for its bytes.
    const first = await get("/1024000", { signal: controller.signal });
    controller.abort(new Error("enough"));
    expect(transport.open).toBe(0);
    const second = await get("/1024000");
    await second[Symbol.asyncDispose]();
    await expect(first.bytes()).rejects.toThrow("enough");
  });

  it.each(["/", "/6"])("holds no connection when all of it has arrived (%s)", async (path) => {
    const { get, transport, clock } = world(() => SMALL);
    const all: GetResult[] = [];
    for (let i = 0; i < 50; i++) all.push(await get(path));
    await settled();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
    const [bytes, text, stream, octets, ...others] = all;
    expect(await bytes!.bytes()).toEqual(new TextEncoder().encode("abcdef"));
    expect(await text!.text()).toBe("abcdef");
    expect(await new Response(stream!.body).text()).toBe("abcdef");
    for await (const chunk of octets!.chunks()) expect(new TextDecoder().decode(chunk)).toBe("abcdef");
    expect(await Promise.all([bytes, text, stream, octets].map((each) => each!.complete))).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(await others[0]!.text()).toBe("abcdef");
  });

  it("gives the same bytes, however many have arrived when its reader comes", async () => {
    const pieces = ["one", "two", "three", "four"];
    for (let arrived = 0; arrived <= pieces.length; arrived++) {
      const { get, transport } = world(() => pieces.slice(0, arrived));
      const retrieved = await get();
      await settled();
      const whole = retrieved.text();
      for (const piece of pieces.slice(arrived)) {
        transport.connections[0]!.say(piece);
        await settled();
      }
      transport.connections[0]!.say(undefined);
      expect(await whole).toBe("onetwothreefour");
    }
  });

  it("is read no further than 64 KiB, and the limit maxBuffer", async () => {
    const { get, transport } = world(() => LARGE);
    const [first, second] = [await get(), await get("/", { limits: { maxBuffer: 25 * KIB } })];
    await settled();
    expect(transport.connections.map(({ waiting }) => 100 - waiting)).toEqual([7, 3]);
    await first.body.cancel();
    await second.body.cancel();
  });

  it("is not read at all if the server says that it is longer", async () => {
    const { get, transport } = world(() => LARGE);
    await using _ = await get(`/${1000 * KIB}`);
    await settled();
    expect(transport.connections[0]!.waiting).toBe(100);
  });

  it("reports progress when it is read, not when it arrives", async () => {
    const received: number[] = [];
    const { get } = world(() => SMALL);
    const retrieved = await get("/6", { onProgress: (progress) => received.push(progress.received) });
    await settled();
    expect(received).toEqual([]);
    await retrieved.bytes();
    expect(received).toEqual([6]);
  });

  it("reports its failure to the reader after the bytes that had arrived", async () => {
    const { get, transport, clock } = world(() => ["abc", new Error("reset")]);
    const retrieved = await get();
    await settled();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
    const reader = retrieved.body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("abc");
    await expect(reader.read()).rejects.toMatchObject({ code: "truncated", endpoint: "h.example:4000" });
    expect(await retrieved.complete).toBe(false);
  });

  it("is dropped after an abort, even if all of it has arrived", async () => {
    const [controller, reason] = [new AbortController(), new Error("enough")];
    const { get } = world(() => SMALL);
    const [first, second] = [
      await get("/", { signal: controller.signal }),
      await get("/", { signal: controller.signal }),
    ];
    await settled();
    controller.abort(reason);
    await expect(first.text()).rejects.toBe(reason);
    await expect(second.body.getReader().read()).rejects.toBe(reason);
  });

  it.each([
    ["has arrived", SMALL],
    ["has failed for the last time", [new Error("reset")]],
  ])("leaves no listener on the caller's signal when it %s", async (_, says) => {
    const { signal } = new AbortController();
    const { get, clock } = world(() => says);
    const retrieved = await get("/", { signal, retry: { attempts: 1 } });
    await clock.advance(1_000);
    expect([getEventListeners(signal, "abort").length, clock.pending]).toEqual([0, 0]);
    await retrieved[Symbol.asyncDispose]();
  });

  it("is not read past the limit maxBytes by bytes()", async () => {
    const { get } = world(() => SMALL);
    const retrieved = await get("/", { limits: { maxBytes: 5 } });
    await settled();
    await expect(retrieved.bytes()).rejects.toMatchObject({ code: "too-large" });
  });
});

describe("disposing of a response", () => {
  it("closes its connection, and gives its slot to the next call", async () => {
    const { get, transport, clock } = world(() => LARGE, 1);
    for (let i = 0; i < 10; i++) {
      await using retrieved = await get();
      await settled();
      expect([transport.open, retrieved.size]).toEqual([1, undefined]);
    }
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("ends a read in progress and all later ones", async () => {
    const { get } = world(() => LARGE);
    const [streamed, iterated, unread] = [await get(), await get(), await get()];
    const reader = streamed.body.getReader();
    await reader.read();
    const octets = iterated.chunks();
    await octets.next();
    for (const each of [streamed, iterated, unread]) await each[Symbol.asyncDispose]();
    await expect(reader.read()).rejects.toThrow(new TypeError("the response was disposed of"));
    await expect(octets.next()).rejects.toThrow(new TypeError("the response was disposed of"));
    await expect(unread.bytes()).rejects.toThrow(TypeError);
    expect(() => unread.body).toThrow(TypeError);
    expect(await Promise.all([streamed, iterated, unread].map(({ complete }) => complete))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("ends a read that waits for the server", async () => {
    const { get, transport, clock } = world(() => []);
    const retrieved = await get();
    const reading = outcome(retrieved.text());
    await settled();
    await retrieved[Symbol.asyncDispose]();
    await settled();
    expect(reading.is).toEqual(new TypeError("the response was disposed of"));
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("does not wait for a scheme that ignores it", async () => {
    const hanging = defineScheme({
      name: "x-hanging",
      cite: ["x-hanging"],
      parse: () => ({}),
      format: () => "x-hanging:",
      examples: [],
      access: async () => ({
        async get(): Promise<Entity> {
          async function* body(): AsyncGenerator<Uint8Array, true, void> {
            await new Promise(() => {});
            yield new Uint8Array(1);
            return true;
          }
          return { body: body() };
        },
      }),
    });
    const client = createClient({ schemes: [hanging] as const, transport: new FakeTransport() });
    await (await client.get("x-hanging:"))[Symbol.asyncDispose]();
    await (await client.get("x-hanging:")).body.cancel();
  });

  it("changes nothing after the body has been read", async () => {
    const { get } = world(() => SMALL);
    const retrieved = await get();
    expect(await retrieved.text()).toBe("abcdef");
    await retrieved[Symbol.asyncDispose]();
    await retrieved[Symbol.asyncDispose]();
    expect(await retrieved.complete).toBe(true);
  });
});

/** Gives the program its turn: a timer that was set before has fired. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await settled();
}

describe("a response that the program has dropped", () => {
  /** Gets a response, and keeps no reference to it. */
  const drop = async (get: () => Promise<GetResult>, use: (retrieved: GetResult) => unknown = () => {}) => {
    await use(await get());
    await turn();
  };

  it.each([
    ["unread", () => {}],
    ["with its stream", ({ body }: GetResult) => body.locked],
    ["while it was read", ({ body }: GetResult) => body.getReader().read()],
    ["while its chunks were read", (retrieved: GetResult) => retrieved.chunks().next()],
  ])("closes its connection when it is collected: %s", async (_, use) => {
    const { get, transport, clock } = world(() => LARGE, 1);
    await drop(get, use);
    expect(transport.open).toBe(1);
    const next = get();
    await settled();
    collectGarbage();
    // It waits until the garbage collector reports the first one.
    await (await next).body.cancel();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  describe("is registered with the garbage collector", () => {
    afterEach(() => vi.restoreAllMocks());

    it.each<readonly [string, readonly (string | undefined)[], (retrieved: GetResult) => unknown, number]>([
      ["if the program leaves it unread", LARGE, () => {}, 1],
      ["if the program only takes its stream", LARGE, ({ body }) => body.locked, 1],
      ["unless it has arrived", SMALL, () => {}, 0],
      ["unless bytes() reads it", LARGE, (retrieved) => void retrieved.bytes().catch(() => {}), 0],
      ["unless text() reads it", LARGE, (retrieved) => void retrieved.text().catch(() => {}), 0],
      ["unless it was disposed of", LARGE, (retrieved) => retrieved[Symbol.asyncDispose](), 0],
      ["unless its reader left it", LARGE, ({ body }) => body.cancel(), 0],
    ])("%s", async (_, says, use, times) => {
      const register = vi.spyOn(FinalizationRegistry.prototype, "register");
      const { get, transport } = world(() => says);
      const retrieved = await get();
      await use(retrieved);
      await turn();
      expect(register).toHaveBeenCalledTimes(times);
      transport.connections[0]!.say(undefined);
      await retrieved[Symbol.asyncDispose]();
    });
  });

  it("is not collected while the program has its stream", async () => {
    const { get, transport } = world(() => LARGE, 1);
    let body: ReadableStream<Uint8Array> | undefined;
    await drop(get, (retrieved) => {
      body = retrieved.body;
    });
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      await settled();
    }
    expect(transport.open).toBe(1);
    transport.connections[0]!.say(undefined);
    expect((await new Response(body).bytes()).length).toBe(1000 * KIB);
  });
});
