import {
  decodeSegments,
  encodeText,
  formatFragment,
  normalizeEscapes,
  PCHAR,
  type Report,
  syntaxError,
  type Url,
} from "@anyurl/core";

/*
 * x-demo-url = "x-demo:" segment-nz *( "/" segment )      ; segments as in RFC 3986 §3.3
 */

/** The parts of an x-demo URL. */
export interface XDemoParts {
  /** The path, split at "/" and then decoded; the first one is never "". */
  readonly segments: readonly string[];
}

/** The fields for formatting an x-demo URL. */
export interface XDemoInit extends XDemoParts {
  readonly fragment?: string | undefined;
}

export type XDemoUrl = Url<"x-demo", XDemoParts>;

const CITE = "README, The URLs";

/**
 * Parses `x-demo:<segments>`.
 *
 * Reports authority-not-allowed, bad-path, query-not-allowed.
 */
export function parse(url: Url, report: Report): XDemoParts {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = url.offsets;
  if (hostStart >= 0) {
    report({
      code: "authority-not-allowed",
      message: "an x-demo URL has no authority",
      component: "authority",
      start: schemeEnd + 1,
      end: pathStart,
      hint: 'remove the "//" and everything up to the next "/"',
      cite: CITE,
    });
  }
  if (pathStart === pathEnd || url.href[pathStart] === "/") {
    report({
      code: "bad-path",
      message: 'expected a name after "x-demo:", without a leading "/"',
      component: "path",
      start: pathStart,
      end: pathEnd,
      cite: CITE,
    });
  }
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
  // Split, then decode: "%2F" is data of a segment.
  return { segments: decodeSegments(url.href, pathStart, pathEnd) };
}

/**
 * Formats an x-demo URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-path: no segment, or an empty first one.
 */
export function format({ segments, fragment }: XDemoInit): string {
  if (segments.length === 0 || segments[0] === "") {
    throw syntaxError({
      code: "bad-path",
      message: "the first segment is empty",
      component: "path",
      start: 0,
      end: 0,
      cite: CITE,
    });
  }
  return `x-demo:${formatPath(segments)}${formatFragment(fragment)}`;
}

function formatPath(segments: readonly string[]): string {
  return segments.map((segment) => encodeText(segment, PCHAR)).join("/");
}

/** Returns the normal form: segments with as few escapes as possible. */
export function normalize(url: XDemoUrl): string {
  const fragment = url.fragment === undefined ? "" : `#${normalizeEscapes(url.fragment)}`;
  return `x-demo:${formatPath(url.parts.segments)}${fragment}`;
}
