import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileRoot, Files } from "@anyurl/core/exchange";
import { nodeFiles } from "../../src/files/node-files.ts";
import type { Pinning } from "../../src/files/pinned.ts";

export const never: AbortSignal = new AbortController().signal;

/** The ways of pinning that this system supports. */
export const PINNINGS: readonly Pinning[] = process.platform === "linux" ? ["handles", "paths"] : ["paths"];

export interface World {
  /** The allowed directory. */
  readonly root: string;
  /** A directory beside it that is not allowed. */
  readonly outside: string;
  files(options?: Partial<FileRoot>, ...more: readonly FileRoot[]): Files;
  /** Handles of this process that are open in the two directories. */
  open(): readonly string[];
  remove(): void;
}

export function world(pinning: Pinning): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "anyurl-files-")));
  const [root, outside] = [mkdtempSync(join(base, "root-")), mkdtempSync(join(base, "outside-"))];
  return {
    root,
    outside,
    files: (options, ...more) =>
      nodeFiles(pinning).below!([{ path: root, write: true, followLinks: false, ...options }, ...more]),
    open: () => handlesIn(base),
    remove: () => rmSync(base, { recursive: true }),
  };
}

/** Other tests in the same process have handles of their own. */
function handlesIn(base: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(base) ? [path] : [];
    } catch {
      return [];
    }
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

/** Reads the content of a file, in chunks of this number of bytes. */
export async function contentOf(files: Files, path: string, piece = 7): Promise<string> {
  const file = await files.open(path, never);
  try {
    const buffer = new Uint8Array(piece);
    const decoder = new TextDecoder();
    let text = "";
    for (let at = 0; ; ) {
      const read = await file.read(buffer, at);
      if (read === 0) return text + decoder.decode();
      at += read;
      text += decoder.decode(buffer.subarray(0, read), { stream: true });
    }
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Matches an error with this code. */
export const withCode = (code: string): unknown => ({
  asymmetricMatch: (error: { code?: unknown }) => error.code === code,
});
