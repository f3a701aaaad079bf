import { type GetResult, Transcript } from "@anyurl/client";
import { AccessError, type Attributes, createRegistry, type Entry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { news } from "@anyurl/scheme-news";
import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CachedSource } from "../../src/cache/cached-source.ts";
import type { CacheOptions } from "../../src/cache/options.ts";
import type { Source } from "../../src/guard/index.ts";

const registry = createRegistry(ftp, gopher, news);
const FILE = "ftp://h.example/a.txt";
const MENU = "gopher://h.example/";
const MODIFIED = new Date("2026-01-02T03:04:05Z");

interface World {
  /** The requests to the servers, in order. */
  readonly asked: string[];
  /** Signals of calls. */
  readonly signals: (AbortSignal | undefined)[];
  octets: Uint8Array;
  entries: readonly Entry[];
  attributes: Attributes;
  size: number | undefined;
  modified: Date | undefined;
  /** Before the first byte or entry. */
  failure: unknown;
  /** After the last one. */
  break: unknown;
  /** Settles when a call may go on. */
  gate: Promise<void>;
  now: number;
}

const entry = (name: string): Entry => ({
  name,
  kind: "file",
  url: `gopher://h.example/0/${name}`,
  modified: MODIFIED,
  attributes: { gophertype: "0" },
});

function world(): World & { readonly source: Source } {
  const state: World = {
    asked: [],
    signals: [],
    octets: new TextEncoder().encode("Text is requested.\n"),
    entries: [entry("a"), entry("b")],
    attributes: { kind: "file", modified: MODIFIED },
    size: undefined,
    modified: undefined,
    failure: undefined,
    break: undefined,
    gate: Promise.resolve(),
    now: 1_000_000,
  };
  const begin = async (what: string, signal: AbortSignal | undefined) => {
    state.asked.push(what);
    state.signals.push(signal);
    await state.gate;
    signal?.throwIfAborted();
    if (state.failure !== undefined) throw state.failure;
  };
  async function* entries(what: string, signal: AbortSignal | undefined) {
    await begin(what, signal);
    yield* state.entries;
    if (state.break !== undefined) throw state.break;
  }
  const source = {
    registry,
    async get(url: string, options: { signal?: AbortSignal; range?: { start: number; end?: number } } = {}) {
      await begin(`get ${url}${options.range === undefined ? "" : " part"}`, options.signal);
      const { start, end } = options.range ?? { start: 0 };
      return retrieved(state, state.octets.slice(start, end), options.signal);
    },
    list: (url: string, options?: { signal?: AbortSignal }) => entries(`list ${url}`, options?.signal),
    search: (url: string, words: string, options?: { signal?: AbortSignal }) =>
      entries(`search ${url} ${words}`, options?.signal),
    async stat(url: string, options?: { signal?: AbortSignal }) {
      await begin(`stat ${url}`, options?.signal);
      return state.attributes;
    },
  } as unknown as Source;
  return Object.assign(state, { source });
}

function retrieved(state: World, octets: Uint8Array, signal: AbortSignal | undefined): GetResult {
  let at = 0;
  let settle: (ending: true | false) => void = () => {};
  const complete = new Promise<true | false>((resolve) => {
    settle = resolve;
  });
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason);
        if (at < octets.length) {
          controller.enqueue(octets.slice(at, at + 1000));
          at += 1000;
          return;
        }
        settle(state.break === undefined);
        if (state.break !== undefined) controller.error(state.break);
        else controller.close();
      },
      cancel: () => settle(false),
    },
    { highWaterMark: 0 },
  );
  const { size, modified } = state;
  const rest = {
    url: FILE,
    mediaType: "text/plain",
    size,
    modified,
    etag: undefined,
    framing: undefined,
    range: undefined,
    skipped: 0,
    complete,
  };
  const text = () => new Response(body).text();
  return {
    ...rest,
    body,
    finalUrl: FILE,
    redirects: 0,
    redirectUrl: undefined,
    status: undefined,
    fields: [],
    remote: undefined,
    timings: new Transcript().timings,
    received: 0,
    transcript: new Transcript(),
    text,
    bytes: async () => octets,
    chunks: () => body.values() as AsyncGenerator<Uint8Array>,
    [Symbol.asyncDispose]: () => body.cancel(),
  };
}

function cached(from: ReturnType<typeof world>, options: CacheOptions = {}): CachedSource {
  return new CachedSource(from.source, { now: () => from.now, ...options });
}

async function textOf(source: CachedSource, url = FILE, options = {}): Promise<string> {
  return new Response((await source.get(url as never, options)).body).text();
}

async function bytesOf(source: CachedSource): Promise<Uint8Array> {
  return new Uint8Array(await new Response((await source.get(FILE)).body).arrayBuffer());
}

async function namesOf(source: CachedSource, url = MENU, options = {}): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of source.list(url as never, options)) names.push(name);
  return names;
}

/** Lets time pass, for the cache in memory and for stores, which have their own clock. */
function wait(w: World, milliseconds: number): void {
  w.now += milliseconds;
  vi.setSystemTime(w.now);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** After all started calls have ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Stores that keep values, and one that keeps strings. */
const STORES: readonly (readonly [string, () => CacheOptions])[] = [
  ["memory", () => ({})],
  ["a store of strings", () => ({ store: new Keyv() })],
];

describe.each(STORES)("a cache with %s", (_, storing) => {
  it("fetches a body once, then serves it from the cache for its TTL", async () => {
    const w = world();
    const source = cached(w, { ...storing(), ttl: { get: 1000 } });
    const uses: string[] = [];
    const onCache = (use: string) => uses.push(use);
    const first = await textOf(source, FILE, { onCache });
    await settled();
    wait(w, 1000);
    expect(await textOf(source, FILE, { onCache })).toBe(first);
    wait(w, 1);
    await textOf(source, FILE, { onCache });
    expect(uses).toEqual(["miss", "hit", "miss"]);
    expect(w.asked).toEqual([`get ${FILE}`, `get ${FILE}`]);
  });

  it("caches the metadata of a body with it", async () => {
    const w = world();
    Object.assign(w, { size: w.octets.length, modified: MODIFIED });
    const source = cached(w, storing());
    await textOf(source);
    await settled();
    const { mediaType, size, modified, complete, url } = await source.get(FILE);
    expect({ mediaType, size, modified, url }).toEqual({
      mediaType: "text/plain",
      size: w.octets.length,
      modified: MODIFIED,
      url: FILE,
    });
    expect(await complete).toBe(true);
    expect(w.asked).toHaveLength(1);
  });

  it("caches any bytes unchanged", async () => {
    const w = world();
    w.octets = Uint8Array.from({ length: 20_000 }, (_each, i) => i % 256);
    const source = cached(w, storing());
    await bytesOf(source);
    await settled();
    expect(await bytesOf(source)).toEqual(w.octets);
    expect(w.asked).toHaveLength(1);
  });

  it("caches a listing with its dates", async () => {
    const w = world();
    const source = cached(w, storing());
    await namesOf(source);
    await settled();
    const kept: Entry[] = [];
    for await (const each of source.list(MENU)) kept.push(each);
    expect(kept).toEqual(w.entries);
    expect(w.asked).toHaveLength(1);
  });

  it("caches a search by its search terms", async () => {
    const w = world();
    const source = cached(w, storing());
    for (const words of ["a", "a", "b"]) {
      for await (const _each of source.search("gopher://h.example/7/f", words));
      await settled();
    }
    expect(w.asked).toHaveLength(2);
  });

  it("caches attributes", async () => {
    const w = world();
    const source = cached(w, storing());
    expect(await source.stat(FILE)).toEqual(w.attributes);
    await settled();
    expect(await source.stat(FILE)).toEqual(w.attributes);
    expect(w.asked).toHaveLength(1);
  });

  it("caches not-found for a short time, and no other error", async () => {
    const w = world();
    const source = cached(w, { ...storing(), ttl: { notFound: 100 } });
    w.failure = new AccessError("not-found", "no such file", {
      scheme: "ftp",
      operation: "get",
      reply: "550",
    });
    const outcome = () => textOf(source).then(String, (error: AccessError) => error.code);
    expect(await outcome()).toBe("not-found");
    await settled();
    await expect(textOf(source)).rejects.toMatchObject({
      code: "not-found",
      message: "no such file",
      reply: "550",
    });
    expect(w.asked).toHaveLength(1);
    wait(w, 101);
    w.failure = new AccessError("connect-failed", "connection refused");
    expect(await outcome()).toBe("connect-failed");
    await settled();
    expect(await outcome()).toBe("connect-failed");
    expect(w.asked).toHaveLength(3);
  });
});

describe("a stale body", () => {
  it("is fetched again", async () => {
    const w = world();
    const source = cached(w, { ttl: { get: 1000 } });
    await textOf(source);
    await settled();
    wait(w, 5000);
    w.octets = new TextEncoder().encode("new");
    expect(await textOf(source)).toBe("new");
    expect(w.asked).toEqual([`get ${FILE}`, `get ${FILE}`]);
  });

  it("is not fetched again for a day if it is an article with a message-id", async () => {
    const w = world();
    const source = cached(w, { ttl: { get: 1000 } });
    await textOf(source, "news:1@h.example");
    await settled();
    wait(w, 24 * 3_600_000);
    await textOf(source, "news:1@h.example");
    expect(w.asked).toHaveLength(1);
    wait(w, 1);
    await textOf(source, "news:1@h.example");
    expect(w.asked).toHaveLength(2);
  });
});

describe("concurrent callers", () => {
  it("share one request; the first one streams", async () => {
    const w = world();
    const source = cached(w);
    const uses: string[] = [];
    const onCache = (use: string) => uses.push(use);
    const texts = await Promise.all([1, 2, 3].map(() => textOf(source, FILE, { onCache })));
    expect(new Set(texts).size).toBe(1);
    expect(uses).toEqual(["miss", "shared", "shared"]);
    expect(w.asked).toHaveLength(1);
    const names = await Promise.all([1, 2, 3].map(() => namesOf(source)));
    expect(names).toEqual(Array(3).fill(["a", "b"]));
    expect(w.asked).toHaveLength(2);
    await Promise.all([1, 2, 3].map(() => source.stat(FILE)));
    expect(w.asked).toHaveLength(3);
  });

  it("are not affected if one aborts", async () => {
    const w = world();
    let open = () => {};
    w.gate = new Promise((resolve) => {
      open = resolve;
    });
    const source = cached(w);
    const controller = new AbortController();
    const first = textOf(source, FILE, { signal: controller.signal });
    await settled();
    const second = textOf(source);
    await settled();
    controller.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    open();
    expect(await second).toBe("Text is requested.\n");
    expect(w.asked).toHaveLength(1);
  });

  it("cancel the request if all abort, and the next caller makes a new one", async () => {
    const w = world();
    let open = () => {};
    w.gate = new Promise((resolve) => {
      open = resolve;
    });
    const source = cached(w);
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => textOf(source, FILE, { signal }));
    await settled();
    for (const controller of controllers) controller.abort(new Error("gone"));
    for (const call of calls) await expect(call).rejects.toThrow("gone");
    expect(w.signals[0]?.aborted).toBe(true);
    w.gate = Promise.resolve();
    expect(await textOf(source)).toBe("Text is requested.\n");
    open();
  });

  it("cancel a listing that is left early, and a body as well", async () => {
    const w = world();
    w.entries = Array.from({ length: 10 }, (_, i) => entry(String(i)));
    const source = cached(w, { maxCachedListing: 500, maxCachedBody: 1500 });
    for await (const _ of source.list(MENU)) break;
    await settled();
    expect(w.signals[0]?.aborted).toBe(true);
    w.octets = new Uint8Array(100_000);
    await (await source.get(FILE)).body.cancel();
    await settled();
    expect(w.signals[1]?.aborted).toBe(true);
    await (await source.get(FILE))[Symbol.asyncDispose]();
    await settled();
    expect(w.signals[2]?.aborted).toBe(true);
  });

  it("all get the error, after the entries before it", async () => {
    const w = world();
    w.break = new AccessError("truncated", "cut");
    const source = cached(w);
    const read = async () => {
      const names: string[] = [];
      try {
        for await (const { name } of source.list(MENU)) names.push(name);
      } catch (error) {
        names.push((error as AccessError).code);
      }
      return names;
    };
    expect(await Promise.all([read(), read()])).toEqual(Array(2).fill(["a", "b", "truncated"]));
    await settled();
    w.break = undefined;
    expect(await read()).toEqual(["a", "b"]);
  });
});

describe("a body that is too large", () => {
  it.each([undefined, 10_000])("is passed on and not cached, with the known size %s", async (size) => {
    const w = world();
    Object.assign(w, { octets: Uint8Array.from({ length: 10_000 }, (_, i) => i), size });
    const source = cached(w, { maxCachedBody: 2500 });
    const all = await Promise.all(
      [1, 2]
        .map(async () => (await source.get(FILE)).body)
        .map(async (body) => new Uint8Array(await new Response(await body).arrayBuffer())),
    );
    expect(all[0]).toEqual(w.octets);
    expect(all[1]).toEqual(w.octets);
    await settled();
    await textOf(source);
    expect(w.asked).toHaveLength(3);
  });

  it("is passed on, and so is a listing that is too large", async () => {
    const w = world();
    w.entries = Array.from({ length: 100 }, (_, i) => entry(String(i)));
    const source = cached(w, { maxCachedListing: 1000 });
    const [first, second] = await Promise.all([namesOf(source), namesOf(source)]);
    expect(first).toHaveLength(100);
    expect(second).toHaveLength(100);
    expect(w.asked).toHaveLength(2);
  });

  it("is read from the server at the pace of the client", async () => {
    const w = world();
    w.octets = new Uint8Array(1_000_000);
    const source = cached(w, { maxCachedBody: 5000 });
    const { body } = await source.get(FILE);
    await settled();
    const reader = body.getReader();
    let got = 0;
    for (let i = 0; i < 6; i++) got += (await reader.read()).value?.length ?? 0;
    expect(got).toBe(6000);
    await reader.cancel();
  });
});

describe("an abort", () => {
  it("is an error of a large body, not its end", async () => {
    const w = world();
    w.octets = new Uint8Array(1_000_000);
    const source = cached(w, { maxCachedBody: 5000 });
    const controller = new AbortController();
    const { body, complete } = await source.get(FILE, { signal: controller.signal });
    const reader = body.getReader();
    for (let i = 0; i < 10; i++) await reader.read();
    controller.abort(new Error("gone"));
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow("gone");
    expect(await complete).toBe(false);
  });
});

describe("a body that is read with a BYOB reader", () => {
  /** As from a client: a byte stream, which fills the buffers of its reader. */
  function streaming(octets: Uint8Array): Source {
    let at = 0;
    let settle: (ending: true) => void = () => {};
    const complete = new Promise<true>((resolve) => {
      settle = resolve;
    });
    const body = new ReadableStream(
      {
        type: "bytes",
        pull(controller: ReadableByteStreamController) {
          const { byobRequest } = controller;
          const view = byobRequest?.view as Uint8Array | undefined;
          const next = octets.subarray(at, at + Math.min(view?.byteLength ?? 700, 3000));
          at += next.length;
          if (next.length === 0) {
            settle(true);
            controller.close();
            byobRequest?.respond(0);
          } else if (view === undefined) controller.enqueue(next.slice());
          else {
            new Uint8Array(view.buffer, view.byteOffset).set(next);
            byobRequest?.respond(next.length);
          }
        },
      },
      { highWaterMark: 0 },
    );
    return { registry, get: async () => ({ url: FILE, body, complete }) } as unknown as Source;
  }

  it.each([
    ["is small", 10_000, 100_000],
    ["is too large to cache", 100_000, 5000],
    ["is exactly at the limit", 5000, 5000],
    ["is empty", 0, 5000],
  ])("is complete if it %s", async (_, length, maxCachedBody) => {
    const octets = Uint8Array.from({ length }, (_each, i) => i % 251);
    for (const size of [1, 1000, 65_536]) {
      const source = new CachedSource(streaming(octets), { maxCachedBody });
      const { body, complete } = await source.get(FILE);
      const reader = body.getReader({ mode: "byob" });
      const got: number[] = [];
      let buffer = new Uint8Array(size === 1 ? 997 : size);
      for (;;) {
        const { done, value } = await reader.read(buffer);
        if (done) break;
        for (const octet of value) got.push(octet);
        buffer = new Uint8Array(value.buffer);
      }
      expect(Uint8Array.from(got)).toEqual(octets);
      expect(await complete).toBe(true);
      const plain = new CachedSource(streaming(octets), { maxCachedBody });
      expect(await bytesOf(plain)).toEqual(octets);
    }
  });
});

describe("a range", () => {
  it("is taken from the cached body, or fetched separately", async () => {
    const w = world();
    const source = cached(w);
    const range = { start: 5, end: 7 };
    expect(await textOf(source, FILE, { range })).toBe("is");
    expect(w.asked).toEqual([`get ${FILE} part`]);
    await textOf(source);
    await settled();
    expect(await textOf(source, FILE, { range })).toBe("is");
    expect(w.asked).toHaveLength(2);
  });
});

describe("a call that is not cached", () => {
  it("has credentials, or options that prevent caching", async () => {
    const w = world();
    const source = cached(w, { ttl: { list: 0 } });
    const uses: string[] = [];
    const onCache = (use: string) => uses.push(use);
    for (let i = 0; i < 2; i++) {
      await textOf(source, "ftp://u@h.example/a.txt", { onCache });
      await textOf(source, FILE, { insecure: true, onCache });
      await namesOf(source, MENU, { onCache });
      await settled();
    }
    expect(uses).toEqual(Array(6).fill("off"));
    expect(w.asked).toHaveLength(6);
  });

  it("has a truncated body", async () => {
    const w = world();
    const source = cached(w);
    w.break = new AccessError("truncated", "cut");
    await expect(textOf(source)).rejects.toThrow("cut");
    await settled();
    w.break = undefined;
    await textOf(source);
    expect(w.asked).toHaveLength(2);
  });

  it("has other scheme options or another URL than the cached one", async () => {
    const w = world();
    const source = cached(w);
    await textOf(source, FILE, { options: { path: "full-path" } });
    await settled();
    await textOf(source);
    await settled();
    await textOf(source, "ftp://H.EXAMPLE:21/%61.txt#part");
    expect(w.asked).toHaveLength(2);
  });
});

describe("a store that two gateways share", () => {
  it("gives one what the other one stored", async () => {
    const store = new Keyv();
    const [one, other] = [world(), world()];
    expect(await textOf(cached(one, { store }))).toBe("Text is requested.\n");
    await settled();
    expect(await textOf(cached(other, { store }))).toBe("Text is requested.\n");
    expect(other.asked).toEqual([]);
  });
});

describe("a store that fails", () => {
  const failing = (get: () => Promise<unknown>, calls: string[] = []): Keyv =>
    new Keyv({
      store: {
        opts: {},
        get: (key: string) => {
          calls.push(key);
          return get();
        },
        set: get,
        delete: get,
        clear: get,
      },
      throwOnErrors: true,
    });

  it("fails no request, and is not used for a while", async () => {
    const w = world();
    const calls: string[] = [];
    const store = failing(() => Promise.reject(new Error("down")), calls);
    const source = cached(w, { store, storeRetryDelay: 1000 });
    expect(await textOf(source)).toBe("Text is requested.\n");
    expect(source.state).toBe("failing");
    await textOf(source);
    expect(calls).toHaveLength(1);
    wait(w, 1001);
    expect(source.state).toBe("ok");
    await textOf(source);
    expect(calls).toHaveLength(2);
  });

  it("is used again at once if the clock is set back", async () => {
    const w = world();
    const calls: string[] = [];
    const store = failing(() => Promise.reject(new Error("down")), calls);
    const source = cached(w, { store, storeRetryDelay: 1000 });
    await textOf(source);
    wait(w, -3_600_000);
    expect(source.state).toBe("ok");
    await textOf(source);
    expect(calls).toHaveLength(2);
  });

  it("is abandoned after the timeout", async () => {
    const w = world();
    const store = failing(() => new Promise(() => {}));
    const source = cached(w, { store, storeTimeout: 20 });
    expect(await textOf(source)).toBe("Text is requested.\n");
    expect(source.state).toBe("failing");
  });

  it.each([
    "",
    "{",
    "null",
    '{"version":2,"is":"get","head":{"url":"x","complete":true},"items":[]}',
    '{"version":3}',
    '{"version":3,"is":"get","items":[]}',
    '{"version":3,"is":"get","head":{"url":"x","complete":true},"items":["*"]}',
    '{"version":3,"is":"get","head":{"url":"x","complete":true,"modified":"x"},"items":[]}',
    '{"version":3,"is":"list","items":[{"name":1}]}',
    '{"version":3,"is":"list","items":[{"name":"a","kind":"file","modified":"x"}]}',
    '{"version":3,"is":"stat","head":{"kind":"file"},"items":[]}',
    '{"version":3,"is":"not-found"}',
  ])("or that contains %s of another program is a miss", async (text) => {
    const w = world();
    const store = failing(async () => ({ value: text }));
    expect(await textOf(cached(w, { store }))).toBe("Text is requested.\n");
    expect(await namesOf(cached(w, { store }))).toEqual(["a", "b"]);
  });
});

describe("options", () => {
  it.each<CacheOptions>([
    { maxCachedBody: -1 },
    { storeTimeout: Number.NaN },
    { maxOctets: 0 },
    { maxEntries: 0.5 },
    { ttl: { list: -1 } },
    { ttl: { get: "1" as never } },
    { ttl: { gett: 1 } as never },
    { store: {} as never },
  ])("rejects %o", (options) => {
    expect(() => new CachedSource(world().source, options)).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});
