import { type Completeness, defineScheme, type Entity } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type CallOptions, createClient } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

const BYTES = new Uint8Array(10).map((_, i) => i);

/** Gets what a scheme gives: `BYTES`, with this entity around them, in chunks of this length. */
async function get(
  entity: Omit<Entity, "body">,
  {
    ended = true as Completeness,
    chunk = 4,
    ...options
  }: CallOptions & { ended?: Completeness; chunk?: number } = {},
) {
  async function* body(from: number): Entity["body"] {
    for (let at = from; at < BYTES.length; at += chunk) yield BYTES.slice(at, at + chunk);
    return ended;
  }
  const scheme = defineScheme({
    name: "x-framed",
    cite: ["x-framed"],
    parse: () => ({}),
    format: () => "x-framed:",
    examples: [],
    access: async () => ({
      get: async () => ({
        ...entity,
        body: body(entity.start ?? 0),
      }),
    }),
  });
  return createClient({ schemes: [scheme], transport: new FakeTransport() }).get("x-framed:", options);
}

/** How the body ends for each way to read it. */
async function endings(...args: Parameters<typeof get>) {
  const ends = new Set<unknown>();
  for (const read of [
    async (got: Awaited<ReturnType<typeof get>>) => void (await got.bytes()),
    async (got: Awaited<ReturnType<typeof get>>) => {
      for await (const _ of got.chunks());
    },
    async (got: Awaited<ReturnType<typeof get>>) => {
      for await (const _ of got.body);
    },
  ]) {
    const got = await get(...args);
    const failure = await read(got).catch((error) => error.code);
    ends.add(failure ?? (await got.complete));
    if (failure !== undefined) expect(await got.complete).toBe(false);
  }
  expect(ends.size).toBe(1);
  return [...ends][0];
}

describe("complete of a body", () => {
  it("follows from the framing that the scheme states", async () => {
    expect(await endings({ framing: "reply" })).toBe(true);
    expect(await endings({ framing: "close-notify" })).toBe(true);
    expect(await endings({ framing: "close" })).toBe("unknown");
    expect(await endings({ framing: "dot" }, { ended: "unknown" })).toBe("unknown");
    expect(await endings({})).toBe(true);
  });

  it("is never true with fewer bytes than the size that the scheme gave", async () => {
    expect(await endings({ size: 11 })).toBe("unknown");
    expect(await endings({ size: 11, framing: "reply" })).toBe("unknown");
    expect(await endings({ size: 11, framing: "length" })).toBe("truncated");
    expect(await endings({ size: 10, framing: "length" })).toBe(true);
    expect(await endings({ size: 9, framing: "reply" })).toBe(true);
  });

  it("counts the bytes of a range only", async () => {
    for (const start of [0, 3] as const) {
      const part = { size: 10, start, framing: "reply" } as const;
      expect(await endings(part, { range: { start: 3 } })).toBe(true);
      expect(await endings(part, { range: { start: 3, end: 7 } })).toBe(true);
      expect(await endings({ ...part, size: 11 }, { range: { start: 3 } })).toBe("unknown");
      expect(await endings({ ...part, size: 11 }, { range: { start: 3, end: 11 } })).toBe("unknown");
      expect(await endings({ ...part, framing: "close" }, { range: { start: 3, end: 7 } })).toBe(true);
      expect(await endings({ ...part, framing: "close" }, { range: { start: 3, end: 70 } })).toBe("unknown");
    }
    expect(await endings({ size: 10, framing: "length" }, { range: { start: 10 } })).toBe(true);
    expect(await endings({ size: 10, framing: "length" }, { range: { start: 12, end: 14 } })).toBe(true);
  });

  it("counts all bytes of a resumed body", async () => {
    expect(await endings({ size: 10, start: 0, framing: "length" }, { retry: { attempts: 1 } })).toBe(true);
    expect(await endings({ size: 11, start: 0, framing: "reply" }, { retry: { attempts: 1 } })).toBe(
      "unknown",
    );
  });
});

describe("the framing of a body", () => {
  it("equals what the scheme states", async () => {
    expect((await get({ framing: "dot" })).framing).toBe("dot");
    expect((await get({})).framing).toBeUndefined();
  });
});
