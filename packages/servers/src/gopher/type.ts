import { textOf } from "@anyurl/core";
import { guessMediaType } from "@anyurl/core/exchange";
import type { Content } from "../library/content.ts";
import type { Node } from "../tree.ts";

/** Item types (RFC 1436 §3.8, and the common `h` and `s`) by the beginning of a media type. The first match counts. */
const ITEM_TYPES = [
  ["text/html", "h"],
  ["text/", "0"],
  ["image/gif", "g"],
  ["image/", "I"],
  ["audio/", "s"],
] as const;

/** Returns the item type: 1 for a directory; without a known media type, text if the bytes look like text. */
export function getGophertype(name: string, node: Node): string {
  if (node.kind === "folder") return "1";
  const mediaType = guessMediaType(name) ?? "";
  const known = ITEM_TYPES.find(([start]) => mediaType.startsWith(start));
  if (known !== undefined) return known[1];
  const mayBeText = mediaType === "" || /[/+](?:json|xml|postscript)$/.test(mediaType);
  return mayBeText && looksLikeText(node.content) ? "0" : "9";
}

/** Maximum bytes that are examined. */
const SNIFF_BYTES = 4096;

function looksLikeText(content: Content): boolean {
  if (!(content instanceof Uint8Array)) return false;
  return content.subarray(0, SNIFF_BYTES).every((octet) => octet >= 0x20 || (octet >= 0x08 && octet <= 0x0d));
}

/** Returns the text of a document for a search; `undefined` if it is not a text. */
export function getSearchText(name: string, node: Node): string | undefined {
  if (node.kind === "folder" || !(node.content instanceof Uint8Array)) return undefined;
  return getGophertype(name, node) === "0" ? textOf(node.content) : undefined;
}
