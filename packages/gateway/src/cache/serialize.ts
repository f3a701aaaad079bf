import { decodeBase64, encodeBase64 } from "@anyurl/core";
import type { StoredNotFound, StoredValue } from "./stored.ts";

/** Version of the format. Values of other versions in a shared store are ignored. */
const FORMAT_VERSION = 3;

/** Serializes a value for stores of strings: JSON, with bytes in base64 and dates in the form of ISO 8601. */
export function serialize(stored: StoredValue): string {
  return JSON.stringify({ version: FORMAT_VERSION, ...stored }, (_, value) =>
    value instanceof Uint8Array ? encodeBase64(value) : value,
  );
}

/** Deserializes the result of {@link serialize}. Returns `undefined` for anything else, because a store may be shared. */
export function deserialize(text: unknown): StoredValue | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const { version, is, ...data } = JSON.parse(text);
    if (version !== FORMAT_VERSION) return undefined;
    if (is === "not-found")
      return hasStrings(data, "message") ? ({ is, ...data } as StoredNotFound) : undefined;
    const required = is === "get" ? ["url"] : is === "stat" ? ["kind"] : [];
    if (!hasStrings(data.head, ...required)) return undefined;
    const items = (data.items as readonly unknown[]).map(is === "get" ? parseBytes : parseEntry);
    return { is, ...(data.head && { head: withDate(data.head) }), items };
  } catch {
    return undefined;
  }
}

function parseBytes(base64: unknown): Uint8Array {
  return decodeBase64(String(base64));
}

/** @throws {TypeError} it is not an entry. */
function parseEntry(entry: unknown): any {
  if (!hasStrings(entry, "name", "kind")) throw new TypeError("invalid entry in a cache");
  return withDate(entry);
}

function hasStrings(value: unknown, ...names: readonly string[]): value is object {
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof fields[name] === "string");
}

/** @throws {TypeError} the date is invalid. */
function withDate(data: object): object {
  const { modified } = data as { readonly modified?: string };
  if (modified === undefined) return data;
  const date = new Date(modified);
  if (Number.isNaN(date.getTime())) throw new TypeError("invalid date in a cache");
  return { ...data, modified: date };
}
