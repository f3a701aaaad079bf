import type { Content } from "./content.ts";
import { textOf } from "./name.ts";
import type { Node } from "./tree.ts";

/** RFC 1436 §3.8, and `h` and `s` of practice: what a document holds, by the end of its name. */
const BY_SUFFIX: ReadonlyMap<string, string> = new Map([
  ...["txt", "csv", "log", "md"].map((suffix) => [suffix, "0"] as const),
  ...["bin", "gz", "pdf", "tar", "zip"].map((suffix) => [suffix, "9"] as const),
  ...["bmp", "jpeg", "jpg", "png"].map((suffix) => [suffix, "I"] as const),
  ...["au", "mp3", "ogg", "wav"].map((suffix) => [suffix, "s"] as const),
  ...["htm", "html"].map((suffix) => [suffix, "h"] as const),
  ["gif", "g"],
]);

/** One character: 1 for a folder; a name that says nothing is text when its octets look like text. */
export function gophertypeOf(name: string, node: Node): string {
  if (node.kind === "folder") return "1";
  const suffix = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return BY_SUFFIX.get(suffix) ?? (looksLikeText(node.content) ? "0" : "9");
}

/** Octets that a look takes at most. */
const LOOK = 4096;

function looksLikeText(content: Content): boolean {
  if (!(content instanceof Uint8Array)) return false;
  return content.subarray(0, LOOK).every((octet) => octet >= 0x20 || (octet >= 0x08 && octet <= 0x0d));
}

/** The text of a document, for searching; `undefined` when it has none. */
export function searchable(name: string, node: Node): string | undefined {
  if (node.kind === "folder" || !(node.content instanceof Uint8Array)) return undefined;
  return gophertypeOf(name, node) === "0" ? textOf(node.content) : undefined;
}
