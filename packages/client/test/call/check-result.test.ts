import { defineScheme, type Scheme } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport, ManualClock } from "../world.ts";

/** Creates a client of a scheme with this access module, which may be anything. */
function clientOf(access: object) {
  const scheme = defineScheme({
    name: "x-broken",
    cite: [],
    parse: () => ({}),
    format: () => "x-broken:a",
    examples: [],
    access: async () => access,
  }) as unknown as Scheme;
  const clock = new ManualClock();
  return { client: createClient({ schemes: [scheme], transport: new FakeTransport(), clock }), clock };
}

const TEXT: string = "x-broken:a";
const fault = { code: "plugin-fault", scheme: "x-broken" };

async function* each(...things: readonly unknown[]): AsyncGenerator<unknown, void, void> {
  yield* things;
}

async function all(things: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of things);
}

describe("the result of a scheme is validated:", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "octets"],
    ["no body", {}],
    ["a body that is a text", { body: "octets" }],
  ])("get, %s", async (_, entity) => {
    await expect(clientOf({ get: async () => entity }).client.get(TEXT)).rejects.toMatchObject(fault);
  });

  it.each<[string, unknown]>([
    ["an array of chunks", { body: [new Uint8Array(1)] }],
    ["a stream", { body: new ReadableStream() }],
  ])("get, with a hint of what a body is: %s", async (_, entity) => {
    const cause = { message: "invalid result of get: expected an async generator as body" };
    await expect(clientOf({ get: async () => entity }).client.get(TEXT)).rejects.toMatchObject({
      ...fault,
      cause,
    });
  });

  it.each<[string, unknown]>([
    ["an array", []],
    ["a promise", Promise.resolve([])],
    ["nothing", undefined],
  ])("list and search, %s", async (_, entries) => {
    const list = () => entries;
    const cause = { message: "invalid result of list: expected an async generator" };
    await expect(all(clientOf({ list }).client.list(TEXT))).rejects.toMatchObject({ ...fault, cause });
    await expect(all(clientOf({ search: list }).client.search(TEXT, "words"))).rejects.toMatchObject(fault);
  });

  it("the chunks of a body", async () => {
    const { client } = clientOf({ get: async () => ({ body: each("octets") }) });
    await expect((await client.get(TEXT)).bytes()).rejects.toMatchObject(fault);
    await expect((await client.get(TEXT)).body.getReader().read()).rejects.toMatchObject(fault);
  });

  it.each<[string, unknown]>([
    ["no object", 1],
    ["no name", { kind: "file", url: undefined }],
    ["a URL that is no text", { name: "a", kind: "file", url: new URL("http://h.example/") }],
  ])("an entry, %s", async (_, entry) => {
    const list = () => each(entry);
    await expect(all(clientOf({ list }).client.list(TEXT))).rejects.toMatchObject(fault);
    await expect(all(clientOf({ search: list }).client.search(TEXT, "words"))).rejects.toMatchObject(fault);
  });

  it("attributes, and a session", async () => {
    for (const given of [undefined, {}, { kind: 1 }, "text"]) {
      await expect(clientOf({ stat: async () => given }).client.stat(TEXT)).rejects.toMatchObject(fault);
      await expect(clientOf({ open: async () => given }).client.open(TEXT)).rejects.toMatchObject(fault);
    }
  });
});

describe("a body that never arrives", () => {
  async function* silence(): AsyncGenerator<Uint8Array, "unknown", void> {
    yield await new Promise<never>(() => {});
    return "unknown";
  }

  it.each(["bytes", "stream"] as const)("is not awaited after an abort, as %s", async (how) => {
    const { client } = clientOf({ get: async () => ({ body: silence() }) });
    const controller = new AbortController();
    const entity = await client.get(TEXT, { signal: controller.signal });
    const read = how === "bytes" ? entity.bytes() : entity.body.getReader().read();
    const reason = new Error("the caller has given up");
    controller.abort(reason);
    await expect(read).rejects.toBe(reason);
    await expect(entity.complete).resolves.toBe(false);
  });

  it("is not awaited beyond the deadline", async () => {
    const { client, clock } = clientOf({ get: async () => ({ body: silence() }) });
    const entity = await client.get(TEXT, { limits: { deadline: 1_000 } });
    const read = entity.bytes();
    const ended = expect(read).rejects.toMatchObject({ code: "timeout" });
    await clock.advance(1_000);
    await ended;
  });
});
