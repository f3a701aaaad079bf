import type { Attributes, Entry, EntryKind } from "@anyurl/core";
import type { StoredValue } from "./stored.ts";

/** Version of the format. Values of other versions in a shared store are ignored. */
const FORMAT_VERSION = 1;

const ENTRY_KINDS: ReadonlySet<string> = new Set<EntryKind>([
  ...(["file", "directory", "search", "link", "session"] as const),
  ...(["information", "error", "unknown"] as const),
]);

/** Serializes a value for stores of strings: JSON, with bytes in base64 and dates as numbers. */
export function serialize(stored: StoredValue): string {
  const { is } = stored;
  const data =
    is === "body"
      ? { ...stored, octets: encodeBase64(stored.octets) }
      : is === "entries"
        ? { ...stored, entries: stored.entries.map(withTimestamp) }
        : is === "attributes"
          ? { ...stored, attributes: withTimestamp(stored.attributes) }
          : stored;
  return JSON.stringify({ version: FORMAT_VERSION, ...data });
}

/** Deserializes the result of {@link serialize}. Returns `undefined` for anything else, because a store may be shared. */
export function deserialize(text: unknown): StoredValue | undefined {
  if (typeof text !== "string") return undefined;
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (typeof data !== "object" || data === null || data["version"] !== FORMAT_VERSION) return undefined;
  const { is, time } = data;
  if (!isFiniteNumber(time)) return undefined;
  if (is === "body") return parseBody(data, time);
  if (is === "entries") return parseEntries(data, time);
  if (is === "attributes") {
    const attributes = parseAttributes(data["attributes"]);
    return attributes && { is, time, attributes };
  }
  if (is !== "absence") return undefined;
  const { message, scheme, operation, reply } = data;
  if (typeof message !== "string" || ![scheme, operation, reply].every(isOptionalString)) return undefined;
  return { is, time, message, scheme, operation, reply } as StoredValue;
}

type JsonData = Readonly<Record<string, unknown>>;

function parseBody(data: JsonData, time: number): StoredValue | undefined {
  const { url, mediaType, size, modified, etag, complete } = data;
  const octets = typeof data["octets"] === "string" ? decodeBase64(data["octets"]) : undefined;
  if (octets === undefined || typeof url !== "string" || (complete !== true && complete !== "unknown"))
    return undefined;
  if (
    !isOptionalString(mediaType) ||
    !isOptionalString(etag) ||
    !isOptionalNumber(size) ||
    !isOptionalNumber(modified)
  )
    return undefined;
  return { is: "body", time, url, mediaType, size, modified, etag, complete, octets };
}

function parseEntries(data: JsonData, time: number): StoredValue | undefined {
  if (!Array.isArray(data["entries"])) return undefined;
  const entries = data["entries"].map(parseEntry);
  if (entries.includes(undefined)) return undefined;
  return { is: "entries", time, entries: entries as readonly Entry[] };
}

function parseEntry(value: unknown): Entry | undefined {
  const attributes = parseAttributes(value);
  if (attributes === undefined) return undefined;
  const { name, url, unsafe } = value as JsonData;
  if (typeof name !== "string" || !isOptionalString(url) || !isOptionalString(unsafe)) return undefined;
  return { ...attributes, name, url, ...(unsafe !== undefined && { unsafe }) };
}

const PRECISIONS: readonly unknown[] = [undefined, "millisecond", "second", "minute", "day"];
const ZONES: readonly unknown[] = [undefined, "UTC", "unknown"];

/** Validates the fields that entries and attributes have in common. */
function parseAttributes(value: unknown): Attributes | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, size, modified, mediaType, modifiedPrecision, modifiedZone, attributes } = value as JsonData;
  if (typeof kind !== "string" || !ENTRY_KINDS.has(kind)) return undefined;
  if (!isOptionalNumber(size) || !isOptionalNumber(modified) || !isOptionalString(mediaType))
    return undefined;
  if (!PRECISIONS.includes(modifiedPrecision) || !ZONES.includes(modifiedZone)) return undefined;
  if (attributes !== undefined && !isStringRecord(attributes)) return undefined;
  return {
    kind,
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified: new Date(modified) }),
    ...(mediaType !== undefined && { mediaType }),
    ...(modifiedPrecision !== undefined && { modifiedPrecision }),
    ...(modifiedZone !== undefined && { modifiedZone }),
    ...(attributes !== undefined && { attributes }),
  } as Attributes;
}

function withTimestamp<T extends { readonly modified?: Date }>(described: T): object {
  const { modified } = described;
  return modified === undefined ? described : { ...described, modified: modified.getTime() };
}

function isStringRecord(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((each) => typeof each === "string")
  );
}

function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isOptionalNumber(value: unknown): value is number | undefined {
  return value === undefined || isFiniteNumber(value);
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Number of bytes converted per call, because the number of arguments is limited. */
const CHUNK_BYTES = 8192;

function encodeBase64(octets: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < octets.length; i += CHUNK_BYTES)
    binary += String.fromCharCode(...octets.subarray(i, i + CHUNK_BYTES));
  return btoa(binary);
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
