// Reads a gibibyte by ftp from a server in another process, and prints what it cost: a program of its own, for within a
// run of tests nobody could tell whose memory is whose.
import { fork } from "node:child_process";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { ftp } from "../src/index.ts";

const [how] = process.argv.slice(2);
const server = fork(new URL("big-server.ts", import.meta.url), { execArgv: process.execArgv });
const origin = await new Promise<string>((resolve) =>
  server.once("message", (message) => resolve(String(message))),
);
const client = createClient({ schemes: [ftp], transport: nodeTransport() });

/** Reads a body with a buffer of its own, or as one that comes, and takes its time: V8 collects where there is some. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<number, void, void> {
  if (how === "slowly") {
    let since = 0;
    for await (const { length } of body) {
      since += length;
      if (since >= 1024 ** 2) {
        since = 0;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      yield length;
    }
    return;
  }
  const reader = body.getReader({ mode: "byob" });
  for (let buffer = new Uint8Array(64 * 1024); ; ) {
    const { done, value } = await reader.read(buffer);
    if (done) return;
    yield value.length;
    buffer = new Uint8Array(value.buffer);
  }
}

/** Octets received, and the most by which resident memory had grown meanwhile. */
async function read(url: string): Promise<{ received: number; growth: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  let received = 0;
  const { body } = await client.get(url);
  for await (const length of pieces(body)) {
    received += length;
    if (received % (8 * 1024 ** 2) < length) peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { received, growth: peak - before };
}

// What is loaded and compiled once is not what a gibibyte costs.
await read(`${origin}/small`);
console.log(JSON.stringify(await read(`${origin}/big`)));
server.kill();
