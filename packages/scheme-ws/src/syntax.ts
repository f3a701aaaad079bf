import {
  type AuthorityInit,
  checkHostport,
  decodeSegments,
  encodeText,
  formatAuthority,
  normalizeGeneric,
  PCHAR,
  QUERY,
  type Report,
  refuseComponent,
  requireList,
  requireText,
  syntaxError,
  type Url,
} from "@anyurl/core";

/*
 * ws-URI  = "ws:" "//" host [ ":" port ] path [ "?" query ]
 * wss-URI = "wss:" "//" host [ ":" port ] path [ "?" query ]      (RFC 6455 §3)
 */

/** The parts of a ws or wss URL. Host and port are in the generic URL. */
export interface WsParts {
  /** The path, split at "/" and then decoded; never empty. Only a view: the server defines its meaning. */
  readonly segments: readonly string[];
  /** The text after "?", as written, with its escapes; `undefined` without "?". */
  readonly query: string | undefined;
  /** What the handshake requests, as written: the path or "/", and "?" and the query if that is not empty (§3). */
  readonly resourceName: string;
  /** Is it a wss URL, which uses TLS? */
  readonly secure: boolean;
}

/** The input of `format`. */
export interface WsInit
  extends Pick<AuthorityInit, "host" | "port">,
    Partial<Pick<WsParts, "segments" | "query">> {
  /** Default "ws". */
  readonly scheme?: WsName;
}

export type WsName = "ws" | "wss";
export type WsUrl = Url<WsName, WsParts>;

export const DEFAULT_PORT: Readonly<Record<WsName, number>> = { ws: 80, wss: 443 };

const CITE = "RFC 6455 §3";

/**
 * Checks `ws://<host>:<port>/<path>?<query>`.
 *
 * Reports userinfo-not-allowed, fragment-not-allowed, missing-authority, missing-host, bad-host, bad-port.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: false, cite: CITE });
  refuseComponent(url, "fragment", report, {
    message: `a URL of ${url.scheme} has no fragment`,
    hint: 'write a "#" that is data as "%23"',
    cite: CITE,
  });
}

/** Reads the parts of a checked URL. */
export function parse({ href, path, query, scheme, offsets: { pathStart, pathEnd } }: Url): WsParts {
  return {
    segments: decodeSegments(href, pathStart + 1, pathEnd),
    query,
    resourceName: (path === "" ? "/" : path) + (query === undefined || query === "" ? "" : `?${query}`),
    secure: scheme === "wss",
  };
}

/**
 * Formats a ws or wss URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} illegal-character, bad-escape: a query that is not valid in a URL; bad-host, bad-port.
 */
export function format({ scheme = "ws", host, port, segments = [], query }: WsInit): string {
  // Parsing the result finds an invalid escape.
  if (query !== undefined && !QUERY.covers(requireText(query, "query").replaceAll("%", "")))
    throw syntaxError({
      ...{ code: "illegal-character", component: "query", start: 0, end: 0, cite: "RFC 3986 §3.4" },
      message: "invalid character in the query: it must be percent-encoded",
      hint: "use formatQuery to create it from names and values",
    });
  const path = requireList(segments, "segments")
    .map((segment) => encodeText(segment, PCHAR))
    .join("/");
  return `${scheme}:${formatAuthority({ host, port })}/${path}${query === undefined ? "" : `?${query}`}`;
}

/** Returns the normal form, as for http: the generic one, with "/" for no path. It keeps an empty query. */
export function normalize(url: WsUrl): string {
  return normalizeGeneric(url, { hierarchical: true, defaultPort: DEFAULT_PORT[url.scheme], emptyPath: "/" });
}
