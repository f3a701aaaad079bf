import {
  CharSet,
  decodeSegments,
  encodeText,
  formatFragment,
  normalizeEscapes,
  PCHAR,
  QUERY,
  type Report,
  requireList,
  syntaxError,
  type Url,
} from "@anyurl/core";

/*
 * x-demo-url = "x-demo://" 1*( "/" segment ) [ "?" key *( "/" key ) ]
 * key        = *( pchar / "?" )                                    ; segment and pchar as in RFC 3986 §3.3
 */

/** The parts of an x-demo URL: a value in a local TOML file. */
export interface XDemoParts {
  /** The file's path, split at "/" and then decoded. */
  readonly segments: readonly string[];
  /** The keys that lead to the value, each in the table of the one before; empty for the whole file. */
  readonly keys: readonly string[];
}

/** The fields for formatting an x-demo URL. */
export interface XDemoInit extends Partial<XDemoParts> {
  readonly fragment?: string | undefined;
}

export type XDemoUrl = Url<"x-demo", XDemoParts>;

const CITE = "README, The URLs";

/** The characters of a key that need no escape: a "/" would end it. */
const KEY: CharSet = new CharSet(QUERY).without("/");

/**
 * Parses `x-demo:///<path>?<keys>`.
 *
 * Reports missing-authority, host-not-local, bad-path.
 */
export function parse(url: Url, report: Report): XDemoParts {
  const { href, offsets } = url;
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = offsets;
  if (hostStart < 0) {
    report({
      code: "missing-authority",
      message: 'missing "///" after "x-demo:"',
      component: "authority",
      start: schemeEnd + 1,
      end: schemeEnd + 1,
      hint: "write x-demo:///PATH",
      cite: CITE,
    });
  } else if (pathStart > schemeEnd + 3) {
    report({
      code: "host-not-local",
      message: "the host is not local: an x-demo URL names a local file",
      component: "authority",
      start: schemeEnd + 3,
      end: pathStart,
      hint: "write x-demo:///PATH",
      cite: CITE,
    });
  }
  if (hostStart >= 0 && pathStart === pathEnd) {
    report({
      code: "bad-path",
      message: "missing file name",
      component: "path",
      start: pathStart,
      end: pathEnd,
      cite: CITE,
    });
  }
  const segments = decodeSegments(href, Math.min(pathStart + 1, pathEnd), pathEnd);
  // Split, then decode: "%2F" is data of a key.
  const keys = queryEnd > pathEnd + 1 ? decodeSegments(href, pathEnd + 1, queryEnd) : [];
  return { segments, keys };
}

/**
 * Formats an x-demo URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-path: a single empty key, which would be parsed as no key.
 */
export function format({ segments = [""], keys = [], fragment }: XDemoInit): string {
  if (requireList(keys, "keys").length === 1 && keys[0] === "") {
    throw syntaxError({
      code: "bad-path",
      message: "a single empty key cannot be written: it would be read as no key",
      component: "query",
      start: 0,
      end: 0,
      cite: CITE,
    });
  }
  return `x-demo://${formatPath(requireList(segments, "segments"))}${formatKeys(keys)}${formatFragment(fragment)}`;
}

function formatPath(segments: readonly string[]): string {
  return `/${segments.map((segment) => encodeText(segment, PCHAR)).join("/")}`;
}

function formatKeys(keys: readonly string[]): string {
  return keys.length === 0 ? "" : `?${keys.map((key) => encodeText(key, KEY)).join("/")}`;
}

/** Returns the normal form: no empty query, as few escapes as possible. */
export function normalize(url: XDemoUrl): string {
  const { segments, keys } = url.parts;
  const fragment = url.fragment === undefined ? "" : `#${normalizeEscapes(url.fragment)}`;
  return `x-demo://${formatPath(segments)}${formatKeys(keys)}${fragment}`;
}
