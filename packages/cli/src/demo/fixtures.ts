import { type Folder, type Node, type newsLibrary, octetsOf } from "@anyurl/servers";
import type { Facts } from "./scenario.ts";

/** The octets of a document of the library. */
export function fixtureBytes(root: Folder, ...path: readonly string[]): Uint8Array {
  const node = at(root, path);
  if (node.kind === "document" && node.content instanceof Uint8Array) return node.content;
  throw new RangeError("the demo compares documents that are in memory");
}

/** A text as networks send it: FTP's TYPE A (RFC 959 §3.1.1.1), Gopher's text file (RFC 1436, appendix), the NVT. */
export function fixtureLines(root: Folder, ...path: readonly string[]): Uint8Array {
  return withCrLf(fixtureBytes(root, ...path));
}

/** The names in a folder. */
export function fixtureNames(root: Folder, ...path: readonly string[]): readonly string[] {
  const node = at(root, path);
  return node.kind === "folder" ? [...node.entries.keys()] : [];
}

/** What is to be said of a document. */
export function fixtureMetadata(root: Folder, ...path: readonly string[]): Facts {
  return { kind: "file", size: fixtureBytes(root, ...path).length, modified: at(root, path).modified };
}

/** An article, by the number that it has in its newsgroup. */
export function fixtureArticle(
  newsgroups: ReturnType<typeof newsLibrary>,
  name: string,
  number: number,
): Uint8Array {
  const articles = newsgroups[name]?.articles ?? [];
  const source = Array.isArray(articles)
    ? articles[number - 1]
    : (articles as Readonly<Record<number, string | Uint8Array>>)[number];
  if (source === undefined) throw new RangeError(`there is no article ${number} in ${name}`);
  return withCrLf(typeof source === "string" ? octetsOf(source) : source);
}

export function withCrLf(octets: Uint8Array): Uint8Array {
  return octetsOf(new TextDecoder().decode(octets).replaceAll("\n", "\r\n"));
}

function at(root: Folder, path: readonly string[]): Node {
  let node: Node | undefined = root;
  for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
  if (node === undefined) throw new RangeError(`the library has no ${path.join("/")}`);
  return node;
}
