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
