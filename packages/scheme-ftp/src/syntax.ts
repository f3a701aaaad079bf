import {
  type AuthorityInit,
  asciiLowerCase,
  CharSet,
  checkHostport,
  decodeSegments,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  type HostportRules,
  normalizeAuthority,
  normalizeEscapes,
  normalizeFragment,
  PCHAR,
  type ProblemInit,
  type Profile,
  type Report,
  reportDisallowed,
  requireList,
  requireText,
  syntaxError,
  UCHAR,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ] ]
 * fpath    = fsegment *[ "/" fsegment ]
 * fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
 * ftptype  = "A" | "I" | "D" | "a" | "i" | "d"                       (RFC 1738 §5)
 */

export type Typecode = "a" | "i" | "d";

/** The decoded fields of an ftp URL (RFC 1738 §3.2.2). User, password, host, and port are those of the generic URL. */
export interface FtpParts {
  /** The argument of each CWD, in order. An element may be "" and may contain "/": "%2Fetc" is one segment. */
  readonly cwds: readonly string[];
  /** The argument of the last command; "" for the directory itself. */
  readonly name: string;
  /** In lower case; `undefined` if the URL has none. */
  readonly typecode: Typecode | undefined;
}

/** The fields for building an ftp URL. */
export interface FtpInit extends AuthorityInit, Partial<FtpParts> {
  /** Default "ftp". */
  readonly scheme?: "ftp" | "ftps";
  readonly fragment?: string | undefined;
}

export type FtpName = "ftp" | "ftps";
export type FtpUrl = Url<FtpName, FtpParts>;

export const DEFAULT_PORT: Readonly<Record<FtpName, number>> = { ftp: 21, ftps: 990 };

/** The characters that are not encoded in a segment: ";" would begin a typecode, and "?" a generic query. */
const FSEGMENT = PCHAR.without(";");

const CITE = "RFC 1738 §3.2.2";

/** A segment as written, and its offset in the URL. */
interface RawSegment {
  readonly raw: string;
  readonly start: number;
}

/** The raw parts of an ftp url-path: segments, and the suffix ";type=X", split from the last one. */
export interface RawPath {
  /** Never empty: the last one is the name. */
  readonly segments: readonly RawSegment[];
  /** From the ";" on; `undefined` without one. */
  readonly type: RawSegment | undefined;
}

/** Splits the url-path. "?" is an ordinary character in a file name, so the path includes the query. */
export function splitPath(url: Url): RawPath {
  const { pathStart, queryEnd } = url.offsets;
  const text = url.href.slice(pathStart, queryEnd);
  const slash = text.startsWith("/") ? 1 : 0;
  const segments: RawSegment[] = [];
  let start = pathStart + slash;
  for (const raw of text.slice(slash).split("/")) {
    segments.push({ raw, start });
    start += raw.length + 1;
  }
  const last = segments.at(-1)!;
  const semicolon = typeAt(last.raw);
  if (semicolon < 0) return { segments, type: undefined };
  segments[segments.length - 1] = { raw: last.raw.slice(0, semicolon), start: last.start };
  return { segments, type: { raw: last.raw.slice(semicolon), start: last.start + semicolon } };
}

/**
 * Returns the index of ";type=", or -1. Literals of the BNF match in any case, and `%74` is `t` (RFC 3986 §2.3); but
 * `%3B` and `%3D` are data.
 */
function typeAt(segment: string): number {
  for (let i = segment.indexOf(";"); i >= 0; i = segment.indexOf(";", i + 1)) {
    if (segment.startsWith(";type=", i)) return i;
    // "%74%79%70%65" is the longest way to write it.
    const head = normalizeEscapes(wholeEscapes(segment.slice(i, i + 14)));
    if (/^;type=/i.test(head)) return i;
  }
  return -1;
}

/** Removes an incomplete escape at the end. */
function wholeEscapes(text: string): string {
  return text.replace(/%.?$/, "");
}

/**
 * Checks `ftp://<user>:<password>@<host>:<port>/<cwd1>/…/<cwdN>/<name>;type=<typecode>`.
 *
 * Reports bad-ftp-type; missing-authority, missing-host, bad-host, bad-port; and as warnings control-octet,
 * deprecated-password.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  checkHostport(url, report, HOSTPORT);
  if (profile === "rfc1738") checkRfc1738(url, report);
  const { href, offsets } = url;
  const { pathStart, queryEnd } = offsets;
  warnAboutControls(url, [pathStart, queryEnd], "path", report);
  const last = afterSlash(href, pathStart, queryEnd);
  const type = findType(href, last, queryEnd);
  if (type < queryEnd) {
    if (parseTypecode(href.slice(type, queryEnd)) === undefined) report(typecodeProblem(type, queryEnd));
  } else {
    const near = NEAR_TYPECODE.exec(href.slice(last, queryEnd));
    if (near !== null) report(nearTypecodeProblem(last + near.index, queryEnd, near[1]!));
  }
}

/** A typecode with another name, such as ";tipo=a" in the prose of the Spanish translation of RFC 1738 §3.2.2. */
const NEAR_TYPECODE = /;[a-z]{1,8}=([aid])$/i;

function nearTypecodeProblem(start: number, end: number, code: string): ProblemInit {
  return {
    code: "bad-ftp-type",
    severity: "warning",
    message: 'this is part of the name, because a typecode begins with ";type="',
    component: "path",
    start,
    end,
    hint: `write ";type=${asciiLowerCase(code)}" for a typecode`,
    cite: CITE,
  };
}

/** Reads the fields of a checked URL. */
export function parse({ href, offsets: { pathStart, queryEnd } }: Url): FtpParts {
  const start = href.startsWith("/", pathStart) ? pathStart + 1 : pathStart;
  const last = afterSlash(href, start, queryEnd);
  const type = findType(href, last, queryEnd);
  return {
    cwds: last === start ? NONE : decodeSegments(href, start, last - 1),
    name: decodeText(href.slice(last, type)),
    typecode: type < queryEnd ? parseTypecode(href.slice(type, queryEnd)) : undefined,
  };
}

/** Returns the start of the typecode at the end of a segment, which is text[start, end); `end` without one. */
function findType(text: string, start: number, end: number): number {
  const semicolon = text.indexOf(";", start);
  if (semicolon < 0 || semicolon >= end) return end;
  const at = typeAt(text.slice(start, end));
  return at < 0 ? end : start + at;
}

/** Returns the start of the last segment of text[start, end). */
function afterSlash(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) !== SLASH) at--;
  return at;
}

const SLASH = 0x2f;
const NONE: readonly string[] = Object.freeze([]);

const HOSTPORT: HostportRules = { userinfo: true, cite: "RFC 1738 §5, ftpurl" };

/** fsegment of RFC 1738 §5, without escapes. */
const FSEGMENT_1738 = new CharSet("?:@&=", UCHAR);

/** Checks the strict grammar: ";" only begins a typecode, and its literal has no escapes. */
function checkRfc1738(url: Url, report: Report): void {
  const { segments, type } = splitPath(url);
  const { cite } = HOSTPORT;
  for (const { raw, start } of segments)
    reportDisallowed(url, [start, start + raw.length], FSEGMENT_1738, "path", report, cite);
  if (type?.raw.includes("%"))
    reportDisallowed(url, [type.start, type.start + 1], FSEGMENT_1738, "path", report, cite);
}

/** Parses ";type=" and a typecode; `undefined` if it is not one. */
function parseTypecode(raw: string): Typecode | undefined {
  const code = (raw.length === 7 ? raw : normalizeEscapes(raw)).slice(6).toLowerCase();
  return code === "a" || code === "i" || code === "d" ? code : undefined;
}

function typecodeProblem(start: number, end: number): ProblemInit {
  return {
    code: "bad-ftp-type",
    message: 'invalid typecode: expected "a", "i", or "d" at the end of the URL',
    component: "path",
    start,
    end,
    hint: 'use ";type=i" for a binary file, or "%3B" for a semicolon in the name',
    cite: CITE,
  };
}

/**
 * Builds an ftp URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} control-octet: NUL, CR, or LF, which FTP cannot send; bad-ftp-type;
 *   password-without-user, bad-host, bad-port.
 */
export function format(init: FtpInit): string {
  return `${init.scheme ?? "ftp"}:${formatAuthority(init)}${formatPath(init)}${formatFragment(init.fragment)}`;
}

/** Formats "/" and the url-path. */
function formatPath({ cwds = [], name = "", typecode }: Partial<FtpParts>): string {
  const segments = [...requireList(cwds, "cwds"), requireText(name, "name")].map(formatSegment);
  if (typecode !== undefined && !(typeof typecode === "string" && /^[aid]$/.test(typecode))) {
    throw syntaxError({
      code: "bad-ftp-type",
      message: 'invalid typecode: expected "a", "i", or "d"',
      component: "path",
      start: 0,
      end: 0,
      cite: CITE,
    });
  }
  return `/${segments.join("/")}${typecode === undefined ? "" : `;type=${typecode}`}`;
}

/** Encodes a segment. @throws {UrlSyntaxError} control-octet */
export function formatSegment(segment: string): string {
  if (/[\0\r\n]/.test(segment)) {
    throw syntaxError({
      code: "control-octet",
      message: "FTP cannot send a name that contains NUL, CR, or LF",
      component: "path",
      start: 0,
      end: 0,
      cite: "RFC 1738 §6",
    });
  }
  return encodeText(segment, FSEGMENT);
}

/**
 * Returns the normal form: lower case where case is not significant, no default port, no dot segments, and as few
 * escapes as possible. "%2F", "%3B", "%3F", a user, an empty segment, and ";type=i" stay.
 */
export function normalize(url: FtpUrl, profile: Profile = "rfc3986"): string {
  const segments = walked(url.parts, profile).map((segment) => encodeText(segment, FSEGMENT));
  const type = url.parts.typecode === undefined ? "" : `;type=${url.parts.typecode}`;
  return `${url.scheme}:${normalizeAuthority(url, DEFAULT_PORT[url.scheme])}/${segments.join("/")}${type}${normalizeFragment(url)}`;
}

/** Returns the segments of the normal form. RFC 1738 has no dot segments. */
function walked(parts: FtpParts, profile: Profile): readonly string[] {
  if (profile === "rfc1738") return [...parts.cwds, parts.name];
  const { cwds, name } = withoutDotSegments(parts);
  return [...cwds.map(({ cwd }) => cwd), name];
}

/** A path without dot segments: each CWD with its index in `parts.cwds`. */
export interface WalkedPath {
  readonly cwds: readonly { readonly cwd: string; readonly index: number }[];
  readonly name: string;
}

/**
 * Removes "." and ".." (RFC 3986 §6.2.2.3), as every client does before it connects: the sent path must match the
 * normal form. With a typecode the last segment is "..;type=d", which is not a dot segment.
 */
export function withoutDotSegments({ cwds, name, typecode }: FtpParts): WalkedPath {
  const kept: { cwd: string; index: number }[] = [];
  cwds.forEach((cwd, index) => {
    if (cwd === "..") kept.pop();
    else if (cwd !== ".") kept.push({ cwd, index });
  });
  if (typecode !== undefined || (name !== "." && name !== "..")) return { cwds: kept, name };
  if (name === "..") kept.pop();
  return { cwds: kept, name: "" };
}
