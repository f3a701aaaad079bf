import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  decodeSegments,
  encodeText,
  formatAuthority,
  formatFragment,
  type HostportRules,
  normalizeGeneric,
  PCHAR,
  type Profile,
  QUERY,
  type Report,
  reportDisallowed,
  requireList,
  requireText,
  syntaxError,
  UCHAR,
  type Url,
} from "@anyurl/core";

/*
 * http-URI  = "http" "://" authority path-abempty [ "?" query ]
 * https-URI = "https" "://" authority path-abempty [ "?" query ]     (RFC 9110 §4.2)
 *
 * httpurl   = "http://" hostport [ "/" hpath [ "?" search ] ]
 * hpath     = hsegment *[ "/" hsegment ]
 * hsegment  = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
 * search    = *[ uchar | ";" | ":" | "@" | "&" | "=" ]               (RFC 1738 §5)
 */

/** The fields of an http URL. User, password, host, and port are in the generic URL. */
export interface HttpParts {
  /**
   * The path, split at "/" and then decoded; never empty, because no path equals "/". Only a view: the server defines
   * the meaning of a path, and "%21" and "!" can differ for it. The path as written is `url.path`.
   */
  readonly segments: readonly string[];
  /**
   * The text after "?", as written, with its escapes; `undefined` without "?". Only the server knows its delimiters, so
   * it is never decoded as a whole.
   */
  readonly searchpart: string | undefined;
}

/** The fields from which an http URL is built. It should have no user and no password (RFC 9110 §4.2.4). */
export interface HttpInit extends AuthorityInit, Partial<HttpParts> {
  /** Default "http". */
  readonly scheme?: HttpName;
  readonly fragment?: string | undefined;
}

export type HttpName = "http" | "https";
export type HttpUrl = Url<HttpName, HttpParts>;

export const DEFAULT_PORT: Readonly<Record<HttpName, number>> = { http: 80, https: 443 };

/** The unencoded characters of `search` in RFC 1738 §5, which include neither "/" nor a second "?". */
const SEARCH_1738: CharSet = /* @__PURE__ */ new CharSet(";:@&=", UCHAR);

/**
 * Checks `http://<host>:<port>/<path>?<searchpart>`.
 *
 * Reports missing-authority, missing-host, bad-host, bad-port; by RFC 1738, which does not define https,
 * userinfo-not-allowed and illegal-character; and as warnings userinfo-not-allowed, deprecated-password, control-octet
 * (in a user or password).
 */
export function check(url: Url, report: Report, profile: Profile): void {
  const strict = profile === "rfc1738" && url.scheme === "http";
  checkHostport(url, report, strict ? HOSTPORT_1738 : HOSTPORT);
  const { schemeEnd, hostStart, pathEnd, queryEnd } = url.offsets;
  if (strict && pathEnd < queryEnd)
    reportDisallowed(url, [pathEnd + 1, queryEnd], SEARCH_1738, "query", report, HOSTPORT_1738.cite);
  if (hostStart > schemeEnd + 3 && !strict) warnOfUserinfo(schemeEnd + 3, hostStart, report);
}

/** Reads the fields of a checked URL. */
export function parse({ href, offsets }: Url): HttpParts {
  const { pathStart, pathEnd, queryEnd } = offsets;
  return {
    segments: decodeSegments(href, pathStart + 1, pathEnd),
    searchpart: pathEnd === queryEnd ? undefined : href.slice(pathEnd + 1, queryEnd),
  };
}

const HOSTPORT: HostportRules = { userinfo: true, cite: "RFC 9110 §4.2" };
const HOSTPORT_1738: HostportRules = { userinfo: false, cite: "RFC 1738 §5, httpurl" };

/** "it is likely being used to obscure the authority for the sake of phishing attacks" (RFC 9110 §4.2.4) */
function warnOfUserinfo(start: number, end: number, report: Report): void {
  report({
    ...{ code: "userinfo-not-allowed", severity: "warning", component: "userinfo", start, end },
    message: 'the text before the "@" is never sent: the host comes after it',
    hint: 'remove everything up to the "@"',
    cite: "RFC 9110 §4.2.4",
  });
}

/**
 * Formats an http URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} illegal-character, bad-escape: a searchpart that is not valid in a URL;
 *   password-without-user, bad-host, bad-port.
 */
export function format(init: HttpInit): string {
  const { scheme = "http", segments = [], searchpart, fragment } = init;
  const path = `/${requireList(segments, "segments")
    .map((segment) => encodeText(segment, PCHAR))
    .join("/")}`;
  return `${scheme}:${formatAuthority(init)}${path}${formatSearchpart(searchpart)}${formatFragment(fragment)}`;
}

function formatSearchpart(searchpart: string | undefined): string {
  if (searchpart === undefined) return "";
  // Parsing the result finds an invalid escape.
  if (!QUERY.covers(requireText(searchpart, "searchpart").replaceAll("%", ""))) {
    throw syntaxError({
      code: "illegal-character",
      message: "invalid character in the searchpart: it must be percent-encoded",
      component: "query",
      start: 0,
      end: 0,
      hint: "use formatQuery to create it from names and values",
      cite: "RFC 3986 §3.4",
    });
  }
  return `?${searchpart}`;
}

/**
 * Returns the normal form (RFC 9110 §4.2.3): the generic one, with "/" for no path. Does not decode sub-delims, and
 * keeps an empty query, an empty fragment, and the order of a query.
 */
export function normalize(url: HttpUrl, profile: Profile): string {
  return normalizeGeneric(url, {
    hierarchical: profile === "rfc3986",
    defaultPort: url.port === undefined ? undefined : DEFAULT_PORT[url.scheme],
    emptyPath: "/",
  });
}
