import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "@anyurl/client";
import { type Completeness, checkHostport, defineScheme, type Scheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { createGateway, formatLink } from "../src/index.ts";
import { ask } from "./world.ts";

const MANY = 60_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function memory(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("a body in chunks of one byte", () => {
  it.each([
    ["with a cache", {}],
    ["without a cache", false],
  ] as const)("uses at most twice its size of memory, %s", async (_, cache) => {
    let held = Number.POSITIVE_INFINITY;
    async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
      const before = memory();
      for (let i = 0; i < MANY; i++) yield Uint8Array.of(0x61);
      // The minimum of several runs, because the first one also compiles and loads.
      held = Math.min(held, memory() - before);
      return true;
    }
    const scheme: Scheme = defineScheme({
      name: "x-tiny",
      defaultPort: 4000,
      cite: ["x-tiny"],
      parse: (url, report) => checkHostport(url, report, { userinfo: false, cite: "x-tiny" }),
      format: () => "x-tiny://h.example/",
      examples: [],
      access: async () => ({ get: async () => ({ mediaType: "application/zip", body: body() }) }),
    });
    const client = createClient({ schemes: [scheme], transport: nodeTransport(), policy: "untrusted" });
    const gateway = createGateway({ client, hosts: ["gateway.example"], cache });
    for (let run = 0; run < 2; run++) {
      const { body: stream } = await ask(gateway, formatLink(`x-tiny://h.example/${run}.zip`), {
        accept: "*/*",
      });
      let length = 0;
      for await (const chunk of stream!) length += chunk.length;
      expect(length).toBe(MANY);
    }
    // Twice the size, plus the overhead of a request.
    expect(held).toBeLessThan(2 * MANY + 1024 * 1024);
  });
});
