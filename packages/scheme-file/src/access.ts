import { AccessError, type Attributes, type Entity, type Entry, type Source } from "@anyurl/core";
import { type Context as AnyContext, guessMediaType } from "@anyurl/core/exchange";
import { readFile } from "./body.ts";
import { entryKind, toDate, toEntry } from "./entry.ts";
import type { FileSettings } from "./options.ts";
import type { FileUrl } from "./syntax.ts";
import { resolveTarget } from "./target.ts";

type Context = AnyContext<FileSettings>;

/**
 * Reads a file. See {@link readFile}: the arrays are reused.
 *
 * @throws {AccessError} path-blocked, not-found, permission-denied, is-a-directory, not-a-directory; unsupported: a
 *   device, a pipe, a socket.
 */
export async function get(url: FileUrl, context: Context): Promise<Entity> {
  const { files, path, name, options } = resolveTarget(url, context);
  const file = await files.open(path, context.signal, { special: options.allowSpecialFiles });
  try {
    const { octets, size, start } = await readFile(file, context.range);
    const mediaType = guessMediaType(name);
    return {
      framing: "reply",
      body: octets,
      start,
      modified: file.facts.modified,
      ...(size !== undefined && { size }),
      ...(mediaType !== undefined && { mediaType }),
    };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

/** Lists a directory, in the order of the system. */
export async function* list(url: FileUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { files, path } = resolveTarget(url, context);
  for await (const entry of files.entries(path, context.signal)) yield toEntry(entry, url, files.system);
}

/** For a symbolic link, describe the link itself if the policy does not follow links. */
export async function stat(url: FileUrl, context: Context): Promise<Attributes> {
  const { files, path, name } = resolveTarget(url, context);
  const facts = await files.facts(path, context.signal);
  const kind = entryKind(facts);
  const date = toDate(facts);
  if (kind !== "file") return { kind, ...date };
  const mediaType = guessMediaType(name);
  return { kind, size: facts.size, ...date, ...(mediaType !== undefined && { mediaType }) };
}

/**
 * Writes a file atomically, and sets its modification time. With `overwrite: false` it must not exist. With a `part`, it
 * continues an incomplete file, unless another process writes it or a foreign file is in its place.
 */
export async function put(url: FileUrl, context: Context, source: Source): Promise<void> {
  const { files, path, options } = resolveTarget(url, context);
  const { signal, modified, linkTarget, part } = context;
  if (linkTarget !== undefined) {
    if (files.makeLink === undefined) throw new AccessError("unsupported", "cannot create symbolic links");
    return files.makeLink(path, linkTarget, signal);
  }
  const how = options.overwrite ? "replace" : "create";
  if (part !== undefined && files.withPart !== undefined) {
    const { url: from, use } = part;
    const refusal = await files.withPart(
      path,
      { ...(from !== undefined && { url: from }), how },
      signal,
      use,
    );
    if (refusal === undefined) return;
  }
  await files.write(path, source, how, signal, modified);
}

/** Appends to a file, or creates it. Bytes that were appended before a failure stay. */
export async function append(url: FileUrl, context: Context, source: Source): Promise<void> {
  const { files, path } = resolveTarget(url, context);
  await files.write(path, source, "append", context.signal);
}

/** Removes a file, a symbolic link, or an empty directory. */
export async function remove(url: FileUrl, context: Context): Promise<void> {
  const { files, path } = resolveTarget(url, context);
  await files.remove(path, context.signal);
}

/** Renames a file or a directory on the same file system. */
export async function rename(url: FileUrl, context: Context, to: FileUrl): Promise<void> {
  if ((to.scheme as string) !== "file") {
    throw new AccessError("unsupported", `cannot rename a file to a URL of ${to.scheme}`, {
      hint: "copy the file, then remove it",
    });
  }
  const { files, path, options } = resolveTarget(url, context);
  const target = resolveTarget(to, context);
  await files.rename(path, target.path, options.overwrite ? "replace" : "create", context.signal);
}

/** Creates a directory. Its parent must exist. */
export async function makeDirectory(url: FileUrl, context: Context): Promise<void> {
  const { files, path } = resolveTarget(url, context);
  await files.makeDirectory(path, context.signal);
}
