import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatSource } from "@anyurl/protocol-wais";
import MiniSearch from "minisearch";
import { getGophertype, getSearchText } from "../gopher/type.ts";
import { type Content, contentSize, readRange } from "../library/content.ts";
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
    this.source = createTextDocument(`${this.path}.src`, "WSRC", source);
    this.catalogue = createTextDocument(
      `${this.path}.cat`,
      "TEXT",
      formatCatalog(this.path, documents, modified),
    );
  }

  /** Returns the documents that contain any of the words, each with a score: more is better. */
  find(words: string): readonly { readonly document: WaisDocument; readonly score: number }[] {
    this.#index ??= createIndex(this.documents.values());
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
export function createDatabases(
  databases: Readonly<Record<string, Folder | WaisDatabase>>,
  names: WaisNames,
): ReadonlyMap<string, IndexedDatabase> {
  const indexed = Object.entries(databases).map(([name, given]) => {
    const { documents, source } = "documents" in given ? given : { documents: given, source: undefined };
    const text = source ?? formatDescription(name, names);
    return new IndexedDatabase(
      name,
      listDocuments(documents, names.documents),
      text,
      documents.modified,
      names,
    );
  });
  const modified = new Date(
    Math.max(0, ...Object.values(databases).map((each) => getFolder(each).modified.getTime())),
  );
  const sources = indexed.map(({ source, name }) => ({ ...source, headline: `${name}.src` }));
  const directory = new IndexedDatabase(
    DIRECTORY_NAME,
    sources,
    formatDescription(DIRECTORY_NAME, names),
    modified,
    names,
  );
  return new Map([...indexed, directory].map((each) => [each.name, each]));
}

/** The database of databases. */
export const DIRECTORY_NAME = "INFO";

/** Returns the bytes [start, end) of a document. */
export function readBytes(content: Content, start: number, end: number): Uint8Array {
  if (content instanceof Uint8Array) return content.subarray(start, end);
  return joinBytes([...readRange(content, start, end)]);
}

function createIndex(documents: Iterable<WaisDocument>): MiniSearch<Indexed> {
  const index = new MiniSearch<Indexed>({
    fields: ["headline", "text"],
    searchOptions: { boost: { headline: 2 } },
  });
  index.addAll(Array.from(documents, ({ path, headline, text = "" }) => ({ id: path, headline, text })));
  return index;
}

function getFolder(given: Folder | WaisDatabase): Folder {
  return "documents" in given ? given.documents : given;
}

function listDocuments(folder: Folder, path: string): readonly WaisDocument[] {
  return [...folder.entries].flatMap(([name, node]) =>
    node.kind === "folder"
      ? listDocuments(node, `${path}/${name}`)
      : [createDocument(name, node, `${path}/${name}`)],
  );
}

function createDocument(name: string, node: Exclude<Node, Folder>, path: string): WaisDocument {
  const text = getSearchText(name, node);
  const { content } = node;
  const [first = ""] = text?.trimStart().split("\n", 1) ?? [];
  return {
    path,
    type: getWaisType(name, node),
    headline: first.trim().slice(0, MAX_HEADLINE_CHARACTERS) || name,
    content,
    size: contentSize(content),
    lines: content instanceof Uint8Array ? countLines(content) : 0,
    text,
  };
}

/** Characters. */
const MAX_HEADLINE_CHARACTERS = 100;

function createTextDocument(path: string, type: string, text: string): WaisDocument {
  const content = octetsOf(text);
  return { path, type, headline: path, content, size: content.length, lines: countLines(content), text };
}

function countLines(octets: Uint8Array): number {
  return octets.reduce((count, octet) => (octet === LF ? count + 1 : count), 0);
}

const LF = 0x0a;

/** The WAIS types of documents, by the extension of the name, if the bytes are not text. */
function getWaisType(name: string, node: Node): string {
  const gophertype = getGophertype(name, node);
  if (gophertype === "0") return "TEXT";
  if (gophertype === "h") return "HTML";
  const suffix = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase();
  return suffix === "JPG" ? "JPEG" : (suffix ?? "BIN");
}

function formatDescription(database: string, { server }: WaisNames): string {
  const colon = server.lastIndexOf(":");
  const what =
    database === DIRECTORY_NAME ? "The databases of this server." : `The documents of ${database}.`;
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
function formatCatalog(path: string, documents: readonly WaisDocument[], modified: Date): string {
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
