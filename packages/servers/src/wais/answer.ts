import { textOf } from "@anyurl/core";
import {
  type Diagnostic,
  type DocumentHeader,
  type FeedbackDocument,
  formatDocumentId,
  parseDocumentFields,
  type ResponseRecord,
  type Retrieval,
  type Search,
  type SearchResponse,
  type WordSearch,
} from "@anyurl/protocol-wais";
import {
  DIRECTORY_NAME,
  type IndexedDatabase,
  readBytes,
  type WaisDocument,
  type WaisNames,
} from "./database.ts";

/** The data of a server. */
export interface WaisServerState {
  readonly databases: ReadonlyMap<string, IndexedDatabase>;
  readonly names: WaisNames;
}

/** Answers a Search. Keeps no state. */
export function answerSearch(
  { query, databases, referenceId }: Search,
  world: WaisServerState,
): SearchResponse {
  const records =
    query.is === "words"
      ? searchDatabases(query, databases ?? [], world)
      : retrieveDocument(query, databases ?? [], world);
  // Clients cannot rely on the status: real servers send 1 where the texts say 0.
  const status = query.is === "words" && !records.some(({ is }) => is === "diagnostic") ? 1 : 0;
  return { status, referenceId, records };
}

function searchDatabases(
  query: WordSearch,
  asked: readonly string[],
  world: WaisServerState,
): readonly ResponseRecord[] {
  const names = asked.length === 0 ? [DIRECTORY_NAME] : asked;
  const databases: IndexedDatabase[] = [];
  for (const name of names) {
    const database = findDatabase(name, world);
    if (database === undefined) return [databaseUnavailable(name, world)];
    databases.push(database);
  }
  const [first] = databases;
  if (first === undefined || query.maxDocuments === 0) return [];
  const words = [query.seedWords, ...query.like.map((each) => extractWords(each, world))].join(" ");
  if (words.trim() === "")
    return first.name === DIRECTORY_NAME ? listDatabase(first, world) : describeDatabase(first);
  const hits = databases
    .flatMap((database) => database.find(words).map((hit) => ({ ...hit, database })))
    .sort((a, b) => b.score - a.score);
  const best = hits[0]?.score ?? 1;
  const headers = hits
    .slice(0, query.maxDocuments ?? DEFAULT_DOCUMENTS)
    .map(({ document, database, score }) =>
      createHeader(document, database, Math.max(1, Math.round((score / best) * BEST_SCORE)), world),
    );
  return headers.length > 0 ? headers : [noResultRecords(first)];
}

/** Used if the client does not state a maximum. */
const DEFAULT_DOCUMENTS = 40;
const BEST_SCORE = 1000;

/** Finds a database by its name, by its path in document-ids, or by the name of its description. */
function findDatabase(name: string, { databases, names }: WaisServerState): IndexedDatabase | undefined {
  const bare = name.startsWith(`${names.databases}/`) ? name.slice(names.databases.length + 1) : name;
  return databases.get(bare) ?? databases.get(bare.replace(/\.src$/, ""));
}

function databaseUnavailable(name: string, { names }: WaisServerState): Diagnostic {
  const text = `The following database is not available: ${names.databases}/${name}`;
  return { is: "diagnostic", code: "S1", text, surrogate: false };
}

/** Returns the words of a document for relevance feedback. */
function extractWords({ documentId: id, part }: FeedbackDocument, world: WaisServerState): string {
  const place = locateDocument(id, [], world);
  if (place === undefined || place.document.text === undefined) return "";
  const [start, end] = part === undefined ? [0, place.octets.length] : toByteRange(place.octets, part);
  const text = textOf(place.octets.subarray(start, Math.min(end, start + MAX_FEEDBACK_BYTES)));
  return [...new Set(text.split(/[^\p{L}\p{N}]+/u))].slice(0, MAX_FEEDBACK_WORDS).join(" ");
}

/** Maximum bytes and words of a document that are used for relevance feedback. */
const MAX_FEEDBACK_BYTES = 4096;
const MAX_FEEDBACK_WORDS = 64;

function listDatabase(directory: IndexedDatabase, world: WaisServerState): readonly DocumentHeader[] {
  return [...directory.documents.values()].map((each) => createHeader(each, directory, BEST_SCORE, world));
}

function createHeader(
  document: WaisDocument,
  database: IndexedDatabase,
  score: number,
  { names }: WaisServerState,
): DocumentHeader {
  const origin = [names.server, database.path, `0 ${document.size} ${document.path}`];
  const fields = [...origin, ...origin].map((value, i) => ({ tag: i + 1, value }));
  return {
    is: "header",
    documentId: formatDocumentId([...fields, FREE]),
    score,
    bestMatch: 0,
    length: document.size,
    lines: document.lines,
    types: [document.type],
    source: database.path,
    date: "0",
    headline: document.headline,
  };
}

/** Copyright disposition: any use. */
const FREE = { tag: 7, value: "\0" };

/** Returns the response to a search without words. */
function describeDatabase(database: IndexedDatabase): readonly DocumentHeader[] {
  const { name, source, catalogue } = database;
  return [
    createDatabaseHeader(database, source, BEST_SCORE, `Information on database: ${name}`),
    createDatabaseHeader(database, catalogue, BEST_SCORE, `Catalog for database: ${name}`),
  ];
}

function noResultRecords(database: IndexedDatabase): DocumentHeader {
  const headline = `Search produced no result. Here's the Catalog for database: ${database.name}`;
  return createDatabaseHeader(database, database.catalogue, 0, headline);
}

function createDatabaseHeader(
  { name }: IndexedDatabase,
  document: WaisDocument,
  score: number,
  headline: string,
): DocumentHeader {
  const { path, size, lines, type } = document;
  const id = formatDocumentId([{ tag: 2, value: name }, { tag: 3, value: `0 0 ${path}` }, FREE]);
  return { is: "header", documentId: id, score, length: size, lines, types: [type], source: name, headline };
}

function retrieveDocument(
  { documentId: id, part }: Retrieval,
  asked: readonly string[],
  world: WaisServerState,
): readonly ResponseRecord[] {
  const [name] = asked;
  if (name !== undefined && findDatabase(name, world) === undefined)
    return [databaseUnavailable(name, world)];
  const place = locateDocument(id, asked, world);
  if (place === undefined) return [surrogate("Missing DocID in request")];
  // Without a range nothing is sent, as in freeWAIS.
  if (part === undefined) return [];
  const { octets } = place;
  const [start, end] = toByteRange(octets, part);
  if (end < start || start > octets.length) return [OUT_OF_RANGE];
  const text: ResponseRecord = {
    is: "text",
    documentId: id,
    version: 0,
    octets: octets.subarray(start, end),
  };
  return end > octets.length ? [text, OUT_OF_RANGE] : [text];
}

function surrogate(text: string): Diagnostic {
  return { is: "diagnostic", code: "SF", text, surrogate: true };
}

const OUT_OF_RANGE: Diagnostic = surrogate("Request out of range");

interface DocumentLocation {
  readonly document: WaisDocument;
  readonly octets: Uint8Array;
}

/** Finds the document of a document-id: of the distributor, or of the original server. */
function locateDocument(
  id: string,
  asked: readonly string[],
  world: WaisServerState,
): DocumentLocation | undefined {
  const fields = new Map(parseDocumentFields(id)?.map(({ tag, value }) => [tag, value]));
  const database = findDatabase(asked[0] ?? fields.get(5) ?? fields.get(2) ?? "", world);
  const [, from, to, path = ""] =
    /^([0-9]{1,15}) ([0-9]{1,15}) (.+)$/s.exec(fields.get(6) ?? fields.get(3) ?? "") ?? [];
  const document = database?.at(path);
  if (document === undefined) return undefined;
  const start = Number(from);
  // "0 0" is the whole file.
  const end = Number(to) === 0 ? document.size : Number(to);
  if (start > end || end > document.size) return undefined;
  return { document, octets: readBytes(document.content, start, end) };
}

/** The bytes [start, end); lines are counted from 0. */
function toByteRange(
  octets: Uint8Array,
  { unit, start, end }: NonNullable<Retrieval["part"]>,
): readonly [number, number] {
  if (unit === "octets") return [start, end];
  const ends = [0];
  for (let at = octets.indexOf(LF); at >= 0; at = octets.indexOf(LF, at + 1)) ends.push(at + 1);
  if (ends.at(-1) !== octets.length) ends.push(octets.length);
  const at = (line: number) => ends[line] ?? octets.length + 1;
  return [at(start), at(end)];
}

const LF = 0x0a;
