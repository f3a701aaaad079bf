import { octetsOf, textOf } from "@anyurl/core";
import { type Content, type GeneratedContent, toContent } from "./library/content.ts";

/** The data of a server: directories of documents. */
export type Node = Folder | Document;

export interface Document {
  readonly kind: "document";
  readonly content: Content;
  readonly modified: Date;
  /** It is a symbolic link to this path. Only the servers of SFTP and NFS have links; for the others the document is empty. */
  readonly linkTarget?: string;
}

export interface Folder {
  readonly kind: "folder";
  /** In the author's order. A name keeps its bytes, in the form of `textOf`. */
  readonly entries: ReadonlyMap<string, Node>;
  readonly modified: Date;
  /** The Gopher menu of this directory, if the author wrote one; else one line for each entry. */
  readonly menu: readonly MenuLine[] | undefined;
}

/** A line of an author's menu: information, an entry of the directory, or any other item (RFC 1436 §3.8). */
export type MenuLine =
  | string
  | { readonly entry: string; readonly display?: string }
  | {
      /** One character. */
      readonly gophertype: string;
      readonly display: string;
      readonly selector: string;
      /** Absent: this server. */
      readonly host?: string;
      /** Absent: 70 if there is a host, else the port of this server. */
      readonly port?: number;
    };

/** The input of {@link folder}: a string is text in UTF-8. */
export type Entry = Node | string | Uint8Array | GeneratedContent;

export interface DocumentOptions {
  readonly modified?: Date;
}

export interface FolderOptions extends DocumentOptions {
  readonly menu?: readonly MenuLine[];
}

/** The month of RFC 1738. A fixed date makes listings reproducible. */
const DEFAULT_DATE: Date = new Date(Date.UTC(1994, 11, 20, 12, 0, 0));

/** Creates a document of text (sent as UTF-8), of bytes, or of generated content. */
export function document(
  source: string | Uint8Array | GeneratedContent,
  options: DocumentOptions = {},
): Document {
  return { kind: "document", content: toContent(source), modified: options.modified ?? DEFAULT_DATE };
}

/** Creates a symbolic link. @param target relative to its directory, or from the root of the server. */
export function link(target: string): Document {
  return { ...document(""), linkTarget: target };
}

/** Returns the target of a symbolic link; `undefined` for any other node. */
export function linkTarget(node: Node | undefined): string | undefined {
  return node?.kind === "document" ? node.linkTarget : undefined;
}

/**
 * Creates a directory. Names that are not UTF-8, and "__proto__", must be given as pairs instead of an object's keys.
 *
 * @throws {TypeError} a name is not valid in a path: empty, ".", "..", with "/", NUL, CR or LF; or it occurs twice.
 */
export function folder(
  entries: Readonly<Record<string, Entry>> | Iterable<readonly [name: string | Uint8Array, entry: Entry]>,
  options: FolderOptions = {},
): Folder {
  const pairs = isIterable(entries) ? entries : Object.entries(entries);
  const nodes = new Map<string, Node>();
  for (const [name, entry] of pairs) {
    // Decode and encode, so that each name has one normal form.
    const text = textOf(typeof name === "string" ? octetsOf(name) : name);
    if (!isName(text))
      throw new TypeError(`invalid name ${JSON.stringify(text)}: expected a name that is valid in a path`);
    if (nodes.has(text)) throw new TypeError(`duplicate name ${JSON.stringify(text)}`);
    nodes.set(text, isNode(entry) ? entry : document(entry));
  }
  return { kind: "folder", entries: nodes, modified: options.modified ?? DEFAULT_DATE, menu: options.menu };
}

/** Returns the node at the end of a path; `undefined` if the path does not exist. */
export function findNode(root: Folder, path: Iterable<string>): Node | undefined {
  let node: Node | undefined = root;
  for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
  return node;
}

/**
 * Returns the tree with this node at the end of a path, or without one there. Unchanged parts are shared, not copied.
 * The directory of the node gets a new date if one is given.
 *
 * @throws {TypeError} the path is empty, or a parent is not a directory.
 */
export function replaceNode(
  root: Folder,
  path: readonly string[],
  node: Node | undefined,
  modified?: Date,
): Folder {
  const folders: Folder[] = [root];
  for (const name of path.slice(0, -1)) {
    const next = folders.at(-1)!.entries.get(name);
    if (next?.kind !== "folder") throw new TypeError(`${JSON.stringify(name)} is not a directory`);
    folders.push(next);
  }
  const last = path.length - 1;
  if (last < 0) throw new TypeError("the path is empty");
  let changed = replaceEntry(folders[last]!, path[last]!, node, modified);
  for (let i = last - 1; i >= 0; i--) changed = replaceEntry(folders[i]!, path[i]!, changed);
  return changed;
}

function replaceEntry(folder: Folder, name: string, node: Node | undefined, modified?: Date): Folder {
  const entries = new Map(folder.entries);
  if (node === undefined) entries.delete(name);
  else entries.set(name, node);
  return { ...folder, entries, modified: modified ?? folder.modified };
}

function isIterable<T>(value: object | Iterable<T>): value is Iterable<T> {
  return Symbol.iterator in value;
}

/** Returns whether the name is valid in a path. */
export function isName(text: string): boolean {
  return (
    text !== "" && text !== "." && text !== ".." && !["/", "\0", "\r", "\n"].some((c) => text.includes(c))
  );
}

function isNode(entry: Entry): entry is Node {
  return typeof entry === "object" && "kind" in entry;
}
