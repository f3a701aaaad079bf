import { AccessError } from "@anyurl/core";
import type { Z3950Settings } from "./options.ts";
import { docidQuery, everyRecordQuery, localNumberQuery, type Query, wordsQuery } from "./query.ts";
import { findSyntax } from "./record-syntax.ts";
import type { Z3950Url } from "./syntax.ts";

/** How records are requested. */
export interface Preferences {
  /** OIDs, the preferred one first. */
  readonly syntaxes: readonly string[];
  readonly elementSetName: string | undefined;
  /** The part of the URL that names the syntax. */
  readonly part: string | undefined;
}

/** A search of databases. */
export interface SearchTarget extends Preferences {
  readonly databases: readonly string[];
  readonly query: Query;
  /** For a server that does not support the attributes of the query. */
  readonly otherwise: Query | undefined;
  /** The part of the URL that the query or the databases come from. */
  readonly searchPart: string | undefined;
}

/** Is the URL a database or a server, and not a record? */
export function hasRecords({ parts }: Pick<Z3950Url, "parts">): boolean {
  return parts.kind === "session" && parts.docid === undefined;
}

/**
 * Returns the search for the record of a URL.
 *
 * @throws {AccessError} bad-field: a retrieval without a docid; is-a-directory: a session without one.
 */
export function toRecord(url: Z3950Url, options: Z3950Settings): SearchTarget {
  checkControls(url);
  const { docid } = url.parts;
  if (docid === undefined && hasRecords(url))
    throw new AccessError("is-a-directory", "the URL names a database, and not a record", {
      hint: "use search or list, or open a session",
    });
  if (docid === undefined) throw missingDocidError();
  return {
    databases: url.parts.databases,
    query: docidQuery(docid),
    otherwise: localNumberQuery(docid),
    searchPart: "docid",
    ...toPreferences(url, options),
  };
}

/**
 * Returns the search for words, or for every record.
 *
 * @throws {AccessError} not-a-directory: the URL names a record; bad-argument: there are no words; bad-field.
 */
export function toSearch(url: Z3950Url, options: Z3950Settings, words?: string): SearchTarget {
  checkControls(url);
  if (!hasRecords(url)) {
    if (url.parts.docid === undefined) throw missingDocidError();
    throw new AccessError("not-a-directory", "the URL names a record, and not a database", {
      hint: "use get",
    });
  }
  const { searchUse } = options;
  const query = words === undefined ? everyRecordQuery(searchUse) : wordsQuery(words, searchUse);
  if (query === undefined) throw new AccessError("bad-argument", "missing search words");
  return {
    databases: toDatabases(url, options),
    query,
    otherwise: undefined,
    searchPart: url.parts.databases.length > 0 ? "databases[0]" : undefined,
    ...toPreferences(url, options),
  };
}

/** No name of a server has a line end; one in a URL is meant for another protocol. @throws {AccessError} control-octet */
export function checkControls({ parts }: Z3950Url): void {
  const { databases, docid = "", elementSetName = "" } = parts;
  if ([...databases, docid, elementSetName].some((text) => /[\0\r\n]/.test(text)))
    throw new AccessError("control-octet", "the URL contains NUL, CR, or LF; nothing was sent", {
      hint: 'remove "%00", "%0D", and "%0A"',
    });
}

/** "The meaning of a retrieval URL with no docid is undefined" (RFC 2056 §4). */
function missingDocidError(): AccessError {
  return new AccessError("bad-field", "the URL has no docid, so it names no record", {
    hint: 'write "?DOCID" after the database, or use z39.50s: to search the database',
  });
}

/** Returns the databases of a session. */
export function toDatabases({ parts }: Z3950Url, { database }: Z3950Settings): readonly string[] {
  return parts.databases.length > 0 ? parts.databases : [database];
}

/** @throws {AccessError} unsupported: no record syntax of the URL is known. */
export function toPreferences({ parts }: Z3950Url, options: Z3950Settings): Preferences {
  const isChosen = parts.recordSyntaxes.length > 0;
  const names = isChosen ? parts.recordSyntaxes : options.recordSyntaxes;
  const syntaxes = names.flatMap((name) => findSyntax(name) ?? []);
  if (syntaxes.length === 0)
    throw new AccessError("unsupported", "the URL names no known record syntax", {
      hint: 'write ";rs=usmarc", ";rs=xml", ";rs=sutrs", or an OID',
    });
  return {
    syntaxes: [...new Set(syntaxes)],
    elementSetName: parts.elementSetName ?? options.elementSetName,
    part: isChosen ? "recordSyntaxes[0]" : parts.elementSetName === undefined ? undefined : "elementSetName",
  };
}
