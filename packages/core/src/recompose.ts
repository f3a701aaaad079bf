import { type Component, type ProblemCode, syntaxError, type UrlSyntaxError } from "./problems.ts";
import type { Reference, Url, UrlChange } from "./url.ts";

/** The components of a URL to be put together, raw. */
export type RawComponents = Pick<Reference, "userinfo" | "host" | "port" | "path" | "query" | "fragment"> & {
  readonly scheme: string;
};

/**
 * Component Recomposition (RFC 3986 §5.3), with the guard that §3.3 asks for: without an authority no path may begin
 * with "//".
 */
export function recompose(
  scheme: string,
  authority: string | undefined,
  path: string,
  query: string | undefined,
  fragment: string | undefined,
): string {
  return (
    `${scheme}:${authority === undefined ? "" : `//${authority}`}${guardPath(path, authority !== undefined)}` +
    `${query === undefined ? "" : `?${query}`}${fragment === undefined ? "" : `#${fragment}`}`
  );
}

/** As {@link recompose}, from the pieces of the authority. */
export function textOf({ scheme, userinfo, host, port, path, query, fragment }: RawComponents): string {
  const login = userinfo === undefined ? "" : `${userinfo}@`;
  const authority = host === undefined ? undefined : `${login}${host}${port === undefined ? "" : `:${port}`}`;
  return recompose(scheme, authority, path, query, fragment);
}

/**
 * A path without an authority must not begin with "//", or it would be read as one (RFC 3986 §3.3). "/." in
 * front keeps it a path.
 */
export function guardPath(path: string, hasAuthority: boolean): string {
  return !hasAuthority && path.startsWith("//") ? `/.${path}` : path;
}

/**
 * Puts raw components together, and reads them back by `read`: a delimiter in one of them would have made another URL.
 *
 * @throws {UrlSyntaxError} missing-host: a user or a port without a host; bad-path, bad-userinfo, bad-host …: a component
 *   that is read back as another; what `read` throws.
 */
export function compose(wanted: RawComponents, read: (text: string) => Url): Url {
  const { scheme, userinfo, host, port, path, query, fragment } = wanted;
  if (host === undefined && (userinfo ?? port) !== undefined)
    throw refused(
      "missing-host",
      "host",
      "a user, a password or a port stands beside a host",
      "RFC 3986 §3.2",
    );
  const hasHost = host !== undefined;
  if (hasHost && path !== "" && !path.startsWith("/"))
    throw refused("bad-path", "path", 'a path beside an authority begins with "/"', "RFC 3986 §3.3");
  const url = read(textOf(wanted));
  const expected: RawComponents = {
    ...{ scheme: scheme.toLowerCase(), userinfo, host, port, query, fragment },
    path: guardPath(path, hasHost),
  };
  for (const [name, code] of CODES) {
    if (url[name] !== expected[name])
      throw refused(code, name, `no ${name} holds a delimiter of the next one`, "RFC 3986 §3");
  }
  return url;
}

const CODES: readonly (readonly [keyof RawComponents & Component, ProblemCode])[] = [
  ["scheme", "bad-scheme"],
  ["userinfo", "bad-userinfo"],
  ["host", "bad-host"],
  ["port", "bad-port"],
  ["path", "bad-path"],
  ["query", "illegal-character"],
  ["fragment", "illegal-character"],
];

/**
 * The components of `url` with those of `change` in their place: what `url.with` means.
 *
 * @throws {UrlSyntaxError} password-without-user.
 */
export function changed(url: Url, change: UrlChange): RawComponents {
  const { scheme, userinfo, host, port, path, query, fragment } = url;
  const next = { scheme, userinfo, host, port, path, query, fragment, ...change };
  if ("user" in change || "password" in change) {
    const { user, password } = { user: url.user, password: url.password, ...change };
    if (user === undefined && password !== undefined)
      throw refused("password-without-user", "userinfo", "a password belongs to a user", "RFC 1738 §3.1");
    // A ":" in it would begin the password.
    if (user?.includes(":"))
      throw refused("bad-userinfo", "userinfo", 'a user holds no ":"', "RFC 1738 §3.1");
    next.userinfo = password === undefined ? user : `${user}:${password}`;
  }
  return { ...next, port: next.port === undefined ? undefined : String(next.port) };
}

/** The error for components that cannot be written: there is no text yet for it to have a place in. */
export function refused(
  code: ProblemCode,
  component: Component,
  message: string,
  cite: string,
): UrlSyntaxError {
  return syntaxError({ code, component, message, cite, start: 0, end: 0 });
}
