/** Prints how many bytes of two calls a minor collection leaves. Run it with `--expose-gc`. */
import { defineScheme, type Entity } from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";
import { createClient } from "../../src/index.ts";

const collectGarbage = (globalThis as { gc?: (options: { type: "minor" | "major" }) => void }).gc!;

/** `x-held://h/`: a body of its own 4 KiB, without a connection. */
const scheme = defineScheme({
  name: "x-held",
  cite: ["x-held"],
  parse: () => ({}),
  format: () => "x-held://h/",
  examples: [],
  access: async () => ({
    async get(): Promise<Entity> {
      return { body: once(Array.from({ length: 512 }, () => 0)) };
    },
  }),
});

async function* once(own: readonly number[]): AsyncGenerator<Uint8Array, true, void> {
  yield new Uint8Array(own);
  return true;
}

/** Has every part of a transport, so that the context of a call has all of its optional members. */
const transport: Transport = {
  resolve: () => Promise.reject(new Error("unused")),
  connect: () => Promise.reject(new Error("unused")),
  awaitPeer: () => Promise.reject(new Error("unused")),
  datagram: () => Promise.reject(new Error("unused")),
};

const client = createClient({ schemes: [scheme] as const, transport, connections: { idle: 30_000 } });

async function heapAfter(calls: number): Promise<number> {
  for (let i = 0; i < calls; i++) {
    await (await client.get("x-held://h/")).bytes();
    for await (const _ of (await client.get("x-held://h/")).chunks());
    // The client holds a result until a timer that was set before this one.
    if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  // The second collection frees or promotes what the first one has only copied.
  collectGarbage({ type: "minor" });
  collectGarbage({ type: "minor" });
  return process.memoryUsage().heapUsed;
}

// V8 frees less before it has optimized the code, which happens at some time, so the least of several rounds counts.
let least = Number.POSITIVE_INFINITY;
for (let round = 0; round < 20 && least > 1024; round++) {
  collectGarbage({ type: "major" });
  const before = await heapAfter(0);
  least = Math.min(least, ((await heapAfter(1_000)) - before) / 1_000);
}
console.log(least);
