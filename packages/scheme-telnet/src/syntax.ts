import {
  type AuthorityInit,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeEscapes,
  type Report,
  refuseComponent,
  type Url,
  USER_BARE,
} from "@anyurl/core";

/*
 * telneturl = "telnet://" login [ "/" ]                              (RFC 1738 §5, RFC 4248 §2)
 */

/** A telnet URL has no parts of its own: user, password, host, and port are in the generic URL. */
export type TelnetParts = Readonly<Record<never, never>>;

/** The input of `format`. */
export interface TelnetInit extends AuthorityInit {
  /** Default "telnet". */
  readonly scheme?: TelnetName;
  readonly fragment?: string | undefined;
}

export type TelnetName = "telnet" | "telnets";
export type TelnetUrl = Url<TelnetName, TelnetParts>;

export const DEFAULT_PORT: Readonly<Record<TelnetName, number>> = { telnet: 23, telnets: 992 };

const CITE = "RFC 4248 §2";

/**
 * Checks `telnet://<user>:<password>@<host>:<port>/`, with the same result in every profile.
 *
 * Reports path-not-allowed, query-not-allowed; missing-authority, missing-host, bad-host, bad-port; and as warnings
 * control-octet, deprecated-password.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { hostStart, pathStart, pathEnd } = url.offsets;
  // Without an authority, report only that: the rest was probably meant to be one.
  if (hostStart < 0) return;
  if (pathEnd > pathStart + 1) {
    report({
      code: "path-not-allowed",
      message: "a telnet URL cannot have a path",
      component: "path",
      start: pathStart + 1,
      end: pathEnd,
      hint: 'remove everything after the "/"',
      cite: CITE,
    });
  }
  refuseComponent(url, "query", report, {
    message: "a telnet URL cannot have a query",
    hint: 'remove it, or use "%3F" for a "?" in the user or password',
    cite: CITE,
  });
}

/** A telnet URL has no fields besides those of the generic syntax. */
export function parse(): TelnetParts {
  return {};
}

/**
 * Formats a telnet URL, with the optional "/". The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} password-without-user, bad-host, bad-port.
 */
export function format(init: TelnetInit): string {
  return `${init.scheme ?? "telnet"}:${formatAuthority(init)}/${formatFragment(init.fragment)}`;
}

/**
 * The normal form: host in lower case, no default port, "/" at the end. Sub-delims are data in this login, so "%21" and
 * "!" are the same; the four kinds of userinfo stay different.
 */
export function normalize(url: TelnetUrl): string {
  const { scheme, fragment } = url;
  const authority = normalizeAuthority(url, DEFAULT_PORT[scheme]);
  const hostport = authority.slice(Math.max(2, authority.indexOf("@") + 1));
  const end = fragment === undefined ? "/" : `/#${normalizeEscapes(fragment)}`;
  return `${scheme}://${formatNormalLogin(url)}${hostport}${end}`;
}

/** Formats `user [ ":" password ] "@"`; "" without a user. */
function formatNormalLogin({ user, password }: Url): string {
  if (user === undefined) return "";
  const each = (raw: string) => encodeText(decodeText(raw), USER_BARE);
  return `${each(user)}${password === undefined ? "" : `:${each(password)}`}@`;
}
