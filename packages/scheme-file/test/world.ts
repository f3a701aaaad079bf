import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type FilePolicyOptions } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { file, fromPath } from "../src/index.ts";

export interface World {
  /** The declared directory. */
  readonly root: string;
  /** Returns the URL of a name in it. */
  url(name?: string): string;
  /** Returns the open handles of this process in it. */
  open(): readonly string[];
  remove(): void;
}

export function world(): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "anyurl-file-")));
  return {
    root,
    url: (name = "") => `${fromPath(root, { system: "posix" })}/${name}`,
    open: () => handlesIn(root),
    remove: () => rmSync(root, { recursive: true }),
  };
}

/** Other tests run in the same process, with handles of their own. */
function handlesIn(root: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(root) ? [path] : [];
    } catch {
      return [];
    }
  });
}

export function clientFor(root: string, files: Partial<FilePolicyOptions> = {}) {
  return createClient({
    schemes: [file],
    transport: nodeTransport(),
    policy: { files: { roots: [root], write: true, ...files } },
  });
}

export async function* source(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

export async function collected<T>(things: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const thing of things) all.push(thing);
  return all;
}
