import {
  CharSet,
  decodeSegments,
  encodeText,
  formatAuthority,
  formatFragment,
  hostProblem,
  normalizeFragment,
  normalizeHost,
  PCHAR,
  type ProblemInit,
  type Profile,
  type Report,
  refuseComponent,
  reportDisallowed,
  requireList,
  syntaxError,
  UCHAR,
  type Url,
} from "@anyurl/core";

/*
 * file-URI  = "file:" ( "//" [ host ] path-absolute / path-absolute )     (RFC 8089 §2)
 *
 * fileurl   = "file://" [ host | "localhost" ] "/" fpath
 * fpath     = fsegment *[ "/" fsegment ]
 * fsegment  = *[ uchar | "?" | ":" | "@" | "&" | "=" ]                    (RFC 1738 §5)
 */

/** The decoded parts of a file URL. The host is in the generic URL. */
export interface FileParts {
  /**
   * The path, split at "/" and then decoded. Never empty; the last segment is "" for a directory. A segment may contain
   * "/": "a%2Fb" is one segment. "?" is an ordinary character.
   */
  readonly segments: readonly string[];
}

/** The input of `format`. */
export interface FileInit extends Partial<FileParts> {
  readonly scheme?: FileName;
  /** The host, as in a URL. Default: this machine. */
  readonly host?: string | undefined;
  readonly fragment?: string | undefined;
}

export type FileName = "file";
export type FileUrl = Url<FileName, FileParts>;

const CITE = "RFC 8089 §2";
const CITE_1738 = "RFC 1738 §5, fileurl";

/** Characters that need no escape in a segment: RFC 1738 §5 excludes ";", and "?" would begin a generic query. */
const FSEGMENT: CharSet = /* @__PURE__ */ PCHAR.without(";");
/** The characters of fpath in RFC 1738 §5, without escapes. */
const FPATH_1738: CharSet = /* @__PURE__ */ new CharSet("/?:@&=", UCHAR);

/**
 * Checks `file://<host>/<path>`, and `file:/<path>`.
 *
 * Reports bad-path, bad-host, bad-port, userinfo-not-allowed; by RFC 1738 missing-authority and illegal-character; and
 * as warnings ambiguous-query and control-octet.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  const { href, offsets } = url;
  const { hostStart, pathStart, pathEnd, queryEnd } = offsets;
  const strict = profile === "rfc1738";
  if (hostStart < 0 ? strict : hostStart < pathStart || hostStart > offsets.schemeEnd + 3)
    checkAuthority(url, report);
  if (pathStart === pathEnd || href[pathStart] !== "/") {
    report(pathProblem(pathStart, pathEnd));
    return;
  }
  if (strict) reportDisallowed(url, [pathStart, queryEnd], FPATH_1738, "path", report, CITE_1738);
  else if (pathEnd < queryEnd) report(ambiguousQueryWarning(pathEnd, queryEnd));
  // The generic query belongs to the path.
  warnAboutNul(href, pathStart, queryEnd, report);
}

/** Reads the fields of a checked URL. The generic query belongs to the path. */
export function parse({ href, offsets: { pathStart, queryEnd } }: Url): FileParts {
  return { segments: decodeSegments(href, pathStart + 1, queryEnd) };
}

/** file-auth is only a host. Without a host it is this machine, but RFC 1738 still requires the slashes. */
function checkAuthority(url: Url, report: Report): void {
  const { hostStart, hostEnd, pathStart } = url.offsets;
  if (hostStart < 0) {
    report(missingAuthorityProblem(pathStart));
    return;
  }
  refuseComponent(url, "userinfo", report, {
    message: "a file URL cannot have a user or password",
    hint: 'remove everything up to the "@"',
    cite: CITE,
  });
  const host = url.href.slice(hostStart, hostEnd);
  if (hostEnd < pathStart) report(portProblem(host, url.port === "", hostStart, hostEnd, pathStart));
  if (host === "") return;
  const problem = hostProblem(host);
  if (problem !== undefined) report({ ...problem, start: hostStart, end: hostEnd });
}

/** A host of one letter with an empty port is a misplaced drive: never look it up in DNS. */
function portProblem(
  host: string,
  bare: boolean,
  start: number,
  end: number,
  pathStart: number,
): ProblemInit {
  if (bare && /^[A-Za-z]$/.test(host)) {
    return {
      ...{ code: "bad-host", component: "host", start, end: pathStart, cite: "RFC 8089, appendix E.2" },
      message: "drive letter in place of the host",
      hint: `use three slashes: file:///${host}:/…`,
    };
  }
  return {
    ...{ code: "bad-port", component: "port", start: end, end: pathStart, cite: CITE },
    message: "a file URL cannot have a port",
    hint: 'remove the ":" and the port',
  };
}

function missingAuthorityProblem(at: number): ProblemInit {
  return {
    ...{ code: "missing-authority", component: "authority", start: at, end: at, cite: CITE_1738 },
    message: 'missing "//" after "file:"',
    hint: "use file:///PATH",
  };
}

function pathProblem(start: number, end: number): ProblemInit {
  return {
    ...{ code: "bad-path", component: "path", start, end, cite: CITE },
    message: 'the path of a file URL must begin with "/"',
    hint: "use file:///PATH",
  };
}

function ambiguousQueryWarning(start: number, end: number): ProblemInit {
  return {
    ...{ code: "ambiguous-query", severity: "warning", component: "query", start, end, cite: CITE_1738 },
    message: '"?" is part of the name in a file URL, but browsers end the name before it',
    hint: 'use "%3F"',
  };
}

function warnAboutNul(text: string, start: number, end: number, report: Report): void {
  for (let at = text.indexOf("%00", start); at >= 0 && at < end; at = text.indexOf("%00", at + 3)) {
    report({
      ...{ code: "control-octet", severity: "warning", component: "path", cite: "RFC 1738 §6" },
      message: "a file name cannot contain NUL; such a URL is never opened",
      start: at,
      end: at + 3,
    });
  }
}

/**
 * Formats a file URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} control-octet: NUL, which no system allows in a name; bad-host.
 */
export function format({ host = "", segments = [], fragment }: FileInit): string {
  if (requireList(segments, "segments").some((segment) => segment.includes("\0"))) {
    throw syntaxError({
      ...{ code: "control-octet", component: "path", start: 0, end: 0, cite: "RFC 1738 §6" },
      message: "a file name cannot contain NUL",
    });
  }
  return `file:${formatAuthority({ host })}${formatPath(segments)}${formatFragment(fragment)}`;
}

function formatPath(segments: readonly string[]): string {
  return `/${segments.map((segment) => encodeText(segment, FSEGMENT)).join("/")}`;
}

/**
 * The normal form: "//" and no host for this machine, another host in lower case, dot segments removed, each segment
 * with as few escapes as possible. Case stays, also that of a drive letter.
 */
export function normalize(url: FileUrl, profile: Profile): string {
  const { segments } = url.parts;
  return formatNormal(url, profile === "rfc1738" ? segments : removeDotSegments(segments));
}

/** Returns the normal form of a URL whose path has no dot segments. */
export function formatNormal({ host = "", fragment }: FileUrl, segments: readonly string[]): string {
  return `file://${formatNormalHost(host)}${formatPath(segments)}${normalizeFragment({ fragment })}`;
}

/**
 * Returns the host in normal form; "" for "localhost", which means the same, "exactly as if no authority were present"
 * (RFC 8089 §2).
 */
export function formatNormalHost(host: string): string {
  const normal = normalizeHost(host);
  return normal === "localhost" ? "" : normal;
}

/**
 * Removes dot segments (RFC 3986 §5.2.4). Returns the segments of the file, with "" at the end of a directory.
 *
 * @param keepDrive ".." does not remove a drive, as on Windows (RFC 8089, appendix E.2.1).
 */
export function removeDotSegments(segments: readonly string[], keepDrive = false): readonly string[] {
  if (!segments.includes("..") && !segments.includes(".")) return segments;
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") {
      if (!keepDrive || kept.length !== 1 || !isDrive(kept[0]!)) kept.pop();
    } else if (segment !== ".") kept.push(segment);
  }
  const last = segments.at(-1);
  return last === "." || last === ".." ? [...kept, ""] : kept;
}

/** drive-letter = ALPHA ":"   (RFC 8089, appendix E.2) */
export function isDrive(segment: string): boolean {
  return segment.length === 2 && /^[A-Za-z]:$/.test(segment);
}
