// Reads a gibibyte by ftp from a server in another process, and prints what it cost: a program of its own, for within a
// run of tests nobody could tell whose memory is whose.
import { fork } from "node:child_process";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { ftp } from "../src/index.ts";

const server = fork(new URL("big-server.ts", import.meta.url), { execArgv: process.execArgv });
const origin = await new Promise<string>((resolve) =>
  server.once("message", (message) => resolve(String(message))),
);
const client = createClient({ schemes: [ftp], transport: nodeTransport() });

/** Octets received, and the most by which resident memory had grown meanwhile. */
async function read(url: string): Promise<{ received: number; growth: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  let received = 0;
  const { body } = await client.get(url);
  for await (const octets of body) {
    received += octets.length;
    if (received % (8 * 1024 ** 2) < octets.length) peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { received, growth: peak - before };
}

// What is loaded and compiled once is not what a gibibyte costs.
await read(`${origin}/small`);
console.log(JSON.stringify(await read(`${origin}/big`)));
server.kill();
