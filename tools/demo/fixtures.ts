import { octetsOf } from "@anyurl/core";
import type { Folder, Node, newsLibrary } from "@anyurl/servers";
import type { Facts } from "./scenario.ts";

/** Returns the bytes of a document in the library. */
export function fixtureBytes(root: Folder, ...path: readonly string[]): Uint8Array {
  const node = at(root, path);
  if (node.kind === "document" && node.content instanceof Uint8Array) return node.content;
  throw new RangeError("the demo compares documents that are in memory");
}

/**
 * Returns a text in network form, with CR LF: FTP's TYPE A (RFC 959 §3.1.1.1), Gopher's text file (RFC 1436, appendix),
 * the NVT.
 */
export function fixtureLines(root: Folder, ...path: readonly string[]): Uint8Array {
  return withCrLf(fixtureBytes(root, ...path));
}

/** Returns the names in a directory. */
export function fixtureNames(root: Folder, ...path: readonly string[]): readonly string[] {
  const node = at(root, path);
  return node.kind === "folder" ? [...node.entries.keys()] : [];
}

/** Returns the metadata of a document. */
export function fixtureMetadata(root: Folder, ...path: readonly string[]): Facts {
  return { kind: "file", size: fixtureBytes(root, ...path).length, modified: at(root, path).modified };
}

/** Returns an article by its number in its newsgroup. */
export function fixtureArticle(
  newsgroups: ReturnType<typeof newsLibrary>,
  name: string,
  number: number,
): Uint8Array {
  const articles = newsgroups[name]?.articles ?? [];
  const source = Array.isArray(articles)
    ? articles[number - 1]
    : (articles as Readonly<Record<number, string | Uint8Array>>)[number];
  if (source === undefined) throw new RangeError(`missing article ${number} in ${name}`);
  return withCrLf(typeof source === "string" ? octetsOf(source) : source);
}

export function withCrLf(octets: Uint8Array): Uint8Array {
  return octetsOf(new TextDecoder().decode(octets).replaceAll("\n", "\r\n"));
}

function at(root: Folder, path: readonly string[]): Node {
  let node: Node | undefined = root;
  for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
  if (node === undefined) throw new RangeError(`missing fixture ${path.join("/")}`);
  return node;
}
