import { type CharSet, UNRESERVED } from "./charset.ts";
import { normalizeEscapes } from "./escape.ts";
import { formatIPv6, parseIPv6 } from "./host.ts";
import { recompose } from "./recompose.ts";
import { isPlain, type Url } from "./url.ts";

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
  const { hierarchical, defaultPort, unreserved = UNRESERVED } = options;
  const { path } = url;
  if (unreserved === UNRESERVED && isPlain(url) && !(hierarchical && mayHaveDots(path))) {
    // Nothing in front of the path is to be changed, unless by an escape: what is left to see to are those.
    const { href } = url;
    const first = href.indexOf("%");
    if (first < 0) return href;
    if (first >= url.offsets.pathStart) return normalizeEscapes(href);
  }
  const { query, fragment } = url;
  const escaped = normalizeEscapes(path, unreserved);
  const authority = normalizeAuthority(url, defaultPort, unreserved);
  return recompose(
    url.scheme,
    authority === "" ? undefined : authority.slice(2),
    hierarchical ? removeDotSegments(escaped) : escaped,
    query && normalizeEscapes(query, unreserved),
    fragment && normalizeEscapes(fragment, unreserved),
  );
}

/** Is a raw segment "." or "..", each dot perhaps an escape (RFC 3986 §3.3, §6.2.2.3)? */
export function isDotSegment(segment: string): boolean {
  return segment.length < 7 && /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** May there be dot segments, once the escapes are in normal form? */
function mayHaveDots(path: string): boolean {
  return hasDotSegments(path) || path.includes("%2e") || path.includes("%2E");
}

/** May "." or ".." be a whole segment? A look at what they begin with. */
function hasDotSegments(path: string): boolean {
  return path.startsWith(".") || path.includes("/.");
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
  if (!hasDotSegments(path)) return path;
  const rooted = path.startsWith("/");
  let leading = rooted ? "/" : "";
  const kept: string[] = [];
  for (let start = leading.length, end = 0; end < path.length; start = end + 1) {
    end = path.indexOf("/", start);
    if (end < 0) end = path.length;
    const segment = path.slice(start, end);
    if (segment !== "." && segment !== "..") {
      kept.push(segment);
      continue;
    }
    // Above a rootless path's first segment, §5.2.4 leaves the slash that followed.
    if (segment === ".." && kept.pop() !== undefined && kept.length === 0) leading = "/";
    if (end === path.length && (kept.length > 0 || leading !== "")) kept.push("");
  }
  return leading + kept.join("/");
}
