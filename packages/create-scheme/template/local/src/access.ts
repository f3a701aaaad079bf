import {
  AccessError,
  type Completeness,
  type Entity,
  // #if list
  type Entry,
  // #endif
  octetsOf,
  // #if list
  tooLargeError,
  // #endif
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { TomlValue } from "smol-toml";
import { isTable, valueAt } from "./document.ts";
import {
  // #if list
  format,
  // #endif
  type XDemoUrl,
} from "./syntax.ts";

/**
 * Gets the value as text; an array as JSON.
 *
 * @throws {AccessError} is-a-directory: it is a table.
 */
export async function get(url: XDemoUrl, context: Context): Promise<Entity> {
  const value = await valueAt(url, context);
  if (isTable(value)) {
    throw new AccessError("is-a-directory", "the URL names a table", { hint: "add one of its keys" });
  }
  const text = formatValue(value);
  const octets = octetsOf(text);
  return { mediaType: "text/plain;charset=utf-8", size: octets.length, body: only(octets) };
}

/** A date as TOML writes it. */
function formatValue(value: TomlValue): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

async function* only(octets: Uint8Array): AsyncGenerator<Uint8Array, Completeness, void> {
  if (octets.length > 0) yield octets;
  return true;
}
// #if list

/** Lists the keys of a table. */
export async function* list(url: XDemoUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const value = await valueAt(url, context, "maxListing");
  if (!isTable(value)) throw new AccessError("not-a-directory", "not a table: the value has no keys");
  const { maxEntries } = context.limits;
  if (Object.keys(value).length > maxEntries)
    throw tooLargeError(`the table exceeds the limit of ${maxEntries} keys`, "maxEntries");
  const { segments, keys } = url.parts;
  for (const [name, below] of Object.entries(value)) {
    const kind = isTable(below) ? "directory" : "file";
    // A single empty key has no URL.
    if (keys.length === 0 && name === "") yield { name, kind, url: undefined, unsafe: "the key is empty" };
    else yield { name, kind, url: format({ segments, keys: [...keys, name] }) };
  }
}
// #endif
