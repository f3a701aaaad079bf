import { type GetResult, Transcript } from "@anyurl/client";
import { createRegistry, type Entry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { http } from "anyurl";
import { describe, expect, it } from "vitest";
import type { GuardOptions, Source } from "../../src/guard/index.ts";
import { createGuard } from "./create-guard.ts";

const registry = createRegistry(ftp, gopher, http);

interface World {
  readonly source: Source;
  /** The options of each call. */
  readonly calls: { readonly options?: Readonly<Record<string, unknown>> }[];
  /** Ends the first body that is still open. */
  end(): void;
  /** Calls whose entries were canceled or have ended. */
  left: number;
}

function world(options: GuardOptions = {}): World {
  const ends: (() => void)[] = [];
  const calls: World["calls"] = [];
  const state = { left: 0 };
  async function* entries(): AsyncGenerator<Entry, void, void> {
    try {
      for (const name of ["a", "b"]) yield { name, kind: "file", url: undefined };
    } finally {
      state.left++;
    }
  }
  const client = {
    registry,
    async get(_: string, call = {}) {
      calls.push(call);
      const complete = new Promise<true>((resolve) => ends.push(() => resolve(true)));
      const text = async () => "";
      const body = new ReadableStream<Uint8Array>();
      return { url: "", complete, body, text, transcript: new Transcript() } as unknown as GetResult;
    },
    async stat(_: string, call = {}) {
      calls.push(call);
      return { kind: "file" };
    },
    list: (_: string, call = {}) => {
      calls.push(call);
      return entries();
    },
    search: () => entries(),
  } as unknown as Source;
  const source = createGuard({ registry, name: "gw-1", ...options }).limited(client);
  return Object.assign(state, { source, calls, end: () => ends.shift()?.() });
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "fine",
    (error) => error.code,
  );

describe("a target", () => {
  it("has at most 4 concurrent calls, for any scheme, port and spelling of its URLs", async () => {
    const { source, end } = world();
    for (const url of [
      "ftp://h.example/",
      "gopher://H.EXAMPLE/",
      "ftp://h.example.:21/a",
      "ftp://h%2Eexample/",
    ])
      expect(await codeOf(source.get(url))).toBe("fine");
    expect(await codeOf(source.get("ftp://h.example/b"))).toBe("target-busy");
    expect(await codeOf(source.stat("ftp://h.example/b"))).toBe("target-busy");
    expect(await codeOf(source.list("ftp://h.example/").next())).toBe("target-busy");
    expect(await codeOf(source.get("ftp://other.example/b"))).toBe("fine");
    end();
    await Promise.resolve();
    expect(await codeOf(source.get("ftp://h.example/b"))).toBe("fine");
  });

  it("has these calls for any spelling of its IPv6 address (RFC 5952 §2)", async () => {
    const { source } = world();
    for (const host of ["[2001:db8::a]", "[2001:DB8::A]", "[2001:db8:0:0::a]", "[2001:0db8::0.0.0.10]"])
      expect(await codeOf(source.get(`ftp://${host}/`))).toBe("fine");
    expect(await codeOf(source.get("ftp://[2001:db8::000a]/"))).toBe("target-busy");
    expect(await codeOf(source.get("ftp://[2001:db8::b]/"))).toBe("fine");
  });

  it("of an invalid URL is left to the client, which has its problems; URLs without a host share their slots", async () => {
    const { source } = world({ maxPerTarget: 2 });
    for (const url of ["ftp://h.example:99999/", "x-other:a"])
      expect(await codeOf(source.get(url))).toBe("fine");
    expect(await codeOf(source.get("x-other:b"))).toBe("target-busy");
    expect(await codeOf(source.get("ftp://h.example/"))).toBe("fine");
  });

  it("reserves half of its slots for other clients", async () => {
    const { source, end } = world();
    const ask = (client: string | undefined, url = "ftp://h.example/") =>
      codeOf(source.get(url, { client } as object));
    expect([await ask("192.0.2.1"), await ask("192.0.2.1")]).toEqual(["fine", "fine"]);
    expect(await ask("192.0.2.1")).toBe("client-busy");
    expect(await codeOf(source.stat("ftp://h.example/", { client: "192.0.2.1" } as object))).toBe(
      "client-busy",
    );
    expect(await codeOf(source.list("ftp://h.example/", { client: "192.0.2.1" } as object).next())).toBe(
      "client-busy",
    );
    expect(await ask("192.0.2.1", "ftp://other.example/")).toBe("fine");
    expect([await ask("192.0.2.2"), await ask("192.0.2.3")]).toEqual(["fine", "fine"]);
    expect(await ask("192.0.2.4")).toBe("target-busy");
    end();
    await Promise.resolve();
    expect(await ask("192.0.2.1")).toBe("fine");
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [5, 2],
    [Number.POSITIVE_INFINITY, 20],
  ])("with %d slots allows one client %d of them", async (maxPerTarget, share) => {
    const { source } = world({ maxPerTarget });
    let taken = 0;
    while (taken < 20 && (await codeOf(source.get("ftp://h.example/", { client: "c" } as object))) === "fine")
      taken++;
    expect(taken).toBe(share);
  });

  it("has a burst of 40 calls and 10 calls per second, with Retry-After", async () => {
    let now = 0;
    const { source } = world({ now: () => now });
    for (let i = 0; i < 40; i++) await source.stat("ftp://h.example/");
    await expect(source.stat("ftp://h.example/")).rejects.toMatchObject({
      status: 503,
      code: "target-rate",
      retryAfter: 0.1,
    });
    now += 100;
    expect(await codeOf(source.stat("ftp://h.example/"))).toBe("fine");
    expect(await codeOf(source.stat("ftp://h.example/"))).toBe("target-rate");
  });

  it("has Retry-After in seconds, also if they are many", async () => {
    const { source } = world({ now: () => 0, targetRate: { perSecond: 1 / 4096, burst: 1 } });
    await source.stat("ftp://h.example/");
    await expect(source.stat("ftp://h.example/")).rejects.toMatchObject({ retryAfter: 4096 });
  });

  it("releases the slot when entries end, are canceled, or were never requested", async () => {
    const w = world({ maxPerTarget: 1 });
    const names: string[] = [];
    for await (const { name } of w.source.list("ftp://h.example/")) names.push(name);
    for await (const _ of w.source.list("ftp://h.example/")) break;
    await w.source.list("ftp://h.example/").return();
    const unused = w.source.search("ftp://h.example/", "x");
    await w.source
      .list("ftp://h.example/")
      .throw(new Error("x"))
      .catch(() => {});
    expect(names).toEqual(["a", "b"]);
    expect(w.left).toBe(2);
    expect(await codeOf(w.source.get("ftp://h.example/"))).toBe("fine");
    await unused.return();
  });

  it("releases the slot when a call is aborted or fails", async () => {
    const { source } = world({ maxPerTarget: 1 });
    const controller = new AbortController();
    await source.get("ftp://h.example/", { signal: controller.signal });
    expect(await codeOf(source.get("ftp://h.example/"))).toBe("target-busy");
    controller.abort();
    expect(await codeOf(source.get("ftp://h.example/"))).toBe("fine");
    const failing = createGuard({ registry, maxPerTarget: 1 }).limited({
      registry,
      get: () => Promise.reject(Object.assign(new Error(), { code: "timeout" })),
      stat: () => Promise.reject(Object.assign(new Error(), { code: "timeout" })),
    } as unknown as Source);
    for (let i = 0; i < 3; i++) expect(await codeOf(failing.get("ftp://h.example/"))).toBe("timeout");
    for (let i = 0; i < 3; i++) expect(await codeOf(failing.stat("ftp://h.example/"))).toBe("timeout");
  });

  it("gets Via over HTTP (RFC 9110 §7.6.3), and only there", async () => {
    const { source, calls } = world();
    await source.get("HTTP://h.example/", {
      options: { fields: { "accept-language": "la" }, redirect: "error" },
    });
    await source.get("ftp://h.example/", { options: { path: "full-path" } });
    await source.get("http://h.example/", { via: "1.0 fred (a comment)" } as object);
    await source.get("http://h.example/", { via: "x\r\ny: z" } as object);
    expect(calls.map(({ options }) => options)).toEqual([
      { fields: { "accept-language": "la", via: "1.1 gw-1" }, redirect: "error" },
      { path: "full-path" },
      { fields: { via: "1.0 fred (a comment), 1.1 gw-1" } },
      { fields: { via: "1.1 gw-1" } },
    ]);
  });
});
