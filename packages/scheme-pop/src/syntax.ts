import {
  type AuthorityInit,
  type CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  normalizeAuthority,
  type ProblemInit,
  type Report,
  syntaxError,
  type Url,
  USER_BARE,
} from "@anyurl/core";

/*
 * pop-url   = "pop://" [ enc-user [ ";AUTH=" ( "*" / enc-auth-type ) ] "@" ] hostport
 * enc-auth-type: the name of a SASL mechanism, or "+" and "APOP" or that of an extension          (RFC 2384 §8)
 */

/** The decoded parts of a pop URL. Host and port are in the generic URL. */
export interface PopParts {
  /** The mailbox, without the mechanism. `undefined`: the user is asked for. */
  readonly user: string | undefined;
  /** The mechanism of the login, as written: "*", "+APOP", or the name of a SASL mechanism. */
  readonly auth: string | undefined;
}

/** The input of `format`. */
export interface PopInit extends Omit<AuthorityInit, "user" | "password">, Partial<PopParts> {
  /** Default "pop". */
  readonly scheme?: PopName;
}

export type PopName = "pop" | "pops";
export type PopUrl = Url<PopName, PopParts>;

export const DEFAULT_PORT: Readonly<Record<PopName, number>> = { pop: 110, pops: 995 };

const CITE = "RFC 2384 §8";
const USER: CharSet = /* @__PURE__ */ USER_BARE.without(";");

/** A raw field, and its range in the text of the URL. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** The raw user, and the raw mechanism with its label, split at the first ";". */
export function splitUserinfo({ userinfo, offsets }: Url): { user?: RawField; auth?: RawField } {
  if (userinfo === undefined) return {};
  const start = offsets.schemeEnd + "://".length;
  const semicolon = userinfo.indexOf(";");
  const userEnd = semicolon < 0 ? userinfo.length : semicolon;
  const user = { raw: userinfo.slice(0, userEnd), start, end: start + userEnd };
  if (semicolon < 0) return { user };
  const raw = userinfo.slice(semicolon + 1);
  return { user, auth: { raw, start: start + semicolon + 1, end: start + userinfo.length } };
}

/** Returns the mechanism of ";AUTH="; `undefined`: it is not valid. */
function readAuth(raw: string): string | undefined {
  const equals = raw.indexOf("=");
  if (equals < 0 || decodeText(raw.slice(0, equals)).toUpperCase() !== "AUTH") return undefined;
  const value = raw.slice(equals + 1);
  const auth = value === "*" ? value : decodeText(value);
  // "*" is a mechanism only if it is not escaped.
  return isMechanism(auth) && (auth !== "*" || value === "*") ? auth : undefined;
}

/** Names of RFC 4422 §3.1; extensions have no syntax of their own. */
function isMechanism(auth: string): boolean {
  return auth === "*" || /^\+?[A-Za-z0-9_-]{1,20}$/.test(auth);
}

/**
 * Checks a pop URL, with the same result in every profile.
 *
 * Reports bad-userinfo, path-not-allowed, query-not-allowed, fragment-not-allowed; missing-authority, missing-host,
 * bad-host, bad-port; and as a warning control-octet.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { pathStart, pathEnd, queryEnd, hostStart } = url.offsets;
  if (hostStart < 0) return;
  checkUserinfo(url, report);
  const refuse = (component: "path" | "query" | "fragment", start: number, end: number) =>
    report({
      ...{ code: `${component}-not-allowed`, component, start, end, cite: CITE },
      message: `a pop URL cannot have a ${component}`,
      hint: component === "path" ? "a URL names a mailbox: remove the path" : "remove it",
    });
  if (url.path !== "" && url.path !== "/") refuse("path", pathStart, pathEnd);
  if (url.query !== undefined) refuse("query", pathEnd, queryEnd);
  if (url.fragment !== undefined) refuse("fragment", queryEnd, queryEnd + 1 + url.fragment.length);
}

function checkUserinfo(url: Url, report: Report): void {
  const { user, auth } = splitUserinfo(url);
  if (user === undefined) return;
  const end = url.offsets.hostStart - 1;
  const init = { code: "bad-userinfo", component: "userinfo", start: user.start, end, cite: CITE } as const;
  if (url.userinfo?.includes(":"))
    report({ ...init, message: "a pop URL cannot have a password", hint: "remove it; you are asked for it" });
  else if (user.raw === "")
    report({ ...init, message: "missing user", hint: 'write a user before the ";" or the "@"' });
  else if (auth !== undefined && readAuth(auth.raw) === undefined)
    report({
      ...{ ...init, start: user.end },
      message: "invalid mechanism",
      hint: 'write ";AUTH=" and "*", "+APOP", or a SASL mechanism; write "%3B" for a ";" in the user',
    });
}

/** Reads the parts of a checked URL. */
export function parse(url: Url): PopParts {
  const { user, auth } = splitUserinfo(url);
  return { user: user && decodeText(user.raw), auth: auth && readAuth(auth.raw) };
}

/**
 * Formats a pop URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-userinfo: an empty user, an invalid mechanism, or one without a user; bad-host, bad-port.
 */
export function format(init: PopInit): string {
  const { scheme = "pop", host, port } = init;
  const authority = formatAuthority({ host, port }).slice("//".length);
  return `${scheme}://${formatUserinfo(init)}${authority}`;
}

function formatUserinfo({ user, auth }: Partial<PopParts>): string {
  if (user === undefined && auth === undefined) return "";
  const isAuth = auth === undefined || (typeof auth === "string" && isMechanism(auth));
  if (typeof user !== "string" || user === "" || !isAuth) throw syntaxError(LOGIN_PROBLEM);
  return `${encodeText(user, USER)}${auth === undefined ? "" : `;AUTH=${auth}`}@`;
}

const LOGIN_PROBLEM: ProblemInit = {
  ...{ code: "bad-userinfo", component: "userinfo", start: 0, end: 0, cite: CITE },
  message: 'invalid login: expected a user, and "*", "+APOP", or a SASL mechanism',
};

/** The normal form: host in lower case, no default port, no path. */
export function normalize(url: PopUrl): string {
  return `${url.scheme}:${normalizeAuthority(url, DEFAULT_PORT[url.scheme])}`;
}

/** A mechanism has no case, and a user without one has ";AUTH=*" (RFC 2384 §4). */
export function identify({ href, userinfo = "", parts: { user, auth }, offsets }: PopUrl): string {
  if (auth === undefined) return href;
  const start = offsets.schemeEnd + "://".length;
  const login = formatUserinfo({ user, auth: auth === "*" ? undefined : auth.toUpperCase() });
  return href.slice(0, start) + login + href.slice(start + userinfo.length + 1);
}
