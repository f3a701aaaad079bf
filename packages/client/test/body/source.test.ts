import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { defineScheme, type Scheme, type Source, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient, type SourceInput } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

/** What the scheme was given by a write: its bytes, its size, and its bytes when it is read again. */
async function written(given: SourceInput, operation: "put" | "append" | "send" = "put") {
  const seen = { text: "", size: undefined as number | undefined, again: undefined as string | undefined };
  const take = async (_: Url, __: Context, source: Source = empty()) => {
    seen.size = source.size;
    seen.text = await read(source);
    if (source.isRepeatable === true) seen.again = await read(source);
  };
  await sink(take)[operation]("x-sink:/", given);
  return seen;
}

async function* empty(): AsyncGenerator<Uint8Array, void, void> {}

async function read(source: Source): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk.slice());
  return Buffer.concat(chunks).toString();
}

function sink(take: (url: Url, context: Context, source?: Source) => Promise<void>) {
  const scheme: Scheme<"x-sink", object, object, any> = defineScheme({
    name: "x-sink",
    cite: ["x-sink"],
    parse: () => ({}),
    format: () => "x-sink:/",
    examples: [],
    access: async () => ({ put: take, append: take, send: take }) as any,
  });
  return createClient({ schemes: [scheme] as const, transport: new FakeTransport() });
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield bytes(text);
}

const KNOWN: readonly (readonly [string, () => SourceInput])[] = [
  ["a string, as UTF-8", () => "grün"],
  ["a Uint8Array", () => bytes("grün")],
  ["a Node Buffer, which shares its memory", () => Buffer.from("grün")],
  ["an ArrayBuffer", () => bytes("grün").buffer],
  ["a DataView", () => new DataView(bytes("-grün-").buffer, 1, 5)],
  ["a Blob", () => new Blob(["gr", "ün"])],
  ["a File", () => new File(["grün"], "a.txt")],
];

const UNKNOWN: readonly (readonly [string, () => SourceInput])[] = [
  ["a Response", () => new Response("grün")],
  ["a stream", () => Readable.toWeb(Readable.from(pieces("gr", "ün"))) as ReadableStream<Uint8Array>],
  ["an async iterable", () => pieces("gr", "ün")],
  ["a Readable of Node", () => Readable.from([Buffer.from("gr"), Buffer.from("ün")])],
];

describe("the source of a write", () => {
  it.each(KNOWN)("may be %s: its size is known, and it can be read again", async (_, create) => {
    for (const operation of ["put", "append", "send"] as const)
      expect(await written(create(), operation)).toEqual({ text: "grün", size: 5, again: "grün" });
  });

  it.each(UNKNOWN)("may be %s: its size is unknown, and it is read once", async (_, create) => {
    for (const operation of ["put", "append", "send"] as const)
      expect(await written(create(), operation)).toEqual({ text: "grün", size: undefined, again: undefined });
  });

  it("may be a file handle: the whole file, wherever its position is", async () => {
    const directory = await mkdtemp(join(tmpdir(), "anyurl-source-"));
    try {
      const text = "0123456789".repeat(20_000);
      await writeFile(join(directory, "a.txt"), text);
      await using file = await open(join(directory, "a.txt"));
      await file.read(Buffer.alloc(7));
      expect(await written(file)).toEqual({ text, size: text.length, again: text });
      await using kernel = await open("/proc/self/stat").catch(() => file);
      expect((await written(kernel)).text).not.toBe("");
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("may be a Response without a body", async () => {
    expect((await written(new Response(null))).text).toBe("");
  });

  it.each<[string, unknown]>([
    ["a number", 5],
    ["null", null],
    ["undefined", undefined],
    ["a function", () => ""],
    ["an array", [bytes("a")]],
    ["an object", { data: "a" }],
  ])("is the caller's error if it is %s, and nothing is opened", async (_, given) => {
    const client = sink(async () => expect.fail("the scheme was called"));
    for (const operation of ["put", "append"] as const) {
      await expect(client[operation]("x-sink:/", given as string)).rejects.toMatchObject({
        code: "bad-argument",
        message: expect.stringContaining("source"),
        hint: expect.stringContaining("a string, bytes, a Blob"),
      });
    }
  });

  it("is the caller's error if it was read before", async () => {
    const client = sink(async () => expect.fail("the scheme was called"));
    const response = new Response("a");
    await response.text();
    await expect(client.put("x-sink:/", response)).rejects.toMatchObject({ code: "bad-argument" });
    const stream = new Response("a").body!;
    stream.getReader();
    await expect(client.put("x-sink:/", stream)).rejects.toMatchObject({ code: "bad-argument" });
  });

  it("is the caller's error if it yields text", async () => {
    const client = sink(async (_, __, source) => void (await read(source!)));
    const given = Readable.from(["text"]) as unknown as AsyncIterable<Uint8Array>;
    await expect(client.put("x-sink:/", given)).rejects.toMatchObject({
      code: "bad-argument",
      hint: expect.stringContaining("TextEncoder"),
    });
  });

  it("is ended if the scheme does not read it", async () => {
    let canceled = false;
    const stream = new ReadableStream<Uint8Array>({
      cancel: () => {
        canceled = true;
      },
    });
    await sink(async () => {}).put("x-sink:/", stream);
    expect(canceled).toBe(true);
  });
});

describe("the URL of a call", () => {
  it("may be a URL of the platform", async () => {
    await sink(async () => {}).put(new URL("x-sink:/"), "a");
  });

  it.each<[string, unknown]>([
    ["a number", 5],
    ["null", null],
    ["undefined", undefined],
  ])("is the caller's error if it is %s", async (_, url) => {
    const client = sink(async () => {});
    const failure = { code: "bad-argument", hint: expect.stringContaining("a string, a URL, or an entry") };
    await expect(client.put(url as string, "a")).rejects.toMatchObject(failure);
    await expect(async () => client.list(url as string).next()).rejects.toMatchObject(failure);
    await expect(client.get(url as string)).rejects.toMatchObject(failure);
  });
});
