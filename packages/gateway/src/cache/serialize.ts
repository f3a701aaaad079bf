import type { Attributes, Entry, EntryKind } from "@anyurl/core";
import type { Stored } from "./stored.ts";

/** Version of the format. Values of other versions in a shared store are ignored. */
const VERSION = 1;

const KINDS: ReadonlySet<string> = new Set<EntryKind>([
  ...(["file", "directory", "search", "link", "session"] as const),
  ...(["information", "error", "unknown"] as const),
]);

/** Serializes a value for stores of strings: JSON, with bytes in base64 and dates as numbers. */
export function packed(stored: Stored): string {
  const { is } = stored;
  const data =
    is === "body"
      ? { ...stored, octets: base64Of(stored.octets) }
      : is === "entries"
        ? { ...stored, entries: stored.entries.map(withNumber) }
        : is === "attributes"
          ? { ...stored, attributes: withNumber(stored.attributes) }
          : stored;
  return JSON.stringify({ version: VERSION, ...data });
}

/** Deserializes the result of {@link packed}. Returns `undefined` for anything else, because a store may be shared. */
export function unpacked(text: unknown): Stored | undefined {
  if (typeof text !== "string") return undefined;
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (typeof data !== "object" || data === null || data["version"] !== VERSION) return undefined;
  const { is, time } = data;
  if (!isNumber(time)) return undefined;
  if (is === "body") return bodyOf(data, time);
  if (is === "entries") return entriesOf(data, time);
  if (is === "attributes") {
    const attributes = attributesOf(data["attributes"]);
    return attributes && { is, time, attributes };
  }
  if (is !== "absence") return undefined;
  const { message, scheme, operation, reply } = data;
  if (typeof message !== "string" || ![scheme, operation, reply].every(isMaybeText)) return undefined;
  return { is, time, message, scheme, operation, reply } as Stored;
}

type Data = Readonly<Record<string, unknown>>;

function bodyOf(data: Data, time: number): Stored | undefined {
  const { url, mediaType, size, modified, etag, complete } = data;
  const octets = typeof data["octets"] === "string" ? octetsOfBase64(data["octets"]) : undefined;
  if (octets === undefined || typeof url !== "string" || (complete !== true && complete !== "unknown"))
    return undefined;
  if (!isMaybeText(mediaType) || !isMaybeText(etag) || !isMaybeNumber(size) || !isMaybeNumber(modified))
    return undefined;
  return { is: "body", time, url, mediaType, size, modified, etag, complete, octets };
}

function entriesOf(data: Data, time: number): Stored | undefined {
  if (!Array.isArray(data["entries"])) return undefined;
  const entries = data["entries"].map(entryOf);
  if (entries.includes(undefined)) return undefined;
  return { is: "entries", time, entries: entries as readonly Entry[] };
}

function entryOf(value: unknown): Entry | undefined {
  const attributes = attributesOf(value);
  if (attributes === undefined) return undefined;
  const { name, url, unsafe } = value as Data;
  if (typeof name !== "string" || !isMaybeText(url) || !isMaybeText(unsafe)) return undefined;
  return { ...attributes, name, url, ...(unsafe !== undefined && { unsafe }) };
}

const PRECISIONS: readonly unknown[] = [undefined, "millisecond", "second", "minute", "day"];
const ZONES: readonly unknown[] = [undefined, "UTC", "unknown"];

/** Validates the fields that entries and attributes have in common. */
function attributesOf(value: unknown): Attributes | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, size, modified, mediaType, modifiedPrecision, modifiedZone, attributes } = value as Data;
  if (typeof kind !== "string" || !KINDS.has(kind)) return undefined;
  if (!isMaybeNumber(size) || !isMaybeNumber(modified) || !isMaybeText(mediaType)) return undefined;
  if (!PRECISIONS.includes(modifiedPrecision) || !ZONES.includes(modifiedZone)) return undefined;
  if (attributes !== undefined && !isTexts(attributes)) return undefined;
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

function withNumber<T extends { readonly modified?: Date }>(described: T): object {
  const { modified } = described;
  return modified === undefined ? described : { ...described, modified: modified.getTime() };
}

function isTexts(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((each) => typeof each === "string")
  );
}

function isMaybeText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isMaybeNumber(value: unknown): value is number | undefined {
  return value === undefined || isNumber(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Number of bytes converted per call, because the number of arguments is limited. */
const PIECE = 8192;

function base64Of(octets: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < octets.length; i += PIECE)
    binary += String.fromCharCode(...octets.subarray(i, i + PIECE));
  return btoa(binary);
}

function octetsOfBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
