import {
  type CharSet,
  encodeText,
  formatAuthority,
  isDotSegment,
  normalizeAuthority,
  PATH,
  type ProblemCode,
  type ProblemInit,
  syntaxError,
  USER_BARE,
} from "@anyurl/core";
import { isDateTime, isMechanism, MAX_NUMBER, type PartialRange, readNumber } from "./fields.ts";
import { CITE, DEFAULT_PORT, type ImapInit, type ImapParts, type ImapUrl } from "./syntax.ts";
import { formatUrlauth, normalizeUrlauth } from "./urlauth.ts";

/** A ";" begins a parameter (bchar). */
const MAILBOX: CharSet = /* @__PURE__ */ PATH.without(";");
const SEARCH: CharSet = MAILBOX;
const USER: CharSet = /* @__PURE__ */ USER_BARE.without(";");

/**
 * Formats an imap URL. The inverse of `parse`.
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
    (auth !== undefined && auth !== "*" && (typeof auth !== "string" || !isMechanism(auth)))
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
