import { formatSource } from "@anyurl/protocol-wais";
import MiniSearch from "minisearch";
import { gophertypeOf, searchable } from "../gopher/type.ts";
import { type Content, chunksOf, sizeOf, skip } from "../library/content.ts";
import { octetsOf } from "../name.ts";
import type { Folder, Node } from "../tree.ts";

/** A directory that is searched, with everything below it. */
export interface WaisDatabase {
  readonly documents: Folder;
  /** The text of its description, as in a `.src` file. Default: made from its name. */
  readonly source?: string;
}

/** The paths of databases and documents in document-ids. They do not exist on a disk. */
export interface WaisNames {
  /** "host:port". */
  readonly server: string;
  readonly databases: string;
  readonly documents: string;
}

/** The documents to search. */
interface Indexed {
  readonly id: string;
  readonly headline: string;
  readonly text: string;
}

/** A document that can be found and retrieved. */
export interface WaisDocument {
  /** Its local id without the byte range: a path. */
  readonly path: string;
  readonly type: string;
  readonly headline: string;
  readonly content: Content;
  /** Bytes. */
  readonly size: number;
  readonly lines: number;
  /** The searchable text; `undefined` for a binary document. */
  readonly text: string | undefined;
}

/** A database. It is indexed at the first search. */
export class IndexedDatabase {
  readonly name: string;
  /** The path in document-ids. */
  readonly path: string;
  /** By path, in the order of the directory. */
  readonly documents: ReadonlyMap<string, WaisDocument>;
  /** Its description: not found by a search, but can be retrieved. */
  readonly source: WaisDocument;
  readonly catalogue: WaisDocument;
  #index: MiniSearch<Indexed> | undefined;

  constructor(
    name: string,
    documents: readonly WaisDocument[],
    source: string,
    modified: Date,
    names: WaisNames,
  ) {
    this.name = name;
    this.path = `${names.databases}/${name}`;
    this.documents = new Map(documents.map((each) => [each.path, each]));
    this.source = textDocument(`${this.path}.src`, "WSRC", source);
    this.catalogue = textDocument(`${this.path}.cat`, "TEXT", catalogueOf(this.path, documents, modified));
  }

  /** Returns the documents that contain any of the words, each with a score: more is better. */
  find(words: string): readonly { readonly document: WaisDocument; readonly score: number }[] {
    this.#index ??= indexOf(this.documents.values());
    return this.#index.search(words).flatMap(({ id, score }) => {
      const document = this.documents.get(id);
      return document === undefined ? [] : [{ document, score }];
    });
  }

  /** Returns a document, the description or the catalog. */
  at(path: string): WaisDocument | undefined {
    return this.documents.get(path) ?? [this.source, this.catalogue].find((each) => each.path === path);
  }
}

/** Creates databases from directories, and `INFO`, the directory of all databases. */
export function indexedDatabases(
  databases: Readonly<Record<string, Folder | WaisDatabase>>,
  names: WaisNames,
): ReadonlyMap<string, IndexedDatabase> {
  const indexed = Object.entries(databases).map(([name, given]) => {
    const { documents, source } = "documents" in given ? given : { documents: given, source: undefined };
    const text = source ?? describedAs(name, names);
    return new IndexedDatabase(
      name,
      documentsIn(documents, names.documents),
      text,
      documents.modified,
      names,
    );
  });
  const modified = new Date(
    Math.max(0, ...Object.values(databases).map((each) => folderOf(each).modified.getTime())),
  );
  const sources = indexed.map(({ source, name }) => ({ ...source, headline: `${name}.src` }));
  const directory = new IndexedDatabase(DIRECTORY, sources, describedAs(DIRECTORY, names), modified, names);
  return new Map([...indexed, directory].map((each) => [each.name, each]));
}

/** The database of databases. */
export const DIRECTORY = "INFO";

/** Returns the bytes [start, end) of a document. */
export function octetsIn(content: Content, start: number, end: number): Uint8Array {
  if (content instanceof Uint8Array) return content.subarray(start, end);
  const octets = new Uint8Array(Math.max(0, Math.min(end, content.size) - start));
  let at = 0;
  for (const chunk of skip(chunksOf(content), start)) {
    if (at >= octets.length) break;
    const piece = chunk.subarray(0, octets.length - at);
    octets.set(piece, at);
    at += piece.length;
  }
  return octets;
}

function indexOf(documents: Iterable<WaisDocument>): MiniSearch<Indexed> {
  const index = new MiniSearch<Indexed>({
    fields: ["headline", "text"],
    searchOptions: { boost: { headline: 2 } },
  });
  index.addAll(Array.from(documents, ({ path, headline, text = "" }) => ({ id: path, headline, text })));
  return index;
}

function folderOf(given: Folder | WaisDatabase): Folder {
  return "documents" in given ? given.documents : given;
}

function documentsIn(folder: Folder, path: string): readonly WaisDocument[] {
  return [...folder.entries].flatMap(([name, node]) =>
    node.kind === "folder"
      ? documentsIn(node, `${path}/${name}`)
      : [documentOf(name, node, `${path}/${name}`)],
  );
}

function documentOf(name: string, node: Exclude<Node, Folder>, path: string): WaisDocument {
  const text = searchable(name, node);
  const { content } = node;
  const [first = ""] = text?.trimStart().split("\n", 1) ?? [];
  return {
    path,
    type: typeOf(name, node),
    headline: first.trim().slice(0, MAX_HEADLINE) || name,
    content,
    size: sizeOf(content),
    lines: content instanceof Uint8Array ? linesIn(content) : 0,
    text,
  };
}

/** Characters. */
const MAX_HEADLINE = 100;

function textDocument(path: string, type: string, text: string): WaisDocument {
  const content = octetsOf(text);
  return { path, type, headline: path, content, size: content.length, lines: linesIn(content), text };
}

function linesIn(octets: Uint8Array): number {
  return octets.reduce((count, octet) => (octet === LF ? count + 1 : count), 0);
}

const LF = 0x0a;

/** The WAIS types of documents, by the extension of the name, if the bytes are not text. */
function typeOf(name: string, node: Node): string {
  const gophertype = gophertypeOf(name, node);
  if (gophertype === "0") return "TEXT";
  if (gophertype === "h") return "HTML";
  const suffix = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase();
  return suffix === "JPG" ? "JPEG" : (suffix ?? "BIN");
}

function describedAs(database: string, { server }: WaisNames): string {
  const colon = server.lastIndexOf(":");
  const what = database === DIRECTORY ? "The databases of this server." : `The documents of ${database}.`;
  return formatSource({
    ipName: server.slice(0, colon).replace(/^\[|\]$/g, ""),
    tcpPort: Number(server.slice(colon + 1)),
    databaseName: database,
    maintainer: "keeper@wais.example",
    keywords: [database],
    description: what,
  });
}

/** As freeWAIS writes it. */
function catalogueOf(path: string, documents: readonly WaisDocument[], modified: Date): string {
  // "Tue, 20 Dec 1994 12:00:00 GMT"
  const [, day, month, year, time] = modified.toUTCString().split(" ");
  const date = `${month} ${day} ${time} ${year}`;
  const count = `${documents.length} total ${documents.length === 1 ? "document" : "documents"}`;
  const head = `Catalog for database: ${path}\nDate: ${date}\n${count}\n\n`;
  const entries = documents.map(
    (each, i) => `Document # ${i + 1}\nHeadline: ${each.headline}\nDocID: 0 ${each.size} ${each.path}\n\n`,
  );
  return head + entries.join("");
}
