import { type Content, content, type GeneratedContent } from "./content.ts";
import { octetsOf, textOf } from "./name.ts";

/** What a server serves: folders of documents. */
export type Node = Folder | Document;

export interface Document {
  readonly kind: "document";
  readonly content: Content;
  readonly modified: Date;
}

export interface Folder {
  readonly kind: "folder";
  /** In the author's order. A name keeps its octets, as `textOf` writes them. */
  readonly entries: ReadonlyMap<string, Node>;
  readonly modified: Date;
  /** The Gopher menu of this folder, where the author wrote one; else one line for each entry. */
  readonly menu: readonly MenuLine[] | undefined;
}

/** A line of an author's own menu: information, an entry of the folder, or any other item (RFC 1436 §3.8). */
export type MenuLine =
  | string
  | { readonly entry: string; readonly display?: string }
  | {
      /** One character. */
      readonly gophertype: string;
      readonly display: string;
      readonly selector: string;
      /** Absent: this very server. */
      readonly host?: string;
      /** Absent: 70 where there is a host, else this server's. */
      readonly port?: number;
    };

/** What {@link folder} makes a node of: a string is text in UTF-8. */
export type Entry = Node | string | Uint8Array | GeneratedContent;

export interface DocumentOptions {
  readonly modified?: Date;
}

export interface FolderOptions extends DocumentOptions {
  readonly menu?: readonly MenuLine[];
}

/** The month of RFC 1738: fixed, so that a listing is the same on every day. */
const DECEMBER_1994: Date = new Date(Date.UTC(1994, 11, 20, 12, 0, 0));

/** A document of text (sent as UTF-8), of octets, or of octets made while they are sent. */
export function document(
  source: string | Uint8Array | GeneratedContent,
  options: DocumentOptions = {},
): Document {
  return { kind: "document", content: content(source), modified: options.modified ?? DECEMBER_1994 };
}

/**
 * A folder. Names that are no UTF-8, or "__proto__", are given as pairs instead of an object's keys.
 *
 * @throws {TypeError} a name that no path can say: empty, ".", "..", with "/", NUL, CR or LF; or the same
 * name twice.
 */
export function folder(
  entries: Readonly<Record<string, Entry>> | Iterable<readonly [name: string | Uint8Array, entry: Entry]>,
  options: FolderOptions = {},
): Folder {
  const pairs = isIterable(entries) ? entries : Object.entries(entries);
  const nodes = new Map<string, Node>();
  for (const [name, entry] of pairs) {
    // There and back, so that each name has one spelling.
    const text = textOf(typeof name === "string" ? octetsOf(name) : name);
    if (!isName(text)) throw new TypeError(`no path can say the name ${JSON.stringify(text)}`);
    if (nodes.has(text)) throw new TypeError(`the name ${JSON.stringify(text)} occurs twice`);
    nodes.set(text, isNode(entry) ? entry : document(entry));
  }
  return { kind: "folder", entries: nodes, modified: options.modified ?? DECEMBER_1994, menu: options.menu };
}

/**
 * The tree with this node at the end of a path, or with none there: what it shares with the tree before is not
 * copied. The folder of the node gets a new date where one is given.
 *
 * @throws {TypeError} the path is empty, or leads through what is no folder.
 */
export function withNode(
  root: Folder,
  path: readonly string[],
  node: Node | undefined,
  modified?: Date,
): Folder {
  const folders: Folder[] = [root];
  for (const name of path.slice(0, -1)) {
    const next = folders.at(-1)!.entries.get(name);
    if (next?.kind !== "folder") throw new TypeError(`${JSON.stringify(name)} is no folder`);
    folders.push(next);
  }
  const last = path.length - 1;
  if (last < 0) throw new TypeError("a path to the root has no end");
  let changed = withEntry(folders[last]!, path[last]!, node, modified);
  for (let i = last - 1; i >= 0; i--) changed = withEntry(folders[i]!, path[i]!, changed);
  return changed;
}

function withEntry(folder: Folder, name: string, node: Node | undefined, modified?: Date): Folder {
  const entries = new Map(folder.entries);
  if (node === undefined) entries.delete(name);
  else entries.set(name, node);
  return { ...folder, entries, modified: modified ?? folder.modified };
}

function isIterable<T>(value: object | Iterable<T>): value is Iterable<T> {
  return Symbol.iterator in value;
}

/** Can a path say this name? */
export function isName(text: string): boolean {
  return (
    text !== "" && text !== "." && text !== ".." && !["/", "\0", "\r", "\n"].some((c) => text.includes(c))
  );
}

function isNode(entry: Entry): entry is Node {
  return typeof entry === "object" && "kind" in entry;
}
