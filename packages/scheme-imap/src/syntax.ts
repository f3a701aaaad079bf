import {
  type AuthorityInit,
  checkHostport,
  decodeText,
  type ProblemInit,
  type Report,
  refuseComponent,
  removeDotSegments,
  type Url,
  warnAboutControls,
} from "@anyurl/core";
import { isDateTime, type PartialRange, readNumber, readPartial } from "./fields.ts";
import { type ParameterName, type RawField, splitPath, splitUserinfo } from "./split.ts";
import { readUrlauth, type UrlAuth } from "./urlauth.ts";

/*
 * imapurl      = "imap://" [ iuserinfo "@" ] host [ ":" port ] [ "/" [ imessagelist / imessagepart [ iurlauth ] ] ]
 * iuserinfo    = enc-user [ ";AUTH=" ( "*" / enc-auth-type ) ] / [ enc-user ] ";AUTH=" ( "*" / enc-auth-type )
 * imessagelist = enc-mailbox [ ";UIDVALIDITY=" nz-number ] [ "?" enc-search ]
 * imessagepart = enc-mailbox [ ";UIDVALIDITY=" nz-number ] "/;UID=" nz-number [ "/;SECTION=" enc-section ]
 *                [ "/;PARTIAL=" number [ "." nz-number ] ]
 * iurlauth     = [ ";EXPIRE=" date-time ] ";URLAUTH=" access ":" mechanism ":" token        (RFC 5092 §11)
 */

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

export const CITE = "RFC 5092 §11";

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
  const { pathStart, pathEnd, hostStart } = url.offsets;
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
  refuseComponent(url, "fragment", report, {
    message: "an imap URL cannot have a fragment",
    hint: 'remove the "#" and the text after it',
    cite: CITE,
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
