import { AccessError, tooLargeError } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { parse, type TomlTable, type TomlValue } from "smol-toml";
import { toSystemPath } from "./path.ts";
import type { XDemoUrl } from "./syntax.ts";

/** Bytes of one read. */
const CHUNK = 64 * 1024;

/**
 * Reads the value of a URL. The library gets only the text of the file: the context opens the file, below the roots of
 * the policy, and the limit bounds its size.
 *
 * @param limit for a body, or for a listing.
 * @throws {AccessError} unsupported: files are not available; path-blocked, not-found, too-large; protocol-error: it is
 *   not TOML.
 */
export async function valueAt(
  url: XDemoUrl,
  context: Context,
  limit: "maxBytes" | "maxListing" = "maxBytes",
): Promise<TomlValue> {
  let value: TomlValue = tableIn(await readTextFile(url, context, limit));
  for (const key of url.parts.keys) {
    const next: TomlValue | undefined = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (next === undefined) throw new AccessError("not-found", "the file has no such key");
    value = next;
  }
  return value;
}

/** Is it a table with keys? */
export function isTable(value: TomlValue): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}

async function readTextFile(
  url: XDemoUrl,
  { files, limits, signal }: Context,
  limit: "maxBytes" | "maxListing",
): Promise<string> {
  if (files === undefined) throw new AccessError("unsupported", "files are not available");
  await using file = await files.open(toSystemPath(url.parts, files.system), signal);
  const most = limits[limit];
  // Count the bytes that were read; do not trust the file's size, because it can grow meanwhile.
  let text = "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const buffer = new Uint8Array(CHUNK);
  for (let at = 0; ; ) {
    const read = await file.read(buffer, at);
    at += read;
    if (at > most) throw tooLargeError(`the file exceeds the limit of ${most} bytes`, limit);
    try {
      text += decoder.decode(buffer.subarray(0, read), { stream: read > 0 });
    } catch (cause) {
      throw noToml(cause);
    }
    if (read === 0) return text;
  }
}

function tableIn(text: string): TomlTable {
  try {
    return parse(text, { maxDepth: 32 });
  } catch (cause) {
    throw noToml(cause);
  }
}

/** The library's own message quotes the file: use it as the cause, not as the message. */
function noToml(cause: unknown): AccessError {
  return new AccessError("protocol-error", "not a valid TOML file", { cause });
}
