import type { Dir, Dirent, Stats } from "node:fs";
import { lstat, opendir, readlink } from "node:fs/promises";
import type { FileEntry } from "@anyurl/core/exchange";
import { toFileMetadata } from "./facts.ts";
import { fromNativePath, type NativePath, systemErrorCode } from "./native.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { SYSTEM } from "./system.ts";

/** Number of names that are read together. */
const BATCH = 64;

/**
 * Reads the entries of a directory lazily, with at most one batch in memory. Skips entries that are removed meanwhile.
 *
 * @param leadsTo the metadata of a link's target, if links are followed.
 */
export async function* readEntries(
  directory: PinnedDirectory,
  signal: AbortSignal,
  leadsTo: ((name: string) => Promise<Stats>) | undefined,
): AsyncGenerator<FileEntry, void, void> {
  // Node's types lack the encoding "buffer", which returns names as bytes.
  const encoding = (SYSTEM === "windows" ? "utf8" : "buffer") as BufferEncoding;
  const dir = await opendir(directory.itself as string, { encoding, bufferSize: BATCH });
  try {
    await directory.check();
    for (;;) {
      const names = await batch(dir);
      signal.throwIfAborted();
      const entries = await Promise.all(names.map((name) => createEntry(directory, name, leadsTo)));
      signal.throwIfAborted();
      for (const entry of entries) if (entry !== undefined) yield entry;
      if (names.length < BATCH) return;
    }
  } finally {
    await dir.close();
  }
}

async function batch(dir: Dir): Promise<readonly string[]> {
  const names: string[] = [];
  while (names.length < BATCH) {
    const next = await dir.read();
    if (next === null) break;
    names.push(fromNativePath(getName(next)));
  }
  return names;
}

/** Bun returns the bytes of the name instead of an entry. */
function getName(entry: Dirent | Buffer): NativePath {
  return Buffer.isBuffer(entry) ? entry : entry.name;
}

async function createEntry(
  directory: PinnedDirectory,
  name: string,
  leadsTo: ((name: string) => Promise<Stats>) | undefined,
): Promise<FileEntry | undefined> {
  const stats = await lstat(directory.at(name)).catch((error: unknown) => {
    // Windows does not describe files such as pagefile.sys, which the system has locked.
    if (systemErrorCode(error) === "ENOENT" || SYSTEM === "windows") return undefined;
    throw error;
  });
  if (stats === undefined) return undefined;
  // A link with a missing target, or with one outside the roots, is listed as a link.
  if (!stats.isSymbolicLink()) return { name, facts: toFileMetadata(stats) };
  const [target, linkTarget] = await Promise.all([
    leadsTo?.(name).catch(() => undefined),
    readLink(directory, name).catch(() => undefined),
  ]);
  const facts =
    target === undefined ? toFileMetadata(stats) : { ...toFileMetadata(target), isLink: true as const };
  return { name, facts: linkTarget === undefined ? facts : { ...facts, linkTarget } };
}

async function readLink(directory: PinnedDirectory, name: string): Promise<string> {
  const path = directory.at(name);
  return fromNativePath(SYSTEM === "windows" ? await readlink(path) : await readlink(path, "buffer"));
}
