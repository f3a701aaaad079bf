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
