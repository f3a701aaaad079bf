import {
  type AuthorityInit,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  normalizeAuthority,
  type Report,
  refuseComponent,
  type Url,
  USER_BARE,
} from "@anyurl/core";

/*
 * tn3270-uri = "tn3270:" "//" authority ["/"]                         (RFC 6270 §2.1)
 */

/** A tn3270 URL has no parts of its own: user, password, host, and port are in the generic URL. */
export type Tn3270Parts = Readonly<Record<never, never>>;

/** The input of `format`. */
export type Tn3270Init = AuthorityInit;

export type Tn3270Url = Url<"tn3270", Tn3270Parts>;

/** "If it is absent, the default port SHALL be 23" (RFC 6270 §2.2). */
export const DEFAULT_PORT = 23;

const CITE = "RFC 6270 §2.1";

/**
 * Checks `tn3270://<userinfo>@<host>:<port>/`.
 *
 * Reports path-not-allowed, query-not-allowed, fragment-not-allowed; missing-authority, missing-host, bad-host, bad-port;
 * and as warnings control-octet, deprecated-password.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { hostStart, pathStart, pathEnd } = url.offsets;
  // Without an authority, report only that: the rest was probably meant to be one.
  if (hostStart < 0) return;
  if (pathEnd > pathStart + 1)
    report({
      code: "path-not-allowed",
      message: "a tn3270 URL cannot have a path",
      component: "path",
      start: pathStart + 1,
      end: pathEnd,
      hint: 'remove everything after the "/"; a logical unit is the option lu',
      cite: CITE,
    });
  refuseComponent(url, "query", report, {
    message: "a tn3270 URL cannot have a query",
    hint: 'remove it, or use "%3F" for a "?" in the user or password',
    cite: CITE,
  });
  refuseComponent(url, "fragment", report, {
    message: "a tn3270 URL cannot have a fragment",
    hint: 'remove the "#" and the text after it',
    cite: CITE,
  });
}

/** A tn3270 URL has no fields besides those of the generic syntax. */
export function parse(): Tn3270Parts {
  return {};
}

/**
 * Formats a tn3270 URL, with the optional "/". The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} password-without-user, bad-host, bad-port.
 */
export function format(init: Tn3270Init): string {
  return `tn3270:${formatAuthority(init)}/`;
}

/**
 * The normal form: host in lower case, no default port, "/" at the end. Sub-delims are data in this userinfo, so "%21"
 * and "!" are the same; the four kinds of userinfo stay different.
 */
export function normalize(url: Tn3270Url): string {
  const authority = normalizeAuthority(url, DEFAULT_PORT);
  const hostport = authority.slice(Math.max(2, authority.indexOf("@") + 1));
  return `tn3270://${formatNormalLogin(url)}${hostport}/`;
}

/** Formats `user [ ":" password ] "@"`; "" without a user. */
function formatNormalLogin({ user, password }: Url): string {
  if (user === undefined) return "";
  const each = (raw: string) => encodeText(decodeText(raw), USER_BARE);
  return `${each(user)}${password === undefined ? "" : `:${each(password)}`}@`;
}
