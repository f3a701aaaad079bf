import {
  type AuthorityInit,
  type CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  isDotSegment,
  normalizeAuthority,
  PATH,
  type ProblemCode,
  type ProblemInit,
  type Report,
  removeDotSegments,
  syntaxError,
  type Url,
  USER_BARE,
  warnAboutControls,
} from "@anyurl/core";
import { formatUrlauth, normalizeUrlauth, readUrlauth, type UrlAuth } from "./urlauth.ts";

/*
 * imapurl      = "imap://" [ iuserinfo "@" ] host [ ":" port ] [ "/" [ imessagelist / imessagepart [ iurlauth ] ] ]
 * iuserinfo    = enc-user [ ";AUTH=" ( "*" / enc-auth-type ) ] / [ enc-user ] ";AUTH=" ( "*" / enc-auth-type )
 * imessagelist = enc-mailbox [ ";UIDVALIDITY=" nz-number ] [ "?" enc-search ]
 * imessagepart = enc-mailbox [ ";UIDVALIDITY=" nz-number ] "/;UID=" nz-number [ "/;SECTION=" enc-section ]
 *                [ "/;PARTIAL=" number [ "." nz-number ] ]
 * iurlauth     = [ ";EXPIRE=" date-time ] ";URLAUTH=" access ":" mechanism ":" token        (RFC 5092 §11)
 */

/** A range of bytes of a message or a part. */
export interface PartialRange {
  readonly offset: number;
  /** `undefined`: up to the end. */
  readonly length: number | undefined;
}

/** The decoded parts of an imap URL. Host and port are in the generic URL. */
export interface ImapParts {
  /** Without the mechanism. */
  readonly user: string | undefined;
  /** The mechanism of the login, as written; "*": any. */
  readonly auth: string | undefined;
  /** The name of the mailbox. `undefined`: the server. */
  readonly mailbox: string | undefined;
  readonly uidValidity: number | undefined;
  /** The search keys of SEARCH. */
  readonly search: string | undefined;
  readonly uid: number | undefined;
  /** The part of a message, such as "1.2", "HEADER", or "2.MIME". */
  readonly section: string | undefined;
  readonly partial: PartialRange | undefined;
  /** The date at which the authorization ends. */
  readonly expire: string | undefined;
  readonly urlauth: UrlAuth | undefined;
}

/** The input of `format`. */
export interface ImapInit extends Omit<AuthorityInit, "user" | "password">, Partial<ImapParts> {
  /** Default "imap". */
  readonly scheme?: ImapName;
}

export type ImapName = "imap" | "imaps";
export type ImapUrl = Url<ImapName, ImapParts>;

export const DEFAULT_PORT: Readonly<Record<ImapName, number>> = { imap: 143, imaps: 993 };

const CITE = "RFC 5092 §11";
const MAX_NUMBER = 0xffff_ffff;

/** A ";" begins a parameter (bchar). */
const MAILBOX: CharSet = /* @__PURE__ */ PATH.without(";");
const SEARCH: CharSet = MAILBOX;
const USER: CharSet = /* @__PURE__ */ USER_BARE.without(";");

/** The parameters of a path in their order, and whether a "/" precedes the ";". */
const PARAMETERS = [
  ["uidValidity", "UIDVALIDITY", false],
  ["uid", "UID", true],
  ["section", "SECTION", true],
  ["partial", "PARTIAL", true],
  ["expire", "EXPIRE", false],
  ["urlauth", "URLAUTH", false],
] as const;

export type ParameterName = (typeof PARAMETERS)[number][0];

/** A raw value, and its range in the text of the URL. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** The value of a parameter, and where its label starts. */
export interface RawParameter extends RawField {
  readonly labelStart: number;
}

/** What a path consists of, before decoding. */
export interface RawPath {
  readonly mailbox: RawField | undefined;
  readonly parameters: ReadonlyMap<ParameterName, RawParameter>;
  /** What is wrong with the parameters. */
  readonly problem: (RawField & { readonly message: string }) | undefined;
}

/** Splits the path at each ";", before anything is decoded: "%3B" is data. */
export function splitPath({ href, offsets: { pathStart, pathEnd } }: Url): RawPath {
  const field = (start: number, end: number): RawField => ({ raw: href.slice(start, end), start, end });
  const nextEnd = (from: number) => {
    const found = href.indexOf(";", from);
    return found < 0 || found > pathEnd ? pathEnd : found;
  };
  const parameters = new Map<ParameterName, RawParameter>();
  let problem: RawPath["problem"];
  const first = nextEnd(pathStart);
  let hasSlash = href[first - 1] === "/";
  const mailboxEnd = first < pathEnd && hasSlash ? first - 1 : first;
  let next = 0;
  for (let at = first; at < pathEnd && problem === undefined; ) {
    const stop = nextEnd(at + 1);
    const slashNext = stop < pathEnd && href[stop - 1] === "/";
    const end = slashNext ? stop - 1 : stop;
    const equals = href.indexOf("=", at);
    const label = equals < 0 || equals > end ? "" : decodeText(href.slice(at + 1, equals)).toUpperCase();
    const index = PARAMETERS.findIndex(([, each, slash]) => each === label && slash === hasSlash);
    if (index < next) problem = { ...field(at, end), message: describeMisplaced(label, hasSlash) };
    else parameters.set(PARAMETERS[index]![0], { ...field(equals + 1, end), labelStart: at + 1 });
    next = index + 1;
    hasSlash = slashNext;
    at = stop;
  }
  const mailboxStart = Math.min(pathStart + 1, mailboxEnd);
  const mailbox = mailboxStart < mailboxEnd ? field(mailboxStart, mailboxEnd) : undefined;
  return { mailbox, parameters, problem };
}

function describeMisplaced(label: string, hasSlash: boolean): string {
  const known = PARAMETERS.find(([, each]) => each === label);
  if (known === undefined) return "unknown parameter";
  if (known[2] === hasSlash) return `misplaced parameter ${label}`;
  return known[2] ? `missing "/" before ";${label}="` : `unexpected "/" before ";${label}="`;
}

/** The raw user and mechanism of a userinfo, split at the first ";". */
export function splitUserinfo({ userinfo, offsets }: Url): {
  readonly user: RawField | undefined;
  /** After ";AUTH=". */
  readonly auth: RawParameter | undefined;
  readonly isValid: boolean;
} {
  if (userinfo === undefined) return { user: undefined, auth: undefined, isValid: true };
  const start = offsets.schemeEnd + "://".length;
  const semicolon = userinfo.indexOf(";");
  const userEnd = semicolon < 0 ? userinfo.length : semicolon;
  const field = (from: number, to: number): RawField => ({
    ...{ raw: userinfo.slice(from, to), start: start + from, end: start + to },
  });
  const user = userEnd === 0 ? undefined : field(0, userEnd);
  if (semicolon < 0) return { user, auth: undefined, isValid: user !== undefined };
  const equals = userinfo.indexOf("=", semicolon);
  const label = equals < 0 ? "" : decodeText(userinfo.slice(semicolon + 1, equals)).toUpperCase();
  const auth = { ...field(equals + 1, userinfo.length), labelStart: start + semicolon + 1 };
  return { user, auth, isValid: label === "AUTH" && isMechanism(auth.raw) };
}

/** "*" must not be escaped (RFC 5092 §3.2); a mechanism is a name of RFC 4422 §3.1. */
function isMechanism(raw: string): boolean {
  return raw === "*" || /^[A-Za-z0-9_-]{1,20}$/.test(decodeText(raw));
}

/** Returns the raw mailbox without dot segments (RFC 3986 §5.2.4). */
function resolveMailbox(mailbox: RawField | undefined): string {
  return mailbox === undefined ? "" : removeDotSegments(`/${mailbox.raw}`, true).slice(1);
}

/**
 * Checks an imap URL, with the same result in every profile.
 *
 * Reports bad-field, bad-userinfo, query-not-allowed, fragment-not-allowed; missing-authority, missing-host, bad-host,
 * bad-port; and as a warning control-octet.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { pathStart, pathEnd, queryEnd, hostStart } = url.offsets;
  if (hostStart < 0) return;
  checkUserinfo(url, report);
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  const { mailbox, parameters, problem } = splitPath(url);
  const find = (message: string, { start, end }: RawField, more: Partial<ProblemInit> = {}) =>
    report({ code: "bad-field", component: "path", message, start, end, cite: CITE, ...more });
  if (problem !== undefined)
    find(problem.message, problem, { hint: 'write "%3B" for a ";" in the name of a mailbox' });
  for (const [name, field] of parameters) {
    const message = findProblem(name, field.raw);
    if (message !== undefined) find(message, field);
  }
  const [firstParameter] = parameters.values();
  if (firstParameter !== undefined && resolveMailbox(mailbox) === "")
    find("missing mailbox before the parameter", { raw: "", start: pathStart, end: firstParameter.start });
  if (!parameters.has("uid")) {
    const orphan = ["section", "partial", "expire", "urlauth"].map((each) => parameters.get(each as "uid"));
    const found = orphan.find((each) => each !== undefined);
    if (found !== undefined) find('missing "/;UID=" before the parameter', found);
  } else if (parameters.has("expire") && !parameters.has("urlauth"))
    find('";EXPIRE=" needs ";URLAUTH="', parameters.get("expire")!);
  checkQuery(url, report, resolveMailbox(mailbox) !== "" && !parameters.has("uid"));
  if (url.fragment !== undefined)
    report({
      ...{ code: "fragment-not-allowed", component: "fragment", cite: CITE },
      ...{ start: queryEnd, end: queryEnd + 1 + url.fragment.length },
      message: "an imap URL cannot have a fragment",
      hint: 'remove the "#" and the text after it',
    });
}

function checkUserinfo(url: Url, report: Report): void {
  const { userinfo, offsets } = url;
  if (userinfo === undefined) return;
  const start = offsets.schemeEnd + "://".length;
  const range = { start, end: start + userinfo.length };
  const init = { code: "bad-userinfo", component: "userinfo", ...range, cite: CITE } as const;
  if (userinfo.includes(":"))
    report({
      ...init,
      message: "an imap URL cannot have a password",
      hint: "remove it; you are asked for it",
    });
  else if (!splitUserinfo(url).isValid)
    report({
      ...init,
      message: "invalid user or mechanism",
      hint: 'write "USER;AUTH=MECHANISM", and "%3B" for a semicolon in the user',
    });
}

function checkQuery(url: Url, report: Report, isList: boolean): void {
  const { query, offsets } = url;
  if (query === undefined) return;
  warnAboutControls(url, [offsets.pathEnd, offsets.queryEnd], "query", report);
  const range = { start: offsets.pathEnd, end: offsets.queryEnd };
  const init = { component: "query", ...range, cite: CITE } as const;
  if (!isList)
    report({
      ...{ ...init, code: "query-not-allowed" },
      message: "only the URL of a mailbox can have a search",
      hint: 'write "?" in a name as "%3F"',
    });
  else if (query === "" || /[;?]/.test(query))
    report({
      ...{ ...init, code: "bad-field" },
      message: query === "" ? "missing search keys" : 'a ";" or "?" in the search keys',
      hint: 'write ";" as "%3B", and "?" as "%3F"',
    });
}

/** Returns what is wrong with the raw value of a parameter. */
function findProblem(name: ParameterName, raw: string): string | undefined {
  const text = decodeText(raw);
  switch (name) {
    case "uid":
    case "uidValidity":
      return readNumber(text, 1) === undefined ? "invalid number: expected 1 to 4294967295" : undefined;
    case "section":
      return text === "" ? "missing section" : undefined;
    case "partial":
      return readPartial(text) === undefined
        ? "invalid range: expected OFFSET or OFFSET.LENGTH, with a length of at least 1"
        : undefined;
    case "expire":
      return isDateTime(text) ? undefined : "invalid date: expected one such as 2026-01-02T03:04:05Z";
    case "urlauth":
      return readUrlauth(raw) === undefined
        ? "invalid authorization: expected ACCESS:MECHANISM:TOKEN, with a token of at least 32 digits"
        : undefined;
  }
}

/** date-time of RFC 3339 §5.6. */
function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
}

function readNumber(digits: string, min: number): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,9})$/.test(digits)) return undefined;
  const number = Number(digits);
  return number >= min && number <= MAX_NUMBER ? number : undefined;
}

function readPartial(text: string): PartialRange | undefined {
  const [first = "", second, ...rest] = text.split(".");
  const offset = readNumber(first, 0);
  const length = second === undefined ? undefined : readNumber(second, 1);
  if (offset === undefined || rest.length > 0 || (second !== undefined && length === undefined))
    return undefined;
  return { offset, length };
}

/** Reads the parts of a checked URL. */
export function parse(url: Url): ImapParts {
  const { user, auth } = splitUserinfo(url);
  const { mailbox, parameters } = splitPath(url);
  const text = (name: ParameterName) => {
    const field = parameters.get(name);
    return field && decodeText(field.raw);
  };
  const number = (name: ParameterName) => {
    const digits = text(name);
    return digits === undefined ? undefined : Number(digits);
  };
  const name = resolveMailbox(mailbox);
  const partial = text("partial");
  const urlauth = parameters.get("urlauth");
  return {
    user: user && decodeText(user.raw),
    auth: auth && decodeText(auth.raw),
    mailbox: name === "" ? undefined : decodeText(name),
    uidValidity: number("uidValidity"),
    search: url.query === undefined ? undefined : decodeText(url.query),
    uid: number("uid"),
    section: text("section"),
    partial: partial === undefined ? undefined : readPartial(partial),
    expire: text("expire"),
    urlauth: urlauth === undefined ? undefined : readUrlauth(urlauth.raw),
  };
}

/**
 * Formats an imap URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: an empty mailbox or one with a dot segment, a field without the one that it needs,
 *   an invalid number; bad-userinfo: an empty user, an invalid mechanism; query-not-allowed; bad-host, bad-port.
 */
export function format(init: ImapInit): string {
  const { scheme = "imap", host, port } = init;
  const authority = formatAuthority({ host, port }).slice("//".length);
  return `${scheme}://${formatUserinfo(init)}${authority}${formatPath(init)}`;
}

function formatUserinfo({ user, auth }: Partial<ImapParts>): string {
  if (user === undefined && auth === undefined) return "";
  if (
    (user !== undefined && (typeof user !== "string" || user === "")) ||
    (auth !== undefined && (typeof auth !== "string" || !isMechanism(auth)))
  )
    throw refuse("bad-userinfo", "invalid login: expected a user, a mechanism, or both", "userinfo");
  return `${user === undefined ? "" : encodeText(user, USER)}${auth === undefined ? "" : `;AUTH=${auth}`}@`;
}

/** Rejects what a URL cannot contain, instead of dropping it. */
function formatPath(init: Partial<ImapParts>): string {
  const { mailbox, uidValidity, search, uid, section, partial, expire, urlauth } = init;
  if (mailbox === undefined) {
    const orphans = [uidValidity, search, uid, section, partial, expire, urlauth];
    if (orphans.some((each) => each !== undefined))
      throw refuse("bad-field", "a message, a search, or a parameter needs a mailbox");
    return "/";
  }
  if (typeof mailbox !== "string" || mailbox === "") throw refuse("bad-field", "missing mailbox");
  if (mailbox.split("/").some(isDotSegment))
    throw refuse("bad-field", 'a mailbox cannot have a segment "." or ".." in its name');
  const path = [`/${encodeMailbox(mailbox)}`, formatNumber("UIDVALIDITY", uidValidity, ";")];
  if (search !== undefined) {
    if (uid !== undefined)
      throw refuse("query-not-allowed", "a message and a search exclude each other", "query");
    if (typeof search !== "string" || search === "")
      throw refuse("bad-field", "missing search keys", "query");
  }
  if (uid === undefined) {
    if ([section, partial, expire, urlauth].some((each) => each !== undefined))
      throw refuse("bad-field", "a section, a range, or an authorization needs a UID");
    return `${path.join("")}${search === undefined ? "" : `?${encodeText(search, SEARCH)}`}`;
  }
  path.push(formatNumber("UID", uid, "/;"));
  if (section !== undefined) {
    if (typeof section !== "string" || section === "") throw refuse("bad-field", "missing section");
    path.push(`/;SECTION=${encodeText(section, MAILBOX).replace(/\/$/, "%2F")}`);
  }
  if (partial !== undefined) path.push(formatPartial(partial));
  if (expire !== undefined) {
    if (typeof expire !== "string" || !isDateTime(expire) || urlauth === undefined)
      throw refuse("bad-field", "invalid expire: expected a date, and an authorization");
    path.push(`;EXPIRE=${expire}`);
  }
  if (urlauth !== undefined) {
    const text = formatUrlauth(urlauth);
    if (text === undefined) throw refuse("bad-field", "invalid urlauth: expected access, mechanism, token");
    path.push(`;URLAUTH=${text}`);
  }
  return path.join("");
}

/** A "/" at the beginning would begin an authority, and one at the end would be read as that before a parameter. */
function encodeMailbox(mailbox: string): string {
  return encodeText(mailbox, MAILBOX).replace(/^\//, "%2F").replace(/\/$/, "%2F");
}

function formatNumber(label: string, value: number | undefined, before: string): string {
  if (value === undefined) return "";
  if (typeof value !== "number" || readNumber(String(value), 1) === undefined)
    throw refuse("bad-field", `invalid ${label}: expected 1 to ${MAX_NUMBER}`);
  return `${before}${label}=${value}`;
}

function formatPartial(partial: PartialRange): string {
  const { offset, length } = typeof partial === "object" && partial !== null ? partial : ({} as PartialRange);
  const isLength = length === undefined || (typeof length === "number" && readNumber(String(length), 1));
  if (typeof offset !== "number" || readNumber(String(offset), 0) === undefined || !isLength)
    throw refuse("bad-field", "invalid partial: expected an offset, and a length of at least 1");
  return `/;PARTIAL=${offset}${length === undefined ? "" : `.${length}`}`;
}

function refuse(code: ProblemCode, message: string, component: ProblemInit["component"] = "path"): Error {
  return syntaxError({ code, message, component, start: 0, end: 0, cite: CITE });
}

/**
 * The normal form: host in lower case, no default port, "/" after it, labels, section, and INBOX in upper case, no dot
 * segments, and few escapes. The mechanism keeps its case, because a generic parser reads it as part of the user.
 */
export function normalize(url: ImapUrl): string {
  const { scheme, parts } = url;
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT[scheme])}${formatPath({
    ...parts,
    mailbox: nameOf(parts),
    section: parts.section?.toUpperCase(),
    expire: parts.expire?.toUpperCase(),
    urlauth: parts.urlauth && normalizeUrlauth(parts.urlauth),
  })}`;
}

/** INBOX has no case (RFC 3501 §5.1). */
export function nameOf({ mailbox }: ImapParts): string | undefined {
  return mailbox !== undefined && /^inbox$/i.test(mailbox) ? "INBOX" : mailbox;
}

/**
 * A mechanism has no case. "If a user name is included with no authentication mechanism, then ";AUTH=*" is assumed"
 * (RFC 5092 §3.2).
 */
export function identify({ href, userinfo = "", parts: { user, auth }, offsets }: ImapUrl): string {
  if (auth === undefined) return href;
  const start = offsets.schemeEnd + "://".length;
  const isAssumed = user !== undefined && auth === "*";
  const login = formatUserinfo({ user, auth: isAssumed ? undefined : auth.toUpperCase() });
  return href.slice(0, start) + login + href.slice(start + userinfo.length + 1);
}
