import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  type HostportRules,
  normalizeAuthority,
  normalizeFragment,
  type ProblemCode,
  type ProblemInit,
  type Profile,
  type Report,
  reportDisallowed,
  requireText,
  syntaxError,
  UCHAR,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { checkFields, formatFields, readFields, splitFields } from "./document-id-fields.ts";

/*
 * waisurl = waisdatabase | waisindex | waisdoc waisdatabase = "wais://" hostport "/" database waisindex = "wais://"
 * hostport "/" database "?" search waisdoc = "wais://" hostport "/" database "/" wtype "/" wpath database = *uchar
 * wtype = *uchar wpath = *uchar (RFC 1738 §5)
 *
 * In addition, the form of a waisdoc that software uses (RFC 1630; the length is a convention):
 *
 * wpath = [ length "/" ] 1*[ digits "=" value ";" ]
 */

/** The decoded parts of a wais URL (RFC 4156 §2). Host and port are in the generic URL. */
export interface WaisParts {
  /** "": the server's list of its databases. */
  readonly database: string;
  /** The words to search for; `undefined` without "?". A "+" is a "+" (RFC 1738 §2.2). */
  readonly search: string | undefined;
  /** The server's name for the document type, in its original case; `undefined` if the URL is not a document. */
  readonly wtype: string | undefined;
  /** The bytes of the document-id, in either spelling; `undefined` if the URL is not a document. */
  readonly wpath: string | undefined;
  /** The spelling of the document-id: escaped bytes (RFC 1738), or fields such as "1=…;2=…;". */
  readonly spelling: Spelling | undefined;
  /** The length of the document in bytes, only in the spelling "fields". */
  readonly length: number | undefined;
}

export type Spelling = "octets" | "fields";

/** The input of `format`. `spelling` is "octets" by default. */
export interface WaisInit extends Pick<AuthorityInit, "host" | "port">, Partial<WaisParts> {
  /** Default "wais". */
  readonly scheme?: WaisName;
  readonly fragment?: string | undefined;
}

export type WaisName = "wais";
export type WaisUrl = Url<WaisName, WaisParts>;

export const DEFAULT_PORT = 210;

const CITE = "RFC 1738 §5, waisurl";

/** Characters that need no escape in a database, a wtype, and a wpath: uchar, and "~" of RFC 3986. */
const BARE: CharSet = /* @__PURE__ */ new CharSet(UNRESERVED, UCHAR);
/** The same for the value of a field: ";" ends it. */
const VALUE_BARE: CharSet = /* @__PURE__ */ new CharSet("/", BARE);
/** The same for words. A bare "+" would be valid, but parsers of RFC 1630 decode it to a space. */
const SEARCH_BARE: CharSet = /* @__PURE__ */ BARE.without("+");
/** The characters of database, wtype, and wpath in RFC 1738 §5, without escapes, with "/" as delimiter. */
const PATH_1738: CharSet = /* @__PURE__ */ new CharSet("/", UCHAR);
/** The characters of search in RFC 1738 §5, without escapes: neither "/" nor "?" is allowed. */
const SEARCH_1738: CharSet = /* @__PURE__ */ new CharSet(";:@&=", UCHAR);

/** The ranges of the parts of a wais URL, in UTF-16 code units. */
export interface PathRanges {
  /** The first character of the database. */
  readonly start: number;
  /** The "/" after the database; `pathEnd` without one. */
  readonly first: number;
  /** The "/" after the wtype; `pathEnd` without one. The rest is the document-id. */
  readonly second: number;
  /** The "?", or `queryEnd`. */
  readonly pathEnd: number;
  readonly queryEnd: number;
}

/** Splits the path at the first two "/" after the database. */
export function splitPath(url: Url): PathRanges {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const text = url.href;
  // Without an authority, or with an empty path, there is no database.
  const start = text.startsWith("/", pathStart) ? pathStart + 1 : pathStart;
  const first = findFieldEnd(text, start, pathEnd);
  const second = first < pathEnd ? findFieldEnd(text, first + 1, pathEnd) : pathEnd;
  return { start, first, second, pathEnd, queryEnd };
}

function findFieldEnd(text: string, start: number, end: number): number {
  const slash = text.indexOf("/", start);
  return slash < 0 || slash > end ? end : slash;
}

/**
 * Checks `wais://<host>:<port>/<database>`, optionally followed by `?<search>` or `/<wtype>/<wpath>`.
 *
 * Reports bad-wais-path, bad-document-id, query-not-allowed; userinfo-not-allowed, missing-authority, missing-host,
 * bad-host, bad-port; by RFC 1738 bad-path, illegal-character; and as a warning control-octet.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  checkHostport(url, report, HOSTPORT);
  const text = url.href;
  const cuts = splitPath(url);
  const { start, first, second, pathEnd, queryEnd } = cuts;
  const modern = profile === "rfc3986";
  if (!modern) checkRfc1738(url, cuts, report);
  warnAboutControlsInName(text, start, first, report);
  if (first === pathEnd) return;

  warnAboutControlsInName(text, first + 1, second, report);
  if (pathEnd < queryEnd) report(queryNotAllowed(pathEnd, queryEnd));
  if (second === pathEnd) report(missingDocumentId(first + 1, pathEnd));
  const spelled = modern ? splitFields(text, second + 1, pathEnd) : undefined;
  if (spelled !== undefined) {
    checkFields(spelled, report);
    return;
  }
  const slash = findFieldEnd(text, second + 1, pathEnd);
  if (slash < pathEnd) report(bareSlash(slash));
}

const HOSTPORT: HostportRules = { userinfo: false, cite: CITE };

/** Reads the parts of a checked URL. */
export function parse(url: Url, _report: Report, profile: Profile): WaisParts {
  const text = url.href;
  const { start, first, second, pathEnd, queryEnd } = splitPath(url);
  const database = decodeText(text.slice(start, first));
  const search = pathEnd < queryEnd ? decodeText(text.slice(pathEnd + 1, queryEnd)) : undefined;
  const none = undefined;
  if (first === pathEnd) return { database, search, wtype: none, wpath: none, spelling: none, length: none };

  const wtype = decodeText(text.slice(first + 1, second));
  const spelled = profile === "rfc3986" ? splitFields(text, second + 1, pathEnd) : undefined;
  if (spelled === undefined) {
    const wpath = decodeText(text.slice(second + 1, pathEnd));
    return { database, search, wtype, wpath, spelling: "octets", length: none };
  }
  const wpath = readFields(text, spelled);
  return { database, search, wtype, wpath, spelling: "fields", length: spelled.length };
}

/**
 * Warns about control characters in a database or a wtype: servers use a database as a file name, and 1F separates
 * names. Words and document-ids may contain any bytes.
 */
function warnAboutControlsInName(text: string, start: number, end: number, report: Report): void {
  const percent = text.indexOf("%", start);
  if (percent < 0 || percent >= end) return;
  const raw = text.slice(start, end);
  const at = raw.search(/%(?:[01][0-9A-Fa-f]|7[Ff])/);
  if (at >= 0) report(controlWarning(raw.slice(at, at + 3), start + at));
}

function controlWarning(octet: string, start: number): ProblemInit {
  return {
    ...{ code: "control-octet", severity: "warning", component: "path", cite: "RFC 1738 §6" },
    ...{ start, end: start + octet.length },
    message: `"${octet}" is not allowed in a name; such a URL is never opened`,
  };
}

function missingDocumentId(start: number, end: number): ProblemInit {
  return {
    ...{ code: "bad-wais-path", component: "path", start, end, cite: CITE },
    message: 'missing "/" and document-id after the document type',
    hint: 'use "?" before search words',
  };
}

function bareSlash(start: number): ProblemInit {
  return {
    ...{ code: "bad-wais-path", component: "path", start, end: start + 1, cite: CITE },
    message: 'unescaped "/" in a document-id that is not of the form 1=…;2=…;',
    hint: 'write "%2F"',
  };
}

function queryNotAllowed(start: number, end: number): ProblemInit {
  return {
    ...{ code: "query-not-allowed", component: "query", start, end, cite: CITE },
    message: NOT_BOTH,
    hint: 'use "%3F" for a "?" in a document',
  };
}

const NOT_BOTH = "a wais URL cannot have both a document and a search";

/** RFC 1738 requires a slash, and allows fewer characters than RFC 3986 between slashes and after "?". */
function checkRfc1738(url: Url, { start, pathEnd, queryEnd }: PathRanges, report: Report): void {
  if (start === url.offsets.pathStart && url.host !== undefined) {
    report({
      ...{ code: "bad-path", component: "path", start, end: start, cite: CITE },
      message: 'missing "/" and database after the host',
      hint: 'add "/" even if the database is empty',
    });
  }
  // Slashes in a document-id are checked by its parser.
  reportDisallowed(url, [start, pathEnd], PATH_1738, "path", report, CITE);
  reportDisallowed(url, [pathEnd + 1, queryEnd], SEARCH_1738, "query", report, CITE);
}

/**
 * Formats a wais URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} query-not-allowed: a search and a document; bad-wais-path: a wtype without a wpath, a wpath
 *   without a wtype, a length with the spelling "octets"; bad-document-id: a document-id without fields, an invalid
 *   spelling or length; bad-host, bad-port.
 */
export function format(init: WaisInit): string {
  const { scheme = "wais", database = "", search, wtype, wpath, length } = init;
  for (const [name, field] of Object.entries({ database, search, wtype, wpath }))
    if (field !== undefined) requireText(field, name);
  if ((wtype === undefined) !== (wpath === undefined))
    throw formatError("bad-wais-path", "a document needs both wtype and wpath");
  if (search !== undefined && wtype !== undefined) throw formatError("query-not-allowed", NOT_BOTH);
  if (length !== undefined && (wtype === undefined || init.spelling !== "fields"))
    throw formatError("bad-wais-path", 'a length requires the spelling "fields"');
  const authority = formatAuthority({ host: init.host, port: init.port });
  return `${scheme}:${authority}${formatPath({ ...init, database })}${formatFragment(init.fragment)}`;
}

/** Formats "/", the database, and the search or the document. */
function formatPath(parts: Pick<WaisParts, "database"> & Partial<WaisParts>): string {
  const { database, search, wtype, wpath, spelling, length } = parts;
  const path = `/${encodeText(database, BARE)}`;
  if (search !== undefined) return `${path}?${encodeText(search, SEARCH_BARE)}`;
  if (wtype === undefined || wpath === undefined) return path;
  return `${path}/${encodeText(wtype, BARE)}/${formatWpath(wpath, spelling, length)}`;
}

function formatWpath(wpath: string, spelling: Spelling = "octets", length: number | undefined): string {
  if (spelling === "octets") return encodeText(wpath, BARE);
  if (spelling !== "fields")
    throw formatError("bad-document-id", 'invalid spelling: expected "octets" or "fields"');
  if (length !== undefined && !(Number.isSafeInteger(length) && length >= 0))
    throw formatError("bad-document-id", "invalid length: expected a whole number of bytes");
  const fields = formatFields(wpath, VALUE_BARE);
  if (fields === undefined)
    throw formatError("bad-document-id", "the document-id cannot be written in fields");
  return length === undefined ? fields : `${length}/${fields}`;
}

/**
 * The normal form: host in lower case, no default port, each field with as few escapes as possible, a space as "%20".
 * The spelling of a document-id stays.
 */
export function normalize(url: WaisUrl): string {
  const { scheme, parts } = url;
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(parts)}${normalizeFragment(url)}`;
}

function formatError(code: ProblemCode, message: string): Error {
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}
