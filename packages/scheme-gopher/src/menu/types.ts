import type { EntryKind } from "@anyurl/core";

/** The properties of a gophertype (RFC 1436 §3.8, and practice). */
export interface ItemType {
  readonly name: string;
  readonly kind: EntryKind;
  /** How the entity is read: lines that can end with ".", bytes up to the close, or not at all. */
  readonly entity: "text" | "menu" | "octets" | "none";
  /** Present only if the type determines the media type. */
  readonly mediaType?: string;
}

const OCTETS = { kind: "file", entity: "octets" } as const;

/** A Map, because a type is untrusted and "constructor" must not match. */
const TYPES: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ["0", { name: "a text", kind: "file", entity: "text", mediaType: "text/plain" }],
  ["1", { name: "a menu", kind: "directory", entity: "menu", mediaType: "application/gopher-menu" }],
  ["2", { name: "a CSO phone book", kind: "session", entity: "none" }],
  ["3", { name: "an error", kind: "error", entity: "none" }],
  ["4", { name: "a BinHexed file", kind: "file", entity: "text", mediaType: "application/mac-binhex40" }],
  ["5", { name: "a DOS archive", ...OCTETS }],
  ["6", { name: "a uuencoded file", kind: "file", entity: "text" }],
  ["7", { name: "a search", kind: "search", entity: "menu", mediaType: "application/gopher-menu" }],
  ["8", { name: "a telnet session", kind: "session", entity: "none" }],
  ["9", { name: "a binary file", ...OCTETS }],
  ["+", { name: "a mirror of the previous item", kind: "unknown", entity: "none" }],
  ["T", { name: "a tn3270 session", kind: "session", entity: "none" }],
  ["g", { name: "a GIF image", ...OCTETS, mediaType: "image/gif" }],
  ["I", { name: "an image", ...OCTETS }],
  ["h", { name: "an HTML page", ...OCTETS, mediaType: "text/html" }],
  ["i", { name: "an information line", kind: "information", entity: "none" }],
  ["s", { name: "a sound", ...OCTETS }],
  ["<", { name: "a sound", ...OCTETS }],
  [":", { name: "a bitmap", ...OCTETS }],
  [";", { name: "a film", ...OCTETS }],
  ["d", { name: "a document", ...OCTETS }],
  ["P", { name: "a PDF document", ...OCTETS, mediaType: "application/pdf" }],
  ["p", { name: "a PNG image", ...OCTETS, mediaType: "image/png" }],
  ["M", { name: "a MIME message", ...OCTETS }],
  // In use, with a different meaning on each server.
  ...Array.from(
    "cerwxXQq",
    (type) => [type, { name: "a file of a server-specific type", ...OCTETS }] as const,
  ),
]);

const UNKNOWN: ItemType = { name: "an item of an unknown type", kind: "unknown", entity: "octets" };

export function getItemType(gophertype: string): ItemType {
  return TYPES.get(gophertype) ?? UNKNOWN;
}

export function getTypeName(gophertype: string): string {
  return getItemType(gophertype).name;
}
