import type { Content } from "../library/content.ts";
import { textOf } from "../name.ts";
import type { Node } from "../tree.ts";

/** Item types of RFC 1436 §3.8, and the common `h` and `s`, by the extension of the name. */
const TYPE_BY_SUFFIX: ReadonlyMap<string, string> = new Map([
  ...["txt", "csv", "log", "md"].map((suffix) => [suffix, "0"] as const),
  ...["bin", "gz", "pdf", "tar", "zip"].map((suffix) => [suffix, "9"] as const),
  ...["bmp", "jpeg", "jpg", "png"].map((suffix) => [suffix, "I"] as const),
  ...["au", "mp3", "ogg", "wav"].map((suffix) => [suffix, "s"] as const),
  ...["htm", "html"].map((suffix) => [suffix, "h"] as const),
  ["gif", "g"],
]);

/** Returns the item type: 1 for a directory; for an unknown extension, text if the bytes look like text. */
export function getGophertype(name: string, node: Node): string {
  if (node.kind === "folder") return "1";
  const suffix = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return TYPE_BY_SUFFIX.get(suffix) ?? (looksLikeText(node.content) ? "0" : "9");
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
