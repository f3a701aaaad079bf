import {
  AccessError,
  type Completeness,
  type Entity,
  // #if list
  type Entry,
  tooLargeError,
  // #endif
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { callServer } from "./call-server.ts";
// #if list
import { toEntry } from "./entry.ts";
// #endif
import type { XDemoUrl } from "./syntax.ts";

/** Gets the bytes of a document. */
export async function get(url: XDemoUrl, context: Context): Promise<Entity> {
  const result = (await callServer("read", url, context, "maxBytes")) as { readonly data?: unknown } | null;
  const data = result?.data;
  if (
    typeof data !== "string" ||
    !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data)
  )
    throw new AccessError("protocol-error", "the response has no data in base64");
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  return { size: bytes.length, body: yieldOnce(bytes) };
}

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array, Completeness, void> {
  if (bytes.length > 0) yield bytes;
  return true;
}
// #if list

/** Lists a directory. */
export async function* list(url: XDemoUrl, context: Context): AsyncGenerator<Entry, void, void> {
  if (url.parts.segments.at(-1) !== "") {
    throw new AccessError("not-a-directory", "not a directory: only a directory has entries", {
      hint: 'add "/" to the end of the URL',
    });
  }
  const result = (await callServer("list", url, context, "maxListing")) as {
    readonly entries?: unknown;
  } | null;
  const entries = result?.entries;
  if (!Array.isArray(entries)) throw new AccessError("protocol-error", "the response has no list of entries");
  const { maxEntries } = context.limits;
  if (entries.length > maxEntries)
    throw tooLargeError(`the directory exceeds the limit of ${maxEntries} entries`, "maxEntries");
  for (const entry of entries) yield toEntry(entry, url);
}
// #endif
