import {
  type AuthorityInit,
  checkHostport,
  decodeSegments,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeEscapes,
  PCHAR,
  type Report,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * x-demo-url = "x-demo://" host [ ":" port ] [ "/" segment *( "/" segment ) ]      ; segment as in RFC 3986 §3.3
 */

/** The parts of an x-demo URL. Host and port are those of the generic URL. */
export interface XDemoParts {
  /** The path, split at "/" and then decoded; never empty, and the last one is "" for a directory. */
  readonly segments: readonly string[];
}

/** The fields for formatting an x-demo URL. */
export interface XDemoInit extends Pick<AuthorityInit, "host" | "port">, Partial<XDemoParts> {
  readonly fragment?: string | undefined;
}

export type XDemoUrl = Url<"x-demo", XDemoParts>;

export const DEFAULT_PORT = 7391;

const CITE = "README, The URLs";

/**
 * Parses `x-demo://<host>:<port>/<segments>`.
 *
 * Reports query-not-allowed, userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port; and as a
 * warning control-octet.
 */
export function parse(url: Url, report: Report): XDemoParts {
  checkHostport(url, report, { userinfo: false, cite: CITE });
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  if (queryEnd > pathEnd) {
    report({
      code: "query-not-allowed",
      message: "an x-demo URL has no query",
      component: "query",
      start: pathEnd,
      end: queryEnd,
      hint: 'remove it, or write a "?" that is part of a name as "%3F"',
      cite: CITE,
    });
  }
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  // Split, then decode: "%2F" is data of a segment.
  return { segments: decodeSegments(url.href, Math.min(pathStart + 1, pathEnd), pathEnd) };
}

/**
 * Formats an x-demo URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-host, bad-port.
 */
export function format({ host, port, segments = [""], fragment }: XDemoInit): string {
  return `x-demo:${formatAuthority({ host, port })}${formatPath(segments)}${formatFragment(fragment)}`;
}

/** Returns "/" and the segments, each escaped as needed. */
export function formatPath(segments: readonly string[]): string {
  return `/${segments.map((segment) => encodeText(segment, PCHAR)).join("/")}`;
}

/** Returns the normal form: host in lower case, no default port, "/" for an empty path, as few escapes as possible. */
export function normalize(url: XDemoUrl): string {
  const fragment = url.fragment === undefined ? "" : `#${normalizeEscapes(url.fragment)}`;
  return `x-demo:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(url.parts.segments)}${fragment}`;
}
