// Reads 256 MiB over FTP from a server in another process and prints the memory used. It is a separate program, because
// the memory of a test process includes that of other tests.
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

/** Reads a body with a caller-provided buffer, or slowly as a stream, which gives V8 time to collect garbage. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<number, void, void> {
  if (how === "slowly") {
    let since = 0;
    for await (const { length } of body) {
      since += length;
      if (since >= 1024 ** 2) {
        since = 0;
        // biome-ignore lint/plugin/no-fixed-waits: time for V8, and no result depends on it.
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

/** Returns the number of bytes received and the maximum growth of resident memory. */
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

// Read a small file first, so that loading and compiling code does not count.
await read(`${origin}/small`);
console.log(JSON.stringify(await read(`${origin}/big`)));
server.kill();
