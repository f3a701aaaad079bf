/** Runs one workload of a Node contender in its own process, and reports the time and the memory. */
import { writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { LONG, SMALL } from "./workloads.ts";

const [who = "", what = "", port = "", work = ""] = process.argv.slice(2);
const origin = `ftp://127.0.0.1:${port}/pub` as const;
/** The number of bytes or entries, as a proof of work. */
let count = 0;
let begun = 0;
const files = what.startsWith("long") ? LONG : SMALL;

async function anyurl(): Promise<void> {
  const { createClient } = await import("@anyurl/client");
  const { ftp } = await import("@anyurl/scheme-ftp");
  const { nodeTransport } = await import("@anyurl/transport-node");
  begun = performance.now();
  await using client = createClient({
    schemes: [ftp] as const,
    transport: nodeTransport(),
    connections: { idle: 30_000, perServer: 8 },
  });
  if (what === "list") {
    for await (const _ of client.list(`${origin}/many/`)) count++;
    return;
  }
  if (what.endsWith("serial") || what.endsWith("parallel")) {
    let next = 0;
    const one = async () => {
      for (let i = next++; i < files; i = next++) {
        const { length } = await (await client.get(`${origin}/small/${i}.bin`)).bytes();
        count += length;
      }
    };
    await Promise.all(Array.from({ length: what.endsWith("serial") ? 1 : 8 }, one));
    return;
  }
  const retrieved = await client.get(`${origin}/gibibyte.bin`);
  if (what === "file") {
    await using file = await open(join(work, "anyurl.bin"), "w");
    for await (const octets of retrieved.chunks()) {
      count += octets.length;
      await file.write(octets);
    }
    return;
  }
  if (what === "octets") {
    for await (const octets of retrieved.chunks()) count += octets.length;
    return;
  }
  const { body } = retrieved;
  if (what === "default") {
    for await (const octets of body) count += octets.length;
    return;
  }
  const reader = body.getReader({ mode: "byob" });
  let buffer = new Uint8Array(256 * 1024);
  for (;;) {
    const { done, value } = await reader.read(buffer);
    if (done) break;
    count += value.length;
    buffer = new Uint8Array(value.buffer);
  }
}

async function basicFtp(): Promise<void> {
  // Each contender loads only its own modules.
  const { Client } = await import("basic-ftp");
  begun = performance.now();
  const client = new Client();
  await client.access({ host: "127.0.0.1", port: Number(port) });
  const drain = () =>
    new Writable({
      write(octets: Buffer, _, done) {
        count += octets.length;
        done();
      },
    });
  if (what === "list") count = (await client.list("pub/many")).length;
  else if (what === "file") await client.downloadTo(join(work, "basic-ftp.bin"), "pub/gibibyte.bin");
  else if (what === "stream") await client.downloadTo(drain(), "pub/gibibyte.bin");
  else {
    await client.cd("pub/small");
    for (let i = 0; i < files; i++) await client.downloadTo(drain(), `${i}.bin`);
  }
  client.close();
}

await (who === "anyurl" ? anyurl() : basicFtp());
const seconds = (performance.now() - begun) / 1000;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
writeSync(
  1,
  JSON.stringify({ seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024, count }),
);
process.exit();
