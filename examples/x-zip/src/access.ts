import { AccessError, type Attributes, type Entity, type Entry } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { FileEntry, Entry as ZipEntry } from "@zip.js/zip.js";
import { type Archive, openArchive } from "./archive.ts";
import { contentOf } from "./content.ts";
import { entryName, unsafeName } from "./names.ts";
import { format, type ZipUrl } from "./syntax.ts";

/**
 * Returns the bytes of an entry.
 *
 * @throws {AccessError} not-found, is-a-directory; unsupported: it is encrypted.
 */
export async function get(url: ZipUrl, context: Context): Promise<Entity> {
  const archive = await openArchive(url.parts, context);
  try {
    const entry = await fileIn(archive, entryName(url.parts));
    const { uncompressedSize: size, lastModDate: modified } = entry;
    return { size, modified, body: contentOf(entry, archive, context.signal) };
  } catch (error) {
    await archive[Symbol.asyncDispose]();
    throw error;
  }
}

/** What is in a directory of an archive, each name once, in the archive's order. */
export async function* list(url: ZipUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const directory = entryName(url.parts);
  if (directory !== "" && !directory.endsWith("/"))
    throw new AccessError("not-a-directory", "only a directory has entries", {
      hint: 'end the URL with "/"',
    });
  await using archive = await openArchive(url.parts, context);
  const seen = new Set<string>();
  let isThere = directory === "";
  for await (const entry of archive.entries()) {
    if (!entry.filename.startsWith(directory)) continue;
    isThere = true;
    const [name = "", ...deeper] = entry.filename.slice(directory.length).split("/");
    // The directory's own entry says that it is there, and no more.
    if ((name === "" && deeper.length === 0) || seen.has(name)) continue;
    seen.add(name);
    yield toEntry(name, deeper.length > 0 ? undefined : entry, url);
  }
  if (!isThere) throw new AccessError("not-found", "there is no such directory in the archive");
}

/** What the archive's own directory says. */
export async function stat(url: ZipUrl, context: Context): Promise<Attributes> {
  await using archive = await openArchive(url.parts, context);
  const name = entryName(url.parts);
  if (name === "") return { kind: "directory" };
  for await (const entry of archive.entries()) {
    if (name.endsWith("/") && entry.filename.startsWith(name)) return { kind: "directory" };
    if (entry.filename === name)
      return { kind: "file", size: entry.uncompressedSize, modified: entry.lastModDate };
  }
  throw notFound();
}

/** @param entry `undefined` for a directory, whose entry there need not be. */
function toEntry(name: string, entry: ZipEntry | undefined, { parts }: ZipUrl): Entry {
  const facts = entry && { size: entry.uncompressedSize, modified: entry.lastModDate };
  const kind = entry === undefined ? ("directory" as const) : ("file" as const);
  const unsafe = unsafeName(name);
  if (unsafe !== undefined) return { name, kind, url: undefined, unsafe, ...facts };
  const own = entry === undefined ? [name, ""] : [name];
  const url = format({ archive: parts.archive, entry: [...parts.entry.slice(0, -1), ...own] });
  return { name, kind, url, ...facts };
}

async function fileIn(archive: Archive, name: string): Promise<FileEntry> {
  if (name === "" || name.endsWith("/")) throw aDirectory();
  for await (const entry of archive.entries()) {
    if (entry.filename.startsWith(`${name}/`)) throw aDirectory();
    if (entry.filename !== name || entry.directory) continue;
    if (!entry.encrypted) return entry;
    throw new AccessError("unsupported", "the entry is encrypted, and only its name can be read");
  }
  throw notFound();
}

function aDirectory(): AccessError {
  return new AccessError("is-a-directory", "the URL names a directory", { hint: "list shows what is in it" });
}

function notFound(): AccessError {
  return new AccessError("not-found", "there is nothing of that name in the archive");
}
