import { composeError } from "./problems.ts";
import type { Reference, Url, UrlChange } from "./url.ts";

/** The raw components of a URL to recompose. */
export type RawComponents = Pick<Reference, "userinfo" | "host" | "port" | "path" | "query" | "fragment"> & {
  readonly scheme: string;
};

/**
 * Component Recomposition (RFC 3986 §5.3), with the guard of §3.3: without an authority a path must not begin with
 * "//".
 */
export function joinComponents({
  scheme,
  userinfo,
  host,
  port,
  path,
  query,
  fragment,
}: RawComponents): string {
  const login = userinfo === undefined ? "" : `${userinfo}@`;
  const authority = host === undefined ? "" : `//${login}${host}${port === undefined ? "" : `:${port}`}`;
  return (
    `${scheme}:${authority}${guardPath(path, host !== undefined)}` +
    `${query === undefined ? "" : `?${query}`}${fragment === undefined ? "" : `#${fragment}`}`
  );
}

/**
 * Guards a path without an authority: one that begins with "//" would be parsed as an authority (RFC 3986 §3.3). A
 * leading "/." keeps it a path.
 */
export function guardPath(path: string, hasAuthority: boolean): string {
  return !hasAuthority && path.startsWith("//") ? `/.${path}` : path;
}

/** In the order of the text. */
export const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;

/** Returns the raw components of a URL, with the scheme as written: recomposition must not change its case. */
export function getComponents(url: Reference): RawComponents {
  const { href, offsets, userinfo, host, port, path, query, fragment } = url;
  return { scheme: href.slice(0, offsets.schemeEnd), userinfo, host, port, path, query, fragment };
}

/**
 * Joins raw components and parses the result with `read`, because a delimiter in a component would produce another URL.
 *
 * @throws {UrlSyntaxError} missing-host: a user or a port without a host; bad-path, bad-userinfo, bad-host …: a
 *   component that is parsed differently; what `read` throws.
 */
export function composeAndParse(wanted: RawComponents, read: (text: string) => Url): Url {
  const { userinfo, host, port, path } = wanted;
  const hasHost = host !== undefined;
  if (!hasHost && (userinfo ?? port) !== undefined)
    throw composeError("missing-host", "host", "missing host: a user, password, or port requires one");
  if (hasHost && path !== "" && !path.startsWith("/"))
    throw composeError("bad-path", "path", 'invalid path: with an authority it must begin with "/"');
  const url = read(joinComponents(wanted));
  const found = getComponents(url);
  for (const name of COMPONENTS) {
    if (found[name] === (name === "path" ? guardPath(path, hasHost) : wanted[name])) continue;
    const code = name === "query" || name === "fragment" ? "illegal-character" : (`bad-${name}` as const);
    throw composeError(code, name, `the ${name} contains a delimiter of the next component`);
  }
  return url;
}

/**
 * Returns the components of `url` with those of `change`, for `url.with`.
 *
 * @throws {UrlSyntaxError} password-without-user.
 */
export function withComponents(url: Url, change: UrlChange): RawComponents {
  const next = { ...getComponents(url), ...change };
  const { user, password } = { user: url.user, password: url.password, ...change };
  if ("user" in change || "password" in change) {
    if (user === undefined && password !== undefined)
      throw composeError("password-without-user", "userinfo", "a password requires a user");
    // A ":" in it would start the password.
    if (user?.includes(":")) throw composeError("bad-userinfo", "userinfo", 'the user contains a ":"');
    next.userinfo = password === undefined ? user : `${user}:${password}`;
  }
  return { ...next, port: next.port === undefined ? undefined : String(next.port) };
}
