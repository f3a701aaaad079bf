import { createClient } from "@anyurl/client";
import { type Completeness, checkHostport, defineScheme, type Scheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { type CacheOptions, createGateway, formatLink, type Gateway } from "../src/index.ts";
import { serveGateway } from "../src/node/index.ts";
import { ask } from "./world.ts";

/** 40,000 bytes of text. Adjacent lines differ. */
const TEXT: Buffer = Buffer.from(
  Array.from({ length: 5000 }, (_, i) => `${String(i).padStart(7)}\n`).join(""),
);

type Body = AsyncGenerator<Uint8Array, Completeness, void>;

const pool = Buffer.from(TEXT);

/** Slices of one Buffer. */
async function* pooled(): Body {
  for (let at = 0; at < pool.length; at += 1000) yield pool.subarray(at, at + 1000);
  return true;
}

/** One array, reused for each chunk. */
async function* reused(): Body {
  const chunk = new Uint8Array(1000);
  for (let at = 0; at < TEXT.length; at += chunk.length) {
    chunk.set(TEXT.subarray(at, at + chunk.length));
    yield chunk;
    chunk.fill(0x21);
  }
  return true;
}

function gatewayOf(body: () => Body, cache: CacheOptions | false): Gateway {
  const scheme: Scheme = defineScheme({
    name: "x-owner",
    defaultPort: 4000,
    cite: ["x-owner"],
    parse: (url, report) => checkHostport(url, report, { userinfo: false, cite: "x-owner" }),
    format: () => "x-owner://h.example/",
    examples: [],
    access: async () => ({ get: async () => ({ mediaType: "text/plain", body: body() }) }),
  });
  const client = createClient({ schemes: [scheme], transport: nodeTransport(), policy: "untrusted" });
  return createGateway({ client, hosts: ["gateway.example", "127.0.0.1"], cache });
}

const PATH = formatLink("x-owner://h.example/a.txt");

describe.each([
  ["slices of one Buffer", pooled],
  ["one array, reused for each chunk", reused],
])("a scheme that yields %s", (_, body) => {
  it.each([
    ["without a cache", false],
    ["with a cache", {}],
    ["with a cache that is too small", { maxCachedBody: 3500 }],
  ] as const)("returns the same bytes on each request, %s", async (_, cache) => {
    const gateway = gatewayOf(body, cache);
    const get = async () => Buffer.from(await (await ask(gateway, PATH, { accept: "*/*" })).arrayBuffer());
    for (let i = 0; i < 3; i++) expect((await get()).equals(TEXT)).toBe(true);
    // Concurrent requests share the call.
    for (const each of await Promise.all([get(), get(), get()])) expect(each.equals(TEXT)).toBe(true);
    // Also over HTTP, which reads into its own buffers.
    await using serving = await serveGateway(gateway);
    const served = await fetch(new URL(PATH, serving.url), { headers: { accept: "*/*" } });
    expect(Buffer.from(await served.arrayBuffer()).equals(TEXT)).toBe(true);
    expect(pool.equals(TEXT)).toBe(true);
  });
});
