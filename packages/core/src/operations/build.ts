import { PCHAR, QUERY, REG_NAME, USER_BARE } from "../syntax/charset.ts";
import { encodeText, requireList, requireText } from "../syntax/escape.ts";
import { ipLiteralProblem } from "../syntax/host.ts";
import { isPort } from "../syntax/ip-schemepart.ts";
import { composeError } from "../syntax/problems.ts";
import { composeAndParse } from "../syntax/recompose.ts";
import { parse } from "../syntax/reference.ts";

/** The decoded userinfo and the hostport of a URL to format. */
export interface AuthorityInit {
  /** Text that preserves bytes (see textOf); `undefined` and "" differ. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** As written in a URL: a name, an address, or an address in brackets. An invalid host is rejected, never encoded. */
  readonly host: string;
  /** 0–65535. */
  readonly port?: number | undefined;
}

/** The components of a URL to format, decoded except for `path`. */
export interface UrlInit extends Partial<AuthorityInit> {
  readonly scheme: string;
  /** Decoded segments. A "/" and other delimiters are encoded. With an authority, each segment gets a leading "/". */
  readonly segments?: readonly string[];
  /** An alternative to segments: a path as it appears in a URL, with its escapes. */
  readonly path?: string;
  readonly query?: string | undefined;
  readonly fragment?: string | undefined;
}

/**
 * Formats a URL by the generic syntax, escapes each component as needed, and parses the result before it returns.
 * Characters outside the grammar of scheme, host, and port are rejected, never encoded.
 *
 * @throws {UrlSyntaxError} bad-path: the path does not begin with "/" although there is an authority, or it contains
 *   "?" or "#"; password-without-user; missing-host; bad-host, bad-ip-literal, zone-id-not-allowed, bad-port,
 *   no-scheme, bad-scheme, illegal-character, bad-escape.
 */
export function build(init: UrlInit): string {
  const { scheme, host, query, fragment } = init;
  const hasHost = host !== undefined;
  const url = composeAndParse(
    {
      scheme,
      userinfo: formatUserinfo(init),
      host: hasHost ? checkHost(host) : undefined,
      port: formatPort(init.port),
      path: init.path ?? formatPathOption(init.segments ?? [], hasHost),
      query: query === undefined ? undefined : encodeText(query, QUERY),
      fragment: fragment === undefined ? undefined : encodeText(fragment, QUERY),
    },
    (text) => parse(text, { maxUrlLength: Number.POSITIVE_INFINITY }),
  );
  return url.href;
}

function formatPathOption(segments: readonly string[], hasAuthority: boolean): string {
  const path = requireList(segments, "segments")
    .map((segment) => encodeText(segment, PCHAR))
    .join("/");
  return hasAuthority && segments.length > 0 ? `/${path}` : path;
}

/** Returns "#" and the encoded fragment, or "" without a fragment. */
export function formatFragment(fragment: string | undefined): string {
  return fragment === undefined ? "" : `#${encodeText(requireText(fragment, "fragment"), QUERY)}`;
}

/**
 * Returns "//" and the encoded authority. A ":" in the password is encoded (RFC 1738 §3.1).
 *
 * @throws {UrlSyntaxError} password-without-user, missing-host, bad-host, bad-ip-literal, bad-port, illegal-character.
 */
export function formatAuthority({ user, password, host, port }: AuthorityInit): string {
  const userinfo = formatUserinfo({ user, password });
  const digits = formatPort(port);
  const login = userinfo === undefined ? "" : `${userinfo}@`;
  return `//${login}${checkHost(host)}${digits === undefined ? "" : `:${digits}`}`;
}

function formatUserinfo({ user, password }: Partial<AuthorityInit>): string | undefined {
  if (user === undefined) {
    if (password === undefined) return undefined;
    throw composeError("password-without-user", "userinfo", "a password requires a user", "RFC 1738 §3.1");
  }
  const secret = password === undefined ? "" : `:${encodeText(requireText(password, "password"), USER_BARE)}`;
  return encodeText(requireText(user, "user"), USER_BARE) + secret;
}

function formatPort(port: number | undefined): string | undefined {
  if (!isPort(port)) {
    throw composeError(
      "bad-port",
      "port",
      "invalid port: expected a whole number from 0 to 65535",
      "RFC 6335 §6",
    );
  }
  return port === undefined ? undefined : String(port);
}

/** JavaScript callers may leave it out, or pass anything. */
function checkHost(host: string): string {
  if (host === undefined) throw composeError("missing-host", "host", "missing host", "RFC 3986 §3.2.2");
  if (typeof host === "string" && host.startsWith("[") && host.endsWith("]")) {
    const code = ipLiteralProblem(host.slice(1, -1));
    if (code !== undefined)
      throw composeError(code, "host", "invalid IP literal in the brackets", "RFC 3986 §3.2.2");
  } else if (typeof host !== "string" || !REG_NAME.covers(host.replace(/%[0-9A-Fa-f]{2}/g, ""))) {
    throw composeError(
      "bad-host",
      "host",
      "invalid host: expected a name, or an address in brackets",
      "RFC 3986 §3.2.2",
    );
  }
  return host;
}
