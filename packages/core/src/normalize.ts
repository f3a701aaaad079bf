import { UNRESERVED } from "./charset.ts";
import { encodeText, normalizeEscapes } from "./escape.ts";
import { formatIPv6, hostOf } from "./host.ts";
import { portOf } from "./ip-schemepart.ts";
import type { Url } from "./url.ts";

/** What a scheme says that the normal form of every URL depends on. */
export interface NormalizeOptions {
  /** Are "." and ".." steps in a tree? */
  readonly hierarchical: boolean;
  readonly defaultPort: number | undefined;
}

/**
 * The normal form that holds for every scheme (RFC 3986 §6.2.2, and §6.2.3 for the port): case of scheme, host
 * and escapes, escapes of unreserved characters, IPv6 text, dot segments, the default port. Nothing else:
 * an escaped delimiter stays escaped, an empty query stays.
 */
export function normalizeGeneric(url: Url, { hierarchical, defaultPort }: NormalizeOptions): string {
  const escaped = normalizeEscapes(url.path);
  const path = hierarchical ? removeDotSegments(escaped) : escaped;
  const query = url.query === undefined ? "" : `?${normalizeEscapes(url.query)}`;
  const fragment = url.fragment === undefined ? "" : `#${normalizeEscapes(url.fragment)}`;
  const front = `${url.scheme}:${normalizeAuthority(url, defaultPort)}`;
  return front + guardPath(path, url.authority !== undefined) + query + fragment;
}

/** "//", userinfo, host and port in normal form; "" without an authority. */
export function normalizeAuthority(url: Url, defaultPort: number | undefined): string {
  const { userinfo, host, port } = url;
  if (host === undefined) return "";
  const login = userinfo === undefined ? "" : `${normalizeEscapes(userinfo)}@`;
  const value = portOf(port);
  return `//${login}${normalizeHost(host)}${value === undefined || value === defaultPort ? "" : `:${value}`}`;
}

/** A name in lower case, unreserved characters decoded; IPv6 as RFC 5952 writes it; IPv4 is normal as it is. */
export function normalizeHost(raw: string): string {
  const host = hostOf(raw);
  if (host.kind === "ipv6") {
    return `[${formatIPv6(host.octets)}${host.zone === undefined ? "" : `%25${encodeText(host.zone, UNRESERVED)}`}]`;
  }
  if (host.kind === "ipvfuture") return raw.toLowerCase();
  // Lower case after decoding; never the hexadecimal digits of an escape that stays.
  return normalizeEscapes(raw).replace(/%[0-9A-F]{2}|[A-Z]+/g, (run) =>
    run.startsWith("%") ? run : run.toLowerCase(),
  );
}

/**
 * A path without an authority must not begin with "//", or it would be read as one (RFC 3986 §3.3). "/." in
 * front keeps it a path.
 */
export function guardPath(path: string, hasAuthority: boolean): string {
  return !hasAuthority && path.startsWith("//") ? `/.${path}` : path;
}

/**
 * remove_dot_segments (RFC 3986 §5.2.4), on a path whose unreserved escapes have been decoded, in one pass.
 */
export function removeDotSegments(path: string): string {
  if (!path.includes(".")) return path;
  const rooted = path.startsWith("/");
  const segments = path.split("/");
  if (rooted) segments.shift();
  const kept: string[] = [];
  let leading = rooted ? "/" : "";
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1;
    if (segment === "..") {
      // Above a rootless path's first segment, §5.2.4 leaves the slash that followed.
      if (kept.pop() !== undefined && kept.length === 0) leading = "/";
      if (last && (kept.length > 0 || leading !== "")) kept.push("");
    } else if (segment === ".") {
      if (last && (kept.length > 0 || leading !== "")) kept.push("");
    } else kept.push(segment);
  });
  return leading + kept.join("/");
}
