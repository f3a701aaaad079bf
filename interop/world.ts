import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { type Client, createClient } from "@anyurl/client";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { nodeTransport } from "@anyurl/transport-node";

/** The client that a user has, with nothing relaxed. */
export const client: Client<typeof ftp | typeof gopher> = createClient({
  schemes: [ftp, gopher],
  transport: nodeTransport(),
});

export async function bytesOf(url: string): Promise<Uint8Array> {
  return (await client.get(url)).bytes();
}

export async function textOf(url: string): Promise<string> {
  return Buffer.from(await bytesOf(url)).toString("utf8");
}

/** The octets that curl gets; its own words when it fails. */
export async function curl(url: string): Promise<Uint8Array> {
  const child = spawn("curl", ["--silent", "--show-error", "--globoff", "--max-time", "30", url], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  let said = "";
  child.stdout.on("data", (octets: Buffer) => chunks.push(octets));
  child.stderr.on("data", (octets: Buffer) => {
    said += octets.toString();
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (status !== 0) throw new Error(`curl ended with ${status}: ${said}`);
  return Buffer.concat(chunks);
}

/** Reads a body to its end without keeping it: its size, its hash, and by how much resident memory grew. */
export async function drain(url: string): Promise<{ size: number; sha256: string; growth: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  let size = 0;
  const hash = createHash("sha256");
  const { body } = await client.get(url);
  for await (const octets of body) {
    size += octets.length;
    hash.update(octets);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { size, sha256: hash.digest("hex"), growth: peak - before };
}
