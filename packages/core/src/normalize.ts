import { type CharSet, UNRESERVED } from "./charset.ts";
import { normalizeEscapes } from "./escape.ts";
import { formatIPv6, parseIPv6 } from "./host.ts";
import { recompose } from "./recompose.ts";
import type { Url } from "./url.ts";

/** What a scheme says that the normal form of every URL depends on. */
export interface NormalizeOptions {
  /** Are "." and ".." steps in a tree? */
  readonly hierarchical: boolean;
  readonly defaultPort: number | undefined;
  /** What an escape says no more than the character itself does. Default: RFC 3986's; UCHAR is RFC 1738's. */
  readonly unreserved?: CharSet;
}

/**
 * The normal form that holds for every scheme (RFC 3986 §6.2.2, and §6.2.3 for the port): case of scheme, host
 * and escapes, escapes of unreserved characters, IPv6 text, dot segments, the default port. Nothing else:
 * an escaped delimiter stays escaped, an empty query stays.
 */
export function normalizeGeneric(url: Url, options: NormalizeOptions): string {
  const { hierarchical, defaultPort, unreserved } = options;
  const escaped = normalizeEscapes(url.path, unreserved);
  const path = hierarchical ? removeDotSegments(escaped) : escaped;
  const { query, fragment } = url;
  const authority = normalizeAuthority(url, defaultPort, unreserved);
  return recompose(
    url.scheme,
    authority === "" ? undefined : authority.slice(2),
    path,
    query && normalizeEscapes(query, unreserved),
    fragment && normalizeEscapes(fragment, unreserved),
  );
}

/** "//", userinfo, host and port in normal form; "" without an authority. */
export function normalizeAuthority(
  url: Url,
  defaultPort: number | undefined,
  unreserved: CharSet = UNRESERVED,
): string {
  const { userinfo, host, port } = url;
  if (host === undefined) return "";
  const login = userinfo === undefined ? "" : `${normalizeEscapes(userinfo, unreserved)}@`;
  const digits = normalizePort(port, defaultPort);
  return `//${login}${normalizeHost(host, unreserved)}${digits === undefined ? "" : `:${digits}`}`;
}

/** Without leading zeros; `undefined` where none is given, an empty one, or the default. */
export function normalizePort(port: string | undefined, defaultPort: number | undefined): string | undefined {
  if (port === undefined || port === "") return undefined;
  const digits = port.replace(/^0+(?=.)/, "");
  return digits === String(defaultPort) ? undefined : digits;
}

/** A name in lower case, unreserved characters decoded; IPv6 as RFC 5952 writes it; IPv4 is normal as it is. */
export function normalizeHost(raw: string, unreserved: CharSet = UNRESERVED): string {
  if (raw.startsWith("[")) {
    const zone = raw.indexOf("%25");
    const octets = parseIPv6(raw.slice(1, zone < 0 ? -1 : zone));
    // An IPvFuture has no other normal form than its lower case.
    if (octets === undefined) return raw.toLowerCase();
    return `[${formatIPv6(octets)}${zone < 0 ? "" : normalizeEscapes(raw.slice(zone, -1))}]`;
  }
  // Lower case after decoding; never the hexadecimal digits of an escape that stays.
  return normalizeEscapes(raw, unreserved).replace(/%..|[A-Z]+/g, (run) =>
    run.startsWith("%") ? run : run.toLowerCase(),
  );
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
