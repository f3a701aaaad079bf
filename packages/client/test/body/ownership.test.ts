import { type Completeness, defineScheme, type Entity, type Scheme, type Source } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type CallOptions, createClient, type GetResult, toFetch } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

/** 10,000 bytes, none of them like its neighbors. */
const BYTES: Uint8Array = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7 + (i >> 8)) % 251);

type Body = Entity["body"];

/** A scheme's body, and memory that the scheme goes on using after the call. */
interface Owner {
  body(): Body;
  /** Throws where the memory is not what the scheme has put there. */
  check(): void;
}

/** Slices of one Buffer, as every library on Node's streams gives them. */
function pooledBuffers(): Owner {
  const pool = Buffer.alloc(BYTES.length + 9);
  pool.write("neighbor!", 0, "latin1");
  pool.set(BYTES, 9);
  return {
    async *body() {
      for (let at = 9; at < pool.length; at += 1000) yield pool.subarray(at, at + 1000);
      return true;
    },
    check() {
      expect(pool.length, "the length of the pool").toBe(BYTES.length + 9);
      expect(pool.toString("latin1", 0, 9)).toBe("neighbor!");
      expect(pool.subarray(9).equals(BYTES)).toBe(true);
    },
  };
}

/** One array, refilled for each chunk. */
function reusedChunk(chunk: Uint8Array): Owner {
  const { length } = chunk;
  return {
    async *body() {
      for (let at = 0; at < BYTES.length; at += length) {
        chunk.set(BYTES.subarray(at, at + length));
        yield chunk;
        chunk.fill(0xee);
      }
      return true;
    },
    check: () => expect(chunk.length, "the length of the chunk").toBe(length),
  };
}

/** The same array repeatedly, like a line end in a text. */
function constantChunk(): Owner {
  const constant = BYTES.slice(0, 5);
  return {
    async *body() {
      for (let at = 0; at < 5; at++) yield constant;
      return true;
    },
    check: () => expect([...constant]).toEqual([...BYTES.subarray(0, 5)]),
  };
}

const OWNERS: readonly (readonly [string, () => Owner, Uint8Array])[] = [
  ["slices of one Buffer", pooledBuffers, BYTES],
  ["one array, refilled for each chunk", () => reusedChunk(new Uint8Array(1000)), BYTES],
  ["one large array, refilled for each chunk", () => reusedChunk(new Uint8Array(5000)), BYTES],
  ["one Buffer, refilled for each chunk", () => reusedChunk(Buffer.alloc(1000)), BYTES],
  ["the same array for each chunk", constantChunk, Uint8Array.from({ length: 25 }, (_, i) => BYTES[i % 5]!)],
];

function setUp(owner: Owner, written: Uint8Array[] = []) {
  const scheme = (name: string, operations: object): Scheme =>
    defineScheme({
      name,
      cite: [name],
      parse: () => ({}),
      format: () => `${name}:`,
      examples: [],
      access: async () => operations,
    });
  const from = scheme("x-from", { get: async () => ({ body: owner.body() }) });
  const to = scheme("x-to", {
    async put(_: unknown, __: unknown, source: Source) {
      for await (const octets of source) written.push(Uint8Array.from(octets));
    },
  });
  return createClient({ schemes: [from, to], transport: new FakeTransport() });
}

/** All ways to read the result of `get`. Each chunk is checked after the last one has arrived. */
const READERS: readonly (readonly [string, (retrieved: GetResult) => Promise<Uint8Array>])[] = [
  ["a default reader", async ({ body }) => joinBytes(await all(body))],
  ["a reader with its own buffer", async ({ body }) => joinBytes(await withOwnBuffer(body, 700))],
  [
    "a reader of each kind in turn",
    async ({ body }) => {
      const reader = body.getReader();
      const first = [(await reader.read()).value!, (await reader.read()).value!];
      reader.releaseLock();
      return joinBytes([...first, ...(await withOwnBuffer(body, 300))]);
    },
  ],
  [
    "octets()",
    async ({ chunks: octets }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of octets()) chunks.push(Uint8Array.from(chunk));
      return joinBytes(chunks);
    },
  ],
  [
    "slices of the chunks of octets()",
    async ({ chunks: octets }) => {
      const chunks: Uint8Array[] = [];
      // A plain array's slice is a copy, a Buffer's is not.
      for await (const chunk of octets()) chunks.push(chunk.slice());
      return joinBytes(chunks);
    },
  ],
  ["bytes()", ({ bytes }) => bytes()],
  ["bytes(), after the stream was created", (retrieved) => retrieved.body && retrieved.bytes()],
  ["a Response", async ({ body }) => new Uint8Array(await new Response(body).arrayBuffer())],
  ["tee()", async ({ body }) => joinBytes((await Promise.all(body.tee().map(all)))[1]!)],
];

const CALLS: readonly (readonly [string, CallOptions, number])[] = [
  ["", {}, 0],
  [", within a range", { range: { start: 3 } }, 3],
  [", with attempts", { retry: { attempts: 1 } }, 0],
];

describe("a chunk belongs to the scheme that yields it:", () => {
  describe.each(OWNERS)("%s", (_, make, whole) => {
    for (const [how, options, start] of CALLS) {
      it.each(READERS)(`%s returns the bytes${how}, and detaches nothing`, async (_, read) => {
        const owner = make();
        const retrieved = await setUp(owner).get("x-from:a", options);
        expect(Buffer.compare(await read(retrieved), whole.subarray(start))).toBe(0);
        expect(await retrieved.complete).toBe(true);
        owner.check();
      });
    }

    it("fetch returns the bytes, and detaches nothing", async () => {
      const owner = make();
      const response = await toFetch(setUp(owner))("x-from:a");
      expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), whole)).toBe(0);
      owner.check();
    });

    it("copy writes the bytes, and detaches nothing", async () => {
      const owner = make();
      const written: Uint8Array[] = [];
      const copied = await setUp(owner, written).copy("x-from:a", "x-to:b");
      expect(copied).toEqual({ octets: whole.length, complete: true });
      expect(Buffer.compare(joinBytes(written), whole)).toBe(0);
      owner.check();
    });
  });

  it("bytes() returns an array with its own buffer", async () => {
    const owner = pooledBuffers();
    const bytes = await (await setUp(owner).get("x-from:a")).bytes();
    expect(bytes.constructor).toBe(Uint8Array);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    owner.check();
  });

  it("a chunk that is not a byte array is a plugin error", async () => {
    for (const chunk of [new Uint16Array(2), new DataView(new ArrayBuffer(2)), "ab", undefined]) {
      async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
        yield chunk as unknown as Uint8Array;
        return true;
      }
      const { bytes } = await setUp({ body, check: () => {} }).get("x-from:a");
      await expect(bytes()).rejects.toMatchObject({ code: "plugin-fault" });
    }
  });
});

describe("a chunk of a source belongs to the caller:", () => {
  it("put passes each chunk on unchanged before it requests the next one", async () => {
    const written: Uint8Array[] = [];
    const chunk = Buffer.alloc(100);
    async function* source(): AsyncGenerator<Uint8Array, void, void> {
      for (let at = 0; at < 1000; at += chunk.length) {
        chunk.set(BYTES.subarray(at, at + chunk.length));
        yield chunk;
        chunk.fill(0xee);
      }
    }
    await setUp(pooledBuffers(), written).put("x-to:b", source());
    expect(Buffer.compare(joinBytes(written), BYTES.subarray(0, 1000))).toBe(0);
  });
});

async function all(body: ReadableStream<Uint8Array>): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}

async function withOwnBuffer(body: ReadableStream<Uint8Array>, size: number): Promise<readonly Uint8Array[]> {
  const reader = body.getReader({ mode: "byob" });
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(size));
    if (done) return chunks;
    chunks.push(value);
  }
}
