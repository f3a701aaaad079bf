import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  type HostportRules,
  normalizeAuthority,
  normalizeFragment,
  PCHAR,
  type ProblemCode,
  type Profile,
  type Report,
  refuseComponent,
  requireText,
  syntaxError,
  type Url,
} from "@anyurl/core";
import {
  checkMessageId,
  checkNewsgroupName,
  checkRfc1738Group,
  checkWildmat,
  findMessageIdAt,
  findPlainNameEnd,
  GROUP_CHAR,
  isWildmat,
  rejectControls,
  reportName,
} from "@anyurl/protocol-nntp";

/*
 * newsURL    = "news:" [ server "/" ] ( article / newsgroups )
 * server     = "//" authority
 * article    = msg-id-core of RFC 5536
 * newsgroups = wildmat-pattern of RFC 3977, its "?" as "%3F", or nothing: all groups      (RFC 5538 §4)
 *
 * newsurl    = "news:" grouppart
 * grouppart  = "*" | group | article
 * article    = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host                   (RFC 1738 §5)
 */

/** The decoded fields of a news URL (RFC 5538 §4): exactly one of the three. The server is in the generic URL. */
export type NewsParts =
  | {
      /** Case-sensitive: LOCAL.TEST and local.test are two groups. */
      readonly newsgroupName: string;
      readonly wildmat: undefined;
      readonly messageId: undefined;
    }
  | {
      readonly newsgroupName: undefined;
      /** A pattern of names with "*" and "?"; a single "*" is all groups. */
      readonly wildmat: string;
      readonly messageId: undefined;
    }
  | {
      readonly newsgroupName: undefined;
      readonly wildmat: undefined;
      /** "without the enclosing < and >" (RFC 1738 §3.6); case-sensitive. */
      readonly messageId: string;
    };

/** The fields from which a news URL is built: at most one of the three; none of them means all groups. */
export interface NewsInit extends Partial<AuthorityInit> {
  /** Default "news". */
  readonly scheme?: NewsName;
  readonly newsgroupName?: string | undefined;
  readonly wildmat?: string | undefined;
  readonly messageId?: string | undefined;
  readonly fragment?: string | undefined;
}

export type NewsName = "news" | "snews";
export type NewsUrl = Url<NewsName, NewsParts>;

export const DEFAULT_PORT: Readonly<Record<NewsName, number>> = { news: 119, snews: 563 };

/** Unencoded characters of a name or a pattern. A "?" would begin a query, and "/" another segment. */
const GROUP_UNENCODED: CharSet = new CharSet("*~", GROUP_CHAR);
/** Unencoded characters of a message-id, except for the "@" between its parts. */
const ID_UNENCODED: CharSet = PCHAR.without("@");

const CITE = "RFC 5538 §4";
const CITE_1738 = "RFC 1738 §5, newsurl";

const ALL_GROUPS: NewsParts = { newsgroupName: undefined, wildmat: "*", messageId: undefined };

/** Returns the start of the grouppart: after the "/" that follows a server. */
export function findGrouppart({ href, offsets: { hostStart, pathStart, pathEnd } }: Url): number {
  return hostStart >= 0 && pathEnd > pathStart && href[pathStart] === "/" ? pathStart + 1 : pathStart;
}

/**
 * Checks `news:<newsgroup-name>` and `news:<message-id>`, with or without a server. An "@" makes a message-id, even
 * percent-encoded, because groups have none.
 *
 * Reports bad-group-name, bad-message-id, query-not-allowed; missing-host, bad-host, bad-port; under rfc1738
 * authority-not-allowed; and as warnings control-octet, deprecated-password, ambiguous-query, and bad-message-id if a
 * "#" cuts off a part of it.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  const { hostStart, pathEnd, queryEnd } = url.offsets;
  if (hostStart >= 0) {
    if (profile === "rfc1738" && url.scheme === "news") {
      refuseComponent(url, "authority", report, {
        message: "a news URL has no server in RFC 1738",
        hint: 'remove "//" and the server',
        cite: CITE_1738,
      });
      return;
    }
    checkHostport(url, report, HOSTPORT);
  }
  const start = findGrouppart(url);
  const { href } = url;
  if (profile === "rfc1738") {
    check1738(url, start, report);
    return;
  }
  if (pathEnd === href.length && findPlainNameEnd(href, start, pathEnd) === pathEnd) return;
  const { name, end } = readName(url, start);
  if (name.includes("@")) {
    if (end > pathEnd) {
      report({
        code: "ambiguous-query",
        severity: "warning",
        message: 'this "?" belongs to the message-id; other programs may read it as the start of a query',
        component: "query",
        start: pathEnd,
        end: pathEnd + 1,
        hint: 'write it as "%3F"',
        cite: CITE,
      });
    } else if (queryEnd > pathEnd) reportQuery(url, report);
    const checked = { url, start, end, name, code: "bad-message-id", cite: CITE } as const;
    const hint = name.startsWith("<") ? 'remove the "<" and ">" around it' : undefined;
    reportName(checked, checkMessageId, report, hint);
    return;
  }
  if (queryEnd > pathEnd) reportQuery(url, report);
  if (queryEnd < href.length) warnAboutFragment(url, report);
  checkGroup(url, start, pathEnd, name, report);
}

const HOSTPORT: HostportRules = { userinfo: true, cite: CITE };

/** Returns the decoded name, and its end in the URL. A "?" belongs to a message-id if the "@" follows it. */
function readName(url: Url, start: number): { readonly name: string; readonly end: number } {
  const { pathEnd, queryEnd } = url.offsets;
  const name = decodeText(url.href.slice(start, pathEnd));
  if (queryEnd === pathEnd || name.includes("@")) return { name, end: pathEnd };
  const whole = decodeText(url.href.slice(start, queryEnd));
  return whole.includes("@") ? { name: whole, end: queryEnd } : { name, end: pathEnd };
}

/** Reads the fields of a checked URL. */
export function parse(url: Url, _report: Report, profile: Profile): NewsParts {
  const { name } = readName(url, findGrouppart(url));
  if (name === "" || name === "*") return ALL_GROUPS;
  if (name.includes("@")) return { newsgroupName: undefined, wildmat: undefined, messageId: name };
  return profile === "rfc3986" && isWildmat(name)
    ? { newsgroupName: undefined, wildmat: name, messageId: undefined }
    : { newsgroupName: name, wildmat: undefined, messageId: undefined };
}

function checkGroup(url: Url, start: number, end: number, name: string, report: Report): void {
  if (name === "" || name === "*") return;
  const checked = { url, start, end, name, code: "bad-group-name", cite: CITE } as const;
  if (url.href.slice(start, end).includes("/")) {
    const fault = () => 'a newsgroup-name must not contain "/", and a news URL has no article number';
    reportName(checked, fault, report, "use nntp://HOST/GROUP/NUMBER for an article by its number");
  } else reportName(checked, isWildmat(name) ? checkWildmat : checkNewsgroupName, report);
}

function reportQuery(url: Url, report: Report): void {
  refuseComponent(url, "query", report, {
    message: "a news URL has no query",
    hint: 'write a "?" of a message-id or a pattern as "%3F"',
    cite: "RFC 5538 §2.3",
  });
}

/** For `news:a#b@c.example` a message-id was probably intended. */
function warnAboutFragment({ href, offsets: { queryEnd } }: Url, report: Report): void {
  if (!/@|%40/.test(href.slice(queryEnd))) return;
  report({
    code: "bad-message-id",
    severity: "warning",
    message: 'this "#" splits what looks like a message-id and leaves a group',
    component: "fragment",
    start: queryEnd,
    end: href.length,
    hint: 'write a "#" of a message-id as "%23"',
    cite: CITE,
  });
}

/** Checks grouppart by RFC 1738 §5: the "@" of a message-id is not percent-encoded, and a group has none. */
function check1738(url: Url, start: number, report: Report): void {
  const end = url.offsets.queryEnd;
  const raw = url.href.slice(start, end);
  if (raw === "*") return;
  const place = { url, start, end, cite: CITE_1738 } as const;
  const at = raw.indexOf("@");
  if (at < 0) {
    reportName({ ...place, name: raw, code: "bad-group-name" }, checkRfc1738Group, report);
    return;
  }
  const fault = () =>
    at > 0 && HOST.test(raw.slice(at + 1))
      ? undefined
      : 'a message-id in RFC 1738 must have one "@", with text before it and a host after it';
  reportName({ ...place, name: decodeText(raw), code: "bad-message-id" }, fault, report);
}

const LABEL = "[a-z\\d](?:[a-z\\d-]*[a-z\\d])?";
/** host = hostname | hostnumber   (RFC 1738 §5) */
const HOST = /* @__PURE__ */ new RegExp(`^(?:(?:${LABEL}\\.)*(?=[a-z])${LABEL}|\\d+(?:\\.\\d+){3})$`, "i");

/**
 * Formats a news URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-group-name, bad-message-id: also if two of the three are set; control-octet: NUL, CR or
 *   LF; missing-host: a user, a password or a port without a host; password-without-user, bad-host, bad-port.
 */
export function format(init: NewsInit): string {
  const { scheme = "news", user, password, host, port, newsgroupName, wildmat, messageId } = init;
  for (const [name, each] of Object.entries({ newsgroupName, wildmat, messageId }))
    if (each !== undefined) rejectControls(requireText(each, name));
  if (host === undefined && (user ?? password ?? port) !== undefined)
    throw newsSyntaxError("missing-host", "host", "a user, a password or a port requires a host");
  const given = [newsgroupName, wildmat, messageId].filter((each) => each !== undefined);
  if (given.length > 1)
    throw newsSyntaxError(
      "bad-group-name",
      "path",
      "a news URL must name only one of a group, a pattern and an article",
    );
  const fault = findNameProblem(newsgroupName, wildmat);
  if (fault !== undefined) throw newsSyntaxError("bad-group-name", "path", fault);
  if (messageId !== undefined && !(findMessageIdAt(messageId) > 0))
    throw newsSyntaxError("bad-message-id", "path", 'a message-id must have an "@" with text before it');
  const server = host === undefined ? "" : `${formatAuthority({ user, password, host, port })}/`;
  return `${scheme}:${server}${formatGrouppart(init)}${formatFragment(init.fragment)}`;
}

/**
 * Returns the problem of a name that would be parsed as something else, or not at all. Accepts what RFC 1738 allows
 * beyond RFC 5536.
 */
function findNameProblem(name: string | undefined, wildmat: string | undefined): string | undefined {
  if (name !== undefined && checkRfc1738Group(name) !== undefined) {
    if (isWildmat(name)) return "a name with wildcards must be a wildmat";
    if (name.includes("@")) return 'a name with an "@" must be a messageId';
    return checkNewsgroupName(name);
  }
  if (wildmat === undefined) return undefined;
  if (!isWildmat(wildmat)) return "a wildmat must have a wildcard; use newsgroupName for one group";
  return wildmat.includes("@") ? 'a name with an "@" must be a messageId' : checkWildmat(wildmat);
}

function newsSyntaxError(code: ProblemCode, component: "host" | "path", message: string): Error {
  return syntaxError({ code, message, component, start: 0, end: 0, cite: CITE });
}

function formatGrouppart({
  newsgroupName,
  wildmat,
  messageId,
}: Pick<NewsInit, "newsgroupName" | "wildmat" | "messageId">): string {
  if (messageId === undefined) return encodeText(newsgroupName ?? wildmat ?? "*", GROUP_UNENCODED);
  const at = findMessageIdAt(messageId);
  return `${encodeText(messageId.slice(0, at), ID_UNENCODED)}@${encodeText(messageId.slice(at + 1), ID_UNENCODED)}`;
}

/**
 * Returns the normal form: server in lower case without its default port; names and message-ids with their case (RFC
 * 5538 §2.3) and as few escapes as possible; "*" for all groups.
 */
export function normalize(url: NewsUrl): string {
  const { scheme, parts } = url;
  const authority = normalizeAuthority(url, DEFAULT_PORT[scheme]);
  const server = authority === "" ? "" : `${authority}/`;
  return `${scheme}:${server}${formatGrouppart(parts)}${normalizeFragment(url)}`;
}

/**
 * Returns whether the URL can be recognized in running text. "the news: none" and "news:letter" are prose, so only a
 * group or a pattern with a dot, a message-id, or "*" counts.
 */
export function isRecognizableInText({
  path,
  parts: { newsgroupName, wildmat, messageId },
}: NewsUrl): boolean {
  return messageId !== undefined || path === "*" || (newsgroupName ?? wildmat).includes(".");
}
