import {
  type CharSet,
  decodeSegments,
  encodeText,
  formatFragment,
  normalizeEscapes,
  PCHAR,
  type Report,
  requireList,
  syntaxError,
  type Url,
} from "@anyurl/core";

/*
 * x-zip-url = "x-zip://" 1*( "/" segment ) "=" 1*( "/" segment )     ; segment as in RFC 3986 §3.3, in front of the "=/"
 *                                                                    ; none that ends with a bare "="
 */

/** What an x-zip URL names: an entry of an archive, which is a file of this machine. */
export interface ZipParts {
  /** The path of the archive, cut at "/" and then decoded. */
  readonly archive: readonly string[];
  /** The name of the entry, cut and decoded likewise; the last one is "" for a directory. */
  readonly entry: readonly string[];
}

/** The fields of an x-zip URL to be written. */
export interface ZipInit extends Pick<ZipParts, "archive">, Partial<Pick<ZipParts, "entry">> {
  readonly fragment?: string | undefined;
}

export type ZipUrl = Url<"x-zip", ZipParts>;

const CITE = "README, The URLs";

/** In the archive's path a bare "=" would end it. */
const ARCHIVE_BARE: CharSet = PCHAR.without("=");

/** Where the "=" stands that ends the archive's path; -1 without one. */
export function markIn({ href, offsets: { pathStart, pathEnd } }: Url): number {
  const at = href.indexOf("=/", pathStart);
  return at < pathEnd ? at : -1;
}

/**
 * Reads `x-zip:///<archive>=/<entry>`.
 *
 * Reports missing-authority, host-not-local, bad-path, query-not-allowed.
 */
export function parse(url: Url, report: Report): ZipParts {
  const { href, offsets } = url;
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = offsets;
  if (hostStart < 0 || pathStart > schemeEnd + 3) {
    report({
      code: hostStart < 0 ? "missing-authority" : "host-not-local",
      message: 'three slashes follow "x-zip:", for an archive is a file of this machine',
      component: "authority",
      start: schemeEnd + 1,
      end: hostStart < 0 ? schemeEnd + 1 : pathStart,
      hint: "write x-zip:///ARCHIVE=/ENTRY",
      cite: CITE,
    });
  }
  const mark = markIn(url);
  if (mark < 0) {
    report({
      code: "bad-path",
      message: '"=/" stands between the archive and the entry',
      component: "path",
      start: pathStart,
      end: pathEnd,
      hint: 'add "=/" after the archive for its directory',
      cite: CITE,
    });
  }
  if (queryEnd > pathEnd) {
    report({
      code: "query-not-allowed",
      message: "an x-zip URL has no query",
      component: "query",
      start: pathEnd,
      end: queryEnd,
      hint: 'leave it out, or write a "?" that belongs to a name as "%3F"',
      cite: CITE,
    });
  }
  // Cut, then decode: "%3D/" is data of the archive's name.
  const end = mark < 0 ? pathEnd : mark;
  return {
    archive: decodeSegments(href, Math.min(pathStart + 1, end), end),
    entry: mark < 0 ? [""] : decodeSegments(href, mark + 2, pathEnd),
  };
}

/**
 * Writes an x-zip URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-path: no archive.
 */
export function format({ archive, entry = [""], fragment }: ZipInit): string {
  if (requireList(archive, "archive").length === 0 || requireList(entry, "entry").length === 0) {
    throw syntaxError({
      code: "bad-path",
      message: "an archive and an entry have at least one segment each",
      component: "path",
      start: 0,
      end: 0,
      cite: CITE,
    });
  }
  return `x-zip://${formatPath({ archive, entry })}${formatFragment(fragment)}`;
}

function formatPath({ archive, entry }: ZipParts): string {
  const path = archive.map((segment) => encodeText(segment, ARCHIVE_BARE)).join("/");
  return `/${path}=/${entry.map((segment) => encodeText(segment, PCHAR)).join("/")}`;
}

/** The normal form: escaped as little as can be. */
export function normalize({ parts, fragment }: ZipUrl): string {
  return `x-zip://${formatPath(parts)}${fragment === undefined ? "" : `#${normalizeEscapes(fragment)}`}`;
}
