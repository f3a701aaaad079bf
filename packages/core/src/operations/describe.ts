import { decodeText } from "../syntax/escape.ts";
import type { Host } from "../syntax/host.ts";
import { parseLogin, parsePort } from "../syntax/ip-schemepart.ts";
import type { Url } from "../syntax/url.ts";

/** A range of a URL and its meaning: the result of `describe`, which `explain` draws. */
export interface Part {
  /** The RFC's term, for example "host", "cwds[0]", "typecode". */
  readonly name: string;
  /** UTF-16 code units of the URL's text, [start, end). Empty for an implicit part. */
  readonly start: number;
  readonly end: number;
  /** Decoded; "***" for a secret. */
  readonly value: string;
  readonly secret?: boolean;
  /** The meaning in a few words. */
  readonly meaning: string;
  /** The rule, for example "RFC 1738 §3.2.2". */
  readonly cite: string;
}

/**
 * Returns a function that describes a range of a URL. The value is the range, decoded, and the rule is `cite`, unless
 * others are given.
 */
export function createPart(
  { href }: Pick<Url, "href">,
  cite: string,
): (
  name: string,
  range: readonly [start: number, end: number],
  meaning: string,
  other?: Partial<Pick<Part, "value" | "secret" | "cite">>,
) => Part {
  return (name, [start, end], meaning, other = {}) => {
    const { value = decodeText(href.slice(start, end)) } = other;
    return { name, start, end, meaning, cite, ...other, value };
  };
}

/** Describes the parts that every URL has by the generic syntax, for an unknown scheme. */
export function describeGeneric(url: Url): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const part = createPart(url, "RFC 3986 §3.3");
  const parts = [...describeAuthority(url, undefined)];
  if (url.path !== "") parts.push(part("path", [pathStart, pathEnd], "the path of the resource"));
  if (url.query !== undefined)
    parts.push(part("query", [pathEnd + 1, queryEnd], "additional data", { cite: "RFC 3986 §3.4" }));
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** Describes the fragment. It belongs to the reference and not to the resource (RFC 3986 §3.5). */
export function describeFragment(url: Url): Part {
  const start = url.offsets.queryEnd + 1;
  const end = start + (url.fragment ?? "").length;
  return createPart(url, "RFC 3986 §3.5")(
    "fragment",
    [start, end],
    "a position within the resource; never sent",
  );
}

/** Describes the scheme and the authority. A password is masked. */
export function describeAuthority(url: Url, defaultPort: number | undefined): readonly Part[] {
  const { schemeEnd, hostStart, hostEnd, pathStart } = url.offsets;
  const { scheme, user, password, port } = url;
  const part = createPart(url, "RFC 1738 §3.1");
  const parts = [
    part("scheme", [0, schemeEnd], "how to read the rest", { value: scheme, cite: "RFC 3986 §3.1" }),
  ];
  if (hostStart < 0) return parts;
  let at = schemeEnd + 3;
  if (user !== undefined) {
    const meaning =
      user === "" ? "an empty user name, which differs from a missing one" : "the name to log in with";
    parts.push(part("user", [at, at + user.length], meaning));
    at += user.length + 1;
  }
  if (password !== undefined) {
    const meaning = password === "" ? "an empty password" : "a password in plain text";
    const value = password === "" ? "" : "***";
    parts.push(part("password", [at, at + password.length], meaning, { value, secret: true }));
  }
  const { hostname: value, host } = parseLogin(url, 0);
  const meaning = HOST_MEANING[host.kind];
  parts.push(part("host", [hostStart, hostEnd], meaning, { value, cite: "RFC 3986 §3.2.2" }));
  if (port !== undefined)
    parts.push(
      part("port", [hostEnd + 1, pathStart], describePort(port, defaultPort), { cite: "RFC 3986 §3.2.3" }),
    );
  return parts;
}

function describePort(text: string, defaultPort: number | undefined): string {
  const port = parsePort(text);
  if (port === undefined) return "an empty port: the default applies";
  return port === defaultPort ? "the scheme's default port" : "the port";
}

const HOST_MEANING: Readonly<Record<Host["kind"], string>> = {
  name: "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  ipvfuture: "an address of a future version of IP; no connection is possible",
  empty: "an empty host",
};
