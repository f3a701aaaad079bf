import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeEscapes,
  type ProblemInit,
  type Profile,
  type Report,
  reportOutside,
  syntaxError,
  UCHAR,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { readSpelledOut, spelledOut, spellOut } from "./spelled-out.ts";

/*
 * waisurl      = waisdatabase | waisindex | waisdoc
 * waisdatabase = "wais://" hostport "/" database
 * waisindex    = "wais://" hostport "/" database "?" search
 * waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
 * database     = *uchar
 * wtype        = *uchar
 * wpath        = *uchar                                              (RFC 1738 §5)
 *
 * Beyond that, what software has always written for a waisdoc (RFC 1630; the length is custom):
 *
 * wpath        = [ length "/" ] 1*[ digits "=" value ";" ]
 */

/** What a wais URL names (RFC 4156 §2), decoded. Host and port are the generic URL's. */
export interface WaisParts {
  /** "": the server's list of its databases. */
  readonly database: string;
  /** The words to search for; `undefined` without "?". A "+" is a "+" (RFC 1738 §2.2). */
  readonly search: string | undefined;
  /** The server's word for the type of the document, in its case; `undefined` where the URL names no document. */
  readonly wtype: string | undefined;
  /** The document-id, octet for octet, however it is spelled; `undefined` where the URL names no document. */
  readonly wpath: string | undefined;
  /** How the document-id is spelled: escaped as it is (RFC 1738), or field by field as "1=…;2=…;". */
  readonly spelling: Spelling | undefined;
  /** The length of the document in octets, which only a URL in the spelling "fields" can tell. */
  readonly length: number | undefined;
}

export type Spelling = "octets" | "fields";

/** The fields of a wais URL to be written. `spelling` is "octets" by default. */
export interface WaisInit extends Pick<AuthorityInit, "host" | "port">, Partial<WaisParts> {
  /** Default "wais". */
  readonly scheme?: WaisName;
  readonly fragment?: string | undefined;
}

export type WaisName = "wais";
export type WaisUrl = Url<WaisName, WaisParts>;

export const DEFAULT_PORT = 210;

const CITE = "RFC 1738 §5, waisurl";

/** What stands bare in a database, a wtype and a wpath: uchar, and "~", which RFC 3986 has added. */
const BARE: CharSet = /* @__PURE__ */ new CharSet(UNRESERVED, UCHAR);
/** The value of a field that is spelled out: ";" ends it. */
const VALUE_BARE: CharSet = /* @__PURE__ */ new CharSet("/", BARE);
/** A bare "+" means the same here, but readers by RFC 1630 take it for a space. */
const SEARCH_BARE: CharSet = /* @__PURE__ */ BARE.without("+");
/** database, wtype and wpath, by RFC 1738 §5, but for their escapes, with the "/" between them. */
const PATH_1738: CharSet = /* @__PURE__ */ new CharSet("/", UCHAR);
/** search, by RFC 1738 §5, but for its escapes: neither "/" nor "?" is among them. */
const SEARCH_1738: CharSet = /* @__PURE__ */ new CharSet(";:@&=", UCHAR);

/** Where the pieces of a wais URL begin and end, in UTF-16 code units. */
export interface Cuts {
  /** The first character of the database. */
  readonly start: number;
  /** The "/" behind the database; `pathEnd` without one. */
  readonly first: number;
  /** The "/" behind the wtype; `pathEnd` without one. All that follows is the document-id. */
  readonly second: number;
  /** The "?", or `queryEnd`. */
  readonly pathEnd: number;
  readonly queryEnd: number;
}

/** Cuts the path at its first two "/" behind the database. */
export function cutPath(url: Url): Cuts {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const text = url.href;
  // An empty path has none; nor has one without an authority.
  const start = text.startsWith("/", pathStart) ? pathStart + 1 : pathStart;
  const first = endOfField(text, start, pathEnd);
  const second = first < pathEnd ? endOfField(text, first + 1, pathEnd) : pathEnd;
  return { start, first, second, pathEnd, queryEnd };
}

function endOfField(text: string, start: number, end: number): number {
  const slash = text.indexOf("/", start);
  return slash < 0 || slash > end ? end : slash;
}

/**
 * Reads `wais://<host>:<port>/<database>`, with `?<search>` or `/<wtype>/<wpath>` behind it.
 *
 * Reports bad-wais-path, bad-document-id, query-not-allowed; userinfo-not-allowed, missing-authority, missing-host,
 * bad-host, bad-port; by RFC 1738 bad-path, illegal-character; and as a warning control-octet.
 */
export function parse(url: Url, report: Report, profile: Profile): WaisParts {
  checkHostport(url, report, { userinfo: false, cite: CITE });
  const text = url.href;
  const cuts = cutPath(url);
  const { start, first, second, pathEnd, queryEnd } = cuts;
  const modern = profile === "rfc3986";
  if (!modern) checkRfc1738(url, cuts, report);
  const database = nameAt(text, start, first, report);
  const search = pathEnd < queryEnd ? decodeText(text.slice(pathEnd + 1, queryEnd)) : undefined;
  const none = undefined;
  if (first === pathEnd) return { database, search, wtype: none, wpath: none, spelling: none, length: none };

  const wtype = nameAt(text, first + 1, second, report);
  if (search !== undefined) report(queryNotAllowed(pathEnd, queryEnd));
  if (second === pathEnd) report(noDocumentId(first + 1, pathEnd));
  const spelled = modern ? spelledOut(text, second + 1, pathEnd) : undefined;
  if (spelled !== undefined) {
    const wpath = readSpelledOut(text, spelled, report);
    return { database, search, wtype, wpath, spelling: "fields", length: spelled.length };
  }
  const slash = endOfField(text, second + 1, pathEnd);
  if (slash < pathEnd) report(bareSlash(slash));
  const wpath = decodeText(text.slice(second + 1, pathEnd));
  return { database, search, wtype, wpath, spelling: "octets", length: none };
}

/**
 * A database or a wtype, decoded. To a server a database is the name of a file, and 1F joins two of them: controls are
 * warned of. Words and document-ids hold any octets.
 */
function nameAt(text: string, start: number, end: number, report: Report): string {
  const raw = text.slice(start, end);
  const name = decodeText(raw);
  if (name === raw) return name;
  const at = raw.search(/%(?:[01][0-9A-Fa-f]|7[Ff])/);
  if (at >= 0) report(controlOctet(raw.slice(at, at + 3), start + at));
  return name;
}

function controlOctet(octet: string, start: number): ProblemInit {
  return {
    ...{ code: "control-octet", severity: "warning", component: "path", cite: "RFC 1738 §6" },
    ...{ start, end: start + octet.length },
    message: `"${octet}" stands in no name; such a URL is read but never opened`,
  };
}

function noDocumentId(start: number, end: number): ProblemInit {
  return {
    ...{ code: "bad-wais-path", component: "path", start, end, cite: CITE },
    message: 'behind the type of a document there is "/" and its document-id',
    hint: 'write "?" before words to search for',
  };
}

function bareSlash(start: number): ProblemInit {
  return {
    ...{ code: "bad-wais-path", component: "path", start, end: start + 1, cite: CITE },
    message: 'a document-id has no bare "/", unless it is spelled out as 1=…;2=…;',
    hint: 'write "%2F"',
  };
}

function queryNotAllowed(start: number, end: number): ProblemInit {
  return {
    ...{ code: "query-not-allowed", component: "query", start, end, cite: CITE },
    message: NOT_BOTH,
    hint: 'write a "?" that is data as "%3F"',
  };
}

const NOT_BOTH = "a wais URL names a document or a search, and not both";

/** A slash there must be, and what stands between the slashes and behind "?" is of narrower sets than RFC 3986's. */
function checkRfc1738(url: Url, { start, pathEnd, queryEnd }: Cuts, report: Report): void {
  if (start === url.offsets.pathStart && url.host !== undefined) {
    report({
      ...{ code: "bad-path", component: "path", start, end: start, cite: CITE },
      message: 'a "/" and a database follow the host',
      hint: 'write "/", be there a database or not',
    });
  }
  // That a document-id has no slash is seen to where it is read.
  reportOutside(url, [start, pathEnd], PATH_1738, "path", report, CITE);
  reportOutside(url, [pathEnd + 1, queryEnd], SEARCH_1738, "query", report, CITE);
}

/**
 * Writes a wais URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} query-not-allowed: a search beside a document; bad-wais-path: a wtype without a wpath, a
 *   wpath without a wtype, a length beside the spelling "octets"; bad-document-id: a document-id that cannot be
 *   spelled out, a spelling or a length that is none; bad-host, bad-port.
 */
export function format(init: WaisInit): string {
  const { scheme = "wais", database = "", search, wtype, wpath, length } = init;
  if ((wtype === undefined) !== (wpath === undefined))
    throw refused("bad-wais-path", "a document has a wtype and a wpath");
  if (search !== undefined && wtype !== undefined) throw refused("query-not-allowed", NOT_BOTH);
  if (length !== undefined && (wtype === undefined || init.spelling !== "fields"))
    throw refused("bad-wais-path", "a length stands before a document-id that is spelled out");
  const authority = formatAuthority({ host: init.host, port: init.port });
  return `${scheme}:${authority}${formatPath({ ...init, database })}${formatFragment(init.fragment)}`;
}

/** "/", the database, and the search or the document in it. */
function formatPath(parts: Pick<WaisParts, "database"> & Partial<WaisParts>): string {
  const { database, search, wtype, wpath, spelling, length } = parts;
  const path = `/${encodeText(database, BARE)}`;
  if (search !== undefined) return `${path}?${encodeText(search, SEARCH_BARE)}`;
  if (wtype === undefined || wpath === undefined) return path;
  return `${path}/${encodeText(wtype, BARE)}/${formatWpath(wpath, spelling, length)}`;
}

function formatWpath(wpath: string, spelling: Spelling = "octets", length: number | undefined): string {
  if (spelling === "octets") return encodeText(wpath, BARE);
  if (spelling !== "fields") throw refused("bad-document-id", 'a spelling is "octets" or "fields"');
  if (length !== undefined && !(Number.isSafeInteger(length) && length >= 0))
    throw refused("bad-document-id", "a length is a whole number of octets");
  const fields = spellOut(wpath, VALUE_BARE);
  if (fields === undefined) throw refused("bad-document-id", "this document-id cannot be spelled out");
  return length === undefined ? fields : `${length}/${fields}`;
}

/**
 * The normal form: host in lower case, no default port, each field escaped as little as can be, a blank as "%20". The
 * spelling of a document-id stays.
 */
export function normalize(url: WaisUrl): string {
  const { scheme, parts, fragment } = url;
  const end = fragment === undefined ? "" : `#${normalizeEscapes(fragment)}`;
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(parts)}${end}`;
}

function refused(code: string, message: string): Error {
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}
