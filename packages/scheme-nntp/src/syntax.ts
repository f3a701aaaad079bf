import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  DIGIT,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  type HostportRules,
  normalizeAuthority,
  normalizeFragment,
  type ProblemCode,
  type Profile,
  type Report,
  refuseComponent,
  requireText,
  syntaxError,
  type Url,
} from "@anyurl/core";
import {
  checkArticleNumber,
  checkNewsgroupName,
  checkRfc1738Group,
  compareArticleNumbers,
  findPlainNameEnd,
  GROUP_CHAR,
  MAX_ARTICLE_NUMBER,
  normalizeArticleNumber,
  rejectControls,
  reportName,
} from "@anyurl/protocol-nntp";

/*
 * nntpURL        = "nntp:" "//" authority "/" group [ "/" article-number ]
 * group          = 1*( group-char / pct-encoded )
 * article-number = 1*16DIGIT                                            (RFC 5538 §3)
 *
 * nntpurl        = "nntp://" hostport "/" group [ "/" digits ]          (RFC 1738 §5)
 */

/** The decoded fields of an nntp URL (RFC 5538 §3). User, password, host, and port are in the generic URL. */
export interface NntpParts {
  /** Case-sensitive: LOCAL.TEST and local.test are two groups. */
  readonly newsgroupName: string;
  /** The digits as written, because they can exceed a number; `undefined` if the URL names the group. */
  readonly articleNumber: string | undefined;
}

/** The fields from which an nntp URL is built. */
export interface NntpInit extends AuthorityInit, Partial<NntpParts> {
  /** Default "nntp". */
  readonly scheme?: NntpName;
  readonly newsgroupName: string;
  readonly fragment?: string | undefined;
}

export type NntpName = "nntp" | "nntps";
export type NntpUrl = Url<NntpName, NntpParts>;

export const DEFAULT_PORT: Readonly<Record<NntpName, number>> = { nntp: 119, nntps: 563 };

/** Unencoded characters of a group: everything else "is covered by <pct-encoded>" (RFC 5538 §3). "~" is unreserved. */
const UNENCODED: CharSet = new CharSet("~", GROUP_CHAR);

const HOSTPORT: Readonly<Record<Profile, HostportRules>> = {
  rfc3986: { userinfo: true, cite: "RFC 5538 §3" },
  rfc1738: { userinfo: false, cite: "RFC 1738 §5, nntpurl" },
};

/** A segment as written, and its position in the URL. */
interface RawSegment {
  readonly raw: string;
  readonly start: number;
}

/** The raw segments of the path. */
export interface RawPath {
  readonly group: RawSegment;
  /** `undefined` without a second "/". */
  readonly article: RawSegment | undefined;
}

/** Splits the path at the "/" after the group; further slashes stay in the article. */
export function splitPath({ href, offsets: { pathStart, pathEnd } }: Url): RawPath {
  const start = Math.min(pathStart + 1, pathEnd);
  const path = href.slice(start, pathEnd);
  const slash = path.indexOf("/");
  if (slash < 0) return { group: { raw: path, start }, article: undefined };
  const article = { raw: path.slice(slash + 1), start: start + slash + 1 };
  return { group: { raw: path.slice(0, slash), start }, article };
}

/**
 * Checks `nntp://<host>:<port>/<newsgroup-name>/<article-number>`.
 *
 * Reports bad-group-name, bad-article-number, bad-path, query-not-allowed; missing-authority, missing-host, bad-host,
 * bad-port; under rfc1738 userinfo-not-allowed; and as warnings control-octet, deprecated-password, and
 * bad-article-number for a number above the limit of RFC 3977.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  const { cite } = HOSTPORT[profile];
  checkHostport(url, report, HOSTPORT[profile]);
  const { hostStart, pathStart, pathEnd, queryEnd } = url.offsets;
  const { href } = url;
  // A missing authority was already reported, and then the segments of the path are uncertain.
  if (hostStart < 0) return;
  if (profile === "rfc3986" && queryEnd === pathEnd) {
    const end = findPlainNameEnd(href, pathStart + 1, pathEnd);
    if (end >= 0 && PLAIN_END.test(href.slice(end, pathEnd))) return;
  }
  const { group, article } = splitPath(url);
  checkGroup(url, group, decodeText(group.raw), report, profile);
  refuseComponent(url, "query", report, {
    message: "an nntp URL has no query, and a newsgroup-name has no question mark",
    hint: 'remove the "?" and the text after it',
    cite,
  });
  if (article !== undefined) checkArticle(url, article, decodeText(article.raw), report, profile);
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): NntpParts {
  const { group, article } = splitPath(url);
  return { newsgroupName: decodeText(group.raw), articleNumber: article && decodeText(article.raw) };
}

/** After a plain name: nothing, or a number that needs no further check. */
const PLAIN_END = /^(?:\/[0-9]{1,9})?$/;

function checkGroup(
  url: Url,
  { raw, start }: RawSegment,
  name: string,
  report: Report,
  profile: Profile,
): void {
  const checked = {
    url,
    start,
    end: start + raw.length,
    code: "bad-group-name",
    cite: HOSTPORT[profile].cite,
  } as const;
  if (profile === "rfc1738") {
    reportName({ ...checked, name: raw }, checkRfc1738Group, report);
    return;
  }
  const findProblem = (plain: string) =>
    checkNewsgroupName(plain) ??
    (isUnencoded(raw) ? undefined : "this character must be percent-encoded in a newsgroup-name");
  const hint = raw === "" ? "add the group after the host, for example nntp://HOST/GROUP" : undefined;
  reportName({ ...checked, name }, findProblem, report, hint);
}

/** Returns whether all characters except escapes are group-char or unreserved. */
function isUnencoded(raw: string): boolean {
  // The digits of an escape are group-char.
  return UNENCODED.covers(raw.replaceAll("%", ""));
}

function checkArticle(
  url: Url,
  { raw, start }: RawSegment,
  digits: string,
  report: Report,
  profile: Profile,
): void {
  const slash = raw.indexOf("/");
  if (slash >= 0) {
    report({
      code: "bad-path",
      message: "an article-number must be the last segment of an nntp URL",
      component: "path",
      start: start + slash,
      end: start + raw.length,
      hint: 'remove the extra segment, or write a "/" of the group as "%2F"',
      cite: HOSTPORT[profile].cite,
    });
    return;
  }
  const checked = {
    url,
    start,
    end: start + raw.length,
    code: "bad-article-number",
    cite: HOSTPORT[profile].cite,
  } as const;
  const hint = raw === "" ? 'remove the last "/" to name the group itself' : undefined;
  const findProblem = () => (profile === "rfc3986" ? checkArticleNumber(digits) : findDigitsProblem(raw));
  reportName({ ...checked, name: digits }, findProblem, report, hint);
  if (findProblem() !== undefined || compareArticleNumbers(digits, MAX_ARTICLE_NUMBER) <= 0) return;
  report({
    code: "bad-article-number",
    severity: "warning",
    message: `the article number exceeds the limit of ${MAX_ARTICLE_NUMBER}`,
    component: "path",
    start,
    end: checked.end,
    cite: "RFC 3977 §6",
  });
}

/** Checks digits = 1*digit   (RFC 1738 §5), of any length and without escapes. */
function findDigitsProblem(raw: unknown): string | undefined {
  return typeof raw === "string" && raw !== "" && DIGIT.covers(raw)
    ? undefined
    : "an article-number must consist of digits";
}

/**
 * Formats an nntp URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-group-name, bad-article-number; control-octet: NUL, CR or LF; password-without-user,
 *   bad-host, bad-port.
 */
export function format(init: NntpInit): string {
  const { scheme = "nntp", newsgroupName = "", articleNumber, fragment } = init;
  rejectControls(requireText(newsgroupName, "newsgroupName"));
  // Accepts what either profile parses: RFC 1738 allows empty components and any number of digits.
  if (checkRfc1738Group(newsgroupName) !== undefined)
    throwSyntaxError("bad-group-name", checkNewsgroupName(newsgroupName));
  if (articleNumber !== undefined) throwSyntaxError("bad-article-number", findDigitsProblem(articleNumber));
  return `${scheme}:${formatAuthority(init)}${formatPath(newsgroupName, articleNumber)}${formatFragment(fragment)}`;
}

function throwSyntaxError(code: ProblemCode, message: string | undefined): void {
  if (message !== undefined)
    throw syntaxError({ code, message, component: "path", start: 0, end: 0, cite: HOSTPORT.rfc3986.cite });
}

function formatPath(newsgroupName: string, articleNumber: string | undefined): string {
  return `/${encodeText(newsgroupName, UNENCODED)}${articleNumber === undefined ? "" : `/${articleNumber}`}`;
}

/**
 * Returns the normal form: host in lower case, no default port, as few escapes as possible in the group, and the number
 * without leading zeros. The case of a group is kept.
 */
export function normalize(url: NntpUrl): string {
  const { scheme, parts } = url;
  const number = parts.articleNumber && normalizeArticleNumber(parts.articleNumber);
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT[scheme])}${formatPath(parts.newsgroupName, number)}${normalizeFragment(url)}`;
}
