// The gateway's own paths begin with "/_/". No link of a URL does, because a scheme cannot contain "_".

export const ABOUT = "/_/about";
/** `?url=`: a page that shows an external target before the visitor continues to it. */
export const EXTERNAL_LINK = "/_/leave";
/** `?url=` `&q=`: a search. */
export const SEARCH = "/_/search";
/** POST: the answers to a form of a server. */
export const FORM = "/_/form";

/** Prefixes that select the format of the response, regardless of `Accept`. */
const FORMAT_PREFIXES = {
  html: "/_/html",
  json: "/_/json",
  lines: "/_/lines",
  text: "/_/text",
  raw: "/_/raw",
} as const;

export type FormatName = keyof typeof FORMAT_PREFIXES;

/** Returns the link of a URL in one format. */
export function formatLinkAs(form: FormatName, url: string): string {
  return FORMAT_PREFIXES[form] + formatLink(url);
}

/** Returns one of the gateway's own paths with a URL in its query. */
export function pathWithUrl(path: string, url: string): string {
  return `${path}?url=${encodeURIComponent(url)}`;
}

/** `/_/s/TOKEN/ftp://…`: relative references keep the token, and so are signed as well. */
const TOKEN_PREFIX = "/_/s/";
/** `/_/named/gopher://…`: the link comes from a server, not from a user. Relative references keep the mark. */
const NAMED_PREFIX = "/_/named";

export function withToken(token: string, path: string): string {
  return `${TOKEN_PREFIX}${token}${path}`;
}

export function withNamed(path: string): string {
  return NAMED_PREFIX + path;
}

/** The parts of a request URL, as received: `http://host/_/s/TOKEN/_/named/_/json/ftp://host/?query`. */
export interface RequestUrl {
  /** The authority, always with a port. */
  readonly host: string;
  /** Path and query. */
  readonly reference: string;
  /** Path and query without token and mark. */
  readonly link: string;
  /** The path of `link`. */
  readonly path: string;
  /** The query of `link`, without "?". */
  readonly query: string;
  readonly token: string | undefined;
  /** Does the link come from a server? */
  readonly isNamed: boolean;
  /** The format that a prefix of the path selects. */
  readonly form: FormatName | undefined;
  /** The URL of the link. `undefined` for the gateway's own paths. */
  readonly target: string | undefined;
}

/** @param isSigned do links have a token? */
export function parseRequestUrl(url: string, isSigned: boolean): RequestUrl {
  const start = url.indexOf("//") + 2;
  const slash = url.indexOf("/", start);
  const authority = url.slice(start, slash);
  const [reference = ""] = url.slice(slash).split("#", 1);
  const tokenEnd =
    isSigned && reference.startsWith(TOKEN_PREFIX) ? reference.indexOf("/", TOKEN_PREFIX.length) : -1;
  const signed = tokenEnd < 0 ? reference : reference.slice(tokenEnd);
  const isNamed = signed.startsWith(`${NAMED_PREFIX}/`);
  const link = isNamed ? signed.slice(NAMED_PREFIX.length) : signed;
  const mark = link.indexOf("?");
  const form = FORMAT_NAMES.find((name) => link.startsWith(`${FORMAT_PREFIXES[name]}/`));
  return {
    host: /:\d+$/.test(authority) ? authority : `${authority}:${url.startsWith("https:") ? 443 : 80}`,
    reference,
    link,
    path: mark < 0 ? link : link.slice(0, mark),
    query: mark < 0 ? "" : link.slice(mark + 1),
    token: tokenEnd < 0 ? undefined : reference.slice(TOKEN_PREFIX.length, tokenEnd),
    isNamed,
    form,
    target: parseLink(form === undefined ? link : link.slice(FORMAT_PREFIXES[form].length)),
  };
}

const FORMAT_NAMES = Object.keys(FORMAT_PREFIXES) as readonly FormatName[];

/**
 * Returns the link of a URL: a path that consists of "/" and the URL itself. So users can read where it leads, and a
 * relative reference in a document resolves from the document's link to the link of its target:
 *
 *     ftp://ftp.example/pub/a.html   /ftp://ftp.example/pub/a.html
 *     news:comp.lang.c               /news:comp.lang.c
 *
 * Only what a parser of `http:` URLs would change is written differently. So `unlink(link(url)) === url` for every URL,
 * and the link is a URL reference (RFC 3986) that the WHATWG URL parser does not change:
 *
 *     a dot segment, which would be removed     ..  ~..    %2e  ~%2e    ~..  ~~..
 *     "'" in a query, which would be escaped    '  %27     %27  %2527   %2527  %252527
 *     "[" and "]", which no path may have       [  %5B     %5B  %255B   %255B  %25255B   (only before the path)
 */
export function formatLink(url: string): string {
  const { hier, query, fragment } = splitReference(url);
  const path = hier.split("/").map(escapeDotSegment);
  // "scheme:", "", authority: only the authority can have the brackets of an IP literal.
  if (path.length > 2) path[2] = path[2]!.replace(BRACKETS, escapeOnce);
  return `/${path.join("/")}${query.replace(APOSTROPHES, escapeOnce)}${fragment}`;
}

/**
 * Returns the URL of a link, or `undefined` if the path is not a link. Also accepts links that a user typed, with
 * unescaped brackets: `/ftp://[::1]/`.
 *
 * @param reference path, query and fragment, as a browser sends or shows them.
 */
export function parseLink(reference: string): string | undefined {
  if (!LINK_PATTERN.test(reference)) return undefined;
  const { hier, query, fragment } = splitReference(reference.slice(1));
  const path = hier.split("/").map(unescapeDotSegment);
  if (path.length > 2) path[2] = path[2]!.replace(ESCAPED_BRACKETS, unescapeOnce);
  return path.join("/") + query.replace(ESCAPED_APOSTROPHES, unescapeOnce) + fragment;
}

/** "/" scheme ":" (RFC 3986 §3.1). */
const LINK_PATTERN = /^\/[A-Za-z][A-Za-z0-9+.-]*:/;

interface SplitReference {
  readonly hier: string;
  /** With its "?", or empty. */
  readonly query: string;
  /** With its "#", or empty. */
  readonly fragment: string;
}

function splitReference(text: string): SplitReference {
  const hash = text.indexOf("#");
  const end = hash < 0 ? text.length : hash;
  const mark = text.indexOf("?");
  const pathEnd = mark < 0 || mark > end ? end : mark;
  return { hier: text.slice(0, pathEnd), query: text.slice(pathEnd, end), fragment: text.slice(end) };
}

/** A segment that browsers treat as a dot segment (WHATWG URL), after any number of "~". */
const DOT_SEGMENT = /^~*(?:\.|%2e){1,2}$/i;

function escapeDotSegment(segment: string): string {
  return DOT_SEGMENT.test(segment) ? `~${segment}` : segment;
}

function unescapeDotSegment(segment: string): string {
  return segment.startsWith("~") && DOT_SEGMENT.test(segment) ? segment.slice(1) : segment;
}

/** Each literal, or escaped any number of times. */
const APOSTROPHES = /'|%(?:25)*27/g;
const ESCAPED_APOSTROPHES = /%(?:25)*27/g;
const BRACKETS = /[[\]]|%(?:25)*5[BD]/gi;
const ESCAPED_BRACKETS = /%(?:25)*5[BD]/gi;

function escapeOnce(match: string): string {
  if (match.length > 1) return `%25${match.slice(1)}`;
  return `%${match.charCodeAt(0).toString(16).toUpperCase()}`;
}

function unescapeOnce(match: string): string {
  return match.length > 3 ? `%${match.slice(3)}` : String.fromCharCode(Number.parseInt(match.slice(1), 16));
}
