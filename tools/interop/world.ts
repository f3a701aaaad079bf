import { createHash } from "node:crypto";
import { type Client, createClient } from "@anyurl/client";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { nodeTransport } from "@anyurl/transport-node";

/** Creates a client with default options. */
export const client: Client<typeof ftp | typeof gopher> = createClient({
  schemes: [ftp, gopher],
  transport: nodeTransport(),
});

export async function bytesOf(url: string): Promise<Uint8Array> {
  return (await client.get(url)).bytes();
}

export async function fetchText(url: string): Promise<string> {
  return Buffer.from(await bytesOf(url)).toString("utf8");
}

/** The result of a body that was read to its end and discarded. */
export interface Drained {
  readonly size: number;
  readonly sha256: string;
  /** Growth of the resident memory in bytes. */
  readonly growth: number;
}

/**
 * Reads a body to its end, up to three times, until memory grows by less than `most`: V8 frees buffers on a thread of
 * its own, which is slow on a busy machine. That can only add to the result.
 */
export async function drain(url: string, most: number): Promise<Drained> {
  let least = await drainOnce(url);
  for (let again = 0; again < 2 && least.growth >= most; again++) {
    const next = await drainOnce(url);
    if (next.growth < least.growth) least = next;
  }
  return least;
}

async function drainOnce(url: string): Promise<Drained> {
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
