import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Completeness, DEFAULT_LIMITS, defineScheme, type Scheme } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type CallOptions, createClient, type GetResult } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

/** More than a call of a function has room for as arguments. */
const MANY = 80_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of memory in use: objects, and buffers. */
function memory(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Reads `count` chunks of one byte, and returns the memory in use after the last one. */
class OneByOne {
  held = 0;

  async get(retrievedBy: (retrieved: GetResult) => Promise<Uint8Array>, options: CallOptions = {}) {
    const counting = this;
    async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
      const before = memory();
      for (let i = 0; i < MANY; i++) yield Uint8Array.of(i & 0xff);
      counting.held = memory() - before;
      return true;
    }
    const scheme: Scheme = defineScheme({
      name: "x-tiny",
      cite: ["x-tiny"],
      parse: () => ({}),
      format: () => "x-tiny:",
      examples: [],
      access: async () => ({ get: async () => ({ body: body(), size: MANY }) }),
    });
    const client = createClient({ schemes: [scheme], transport: new FakeTransport() });
    return retrievedBy(await client.get("x-tiny:a", options));
  }
}

describe("a body in chunks of one byte", () => {
  it.each<readonly [string, (retrieved: GetResult) => Promise<Uint8Array>, CallOptions]>([
    ["bytes()", ({ bytes }) => bytes(), {}],
    ["bytes(), with attempts", ({ bytes }) => bytes(), { retry: { attempts: 1 } }],
    ["bytes(), after the stream was created", (retrieved) => retrieved.body && retrieved.bytes(), {}],
    ["text()", async ({ text }) => Uint8Array.from(await text(), (char) => char.charCodeAt(0)), {}],
  ])("is read by %s in at most twice its size of memory", async (name, read, options) => {
    const tiny = new OneByOne();
    const bytes = await tiny.get(read, options);
    expect(bytes.length).toBe(MANY);
    const same = bytes.every((byte, i) => byte === (name === "text()" && (i & 0x80) !== 0 ? 0xfd : i & 0xff));
    expect(same).toBe(true);
    // Twice the size, plus the memory of a call without its body.
    expect(tiny.held).toBeLessThan(2 * MANY + 256 * 1024);
  });
});

describe("bytes() of a body in small chunks", () => {
  /** Reads chunks of these lengths from a body whose stated size is `size` bytes. */
  async function read(lengths: readonly number[], size?: number, maxBytes?: number): Promise<Uint8Array> {
    async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
      let at = 0;
      for (const length of lengths) yield Uint8Array.from({ length }, () => at++ & 0xff);
      return true;
    }
    const scheme: Scheme = defineScheme({
      name: "x-sized",
      cite: ["x-sized"],
      parse: () => ({}),
      format: () => "x-sized:",
      examples: [],
      access: async () => ({ get: async () => ({ body: body(), ...(size !== undefined && { size }) }) }),
    });
    const limits = maxBytes === undefined ? {} : { maxBytes };
    const client = createClient({ schemes: [scheme], transport: new FakeTransport(), limits });
    return (await client.get("x-sized:a")).bytes();
  }

  it.each([
    ["nothing", []],
    ["one chunk", [5]],
    ["chunks of many sizes", [1, 0, 3, 5000, 1, 70_000, 2, 200_000, 1]],
  ])("returns an array with its own buffer for %s", async (_, lengths) => {
    const length = lengths.reduce((sum, each) => sum + each, 0);
    for (const size of [
      undefined,
      length,
      0,
      3,
      length + 100,
      Number.MAX_SAFE_INTEGER,
      Number.NaN,
      -1,
      0.5,
    ]) {
      const bytes = await read(lengths, size);
      expect([bytes.length, bytes.buffer.byteLength]).toEqual([length, length]);
      expect(bytes.every((byte, i) => byte === (i & 0xff))).toBe(true);
    }
  });

  it("has a limit by default, and the stream has none", async () => {
    const chunk = new Uint8Array(DEFAULT_LIMITS.maxBytes / 4);
    async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
      for (let i = 0; i < 5; i++) yield chunk;
      return true;
    }
    const scheme: Scheme = defineScheme({
      name: "x-large",
      cite: ["x-large"],
      parse: () => ({}),
      format: () => "x-large:",
      examples: [],
      access: async () => ({ get: async () => ({ body: body() }) }),
    });
    const client = createClient({ schemes: [scheme], transport: new FakeTransport() });
    await expect((await client.get("x-large:a")).bytes()).rejects.toMatchObject({ code: "too-large" });
    let received = 0;
    for await (const { length } of (await client.get("x-large:a")).chunks()) received += length;
    expect(received).toBe(5 * chunk.length);
  });

  it("allocates nothing for a size that is only stated", async () => {
    const before = memory();
    let held = 0;
    async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
      yield Uint8Array.of(1);
      held = memory() - before;
      return true;
    }
    const scheme: Scheme = defineScheme({
      name: "x-lies",
      cite: ["x-lies"],
      parse: () => ({}),
      format: () => "x-lies:",
      examples: [],
      access: async () => ({ get: async () => ({ body: body(), size: 60 * 1024 * 1024 }) }),
    });
    const client = createClient({ schemes: [scheme], transport: new FakeTransport() });
    expect((await (await client.get("x-lies:a")).bytes()).length).toBe(1);
    expect(held).toBeLessThan(2 * 1024 * 1024);
  });
});
