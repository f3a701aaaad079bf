import { type CharSet, UNRESERVED } from "./charset.ts";
import { escapeAt, normalizeEscapes } from "./escape.ts";
import { formatIPv6, parseIPv6 } from "./host.ts";
import { guardPath } from "./recompose.ts";
import { isPlain, type Url } from "./url.ts";

const PERCENT = 0x25;
const DOT = 0x2e;

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
  const { href } = url;
  const { hostStart, pathStart } = url.offsets;
  const percent = href.indexOf("%");
  // In front of the path nothing is to be changed but, perhaps, an escape: a look has shown so.
  const isNormal = isPlain(url) && (percent < 0 || percent >= pathStart);
  const rest = href.slice(pathStart);
  // Path, query and fragment in one: an escape that goes is of no character that divides them.
  let normal = percent < 0 ? rest : normalizeEscapes(rest, unreserved);
  if (hierarchical && hasDotSegments(normal)) {
    const end = endOfPath(normal);
    normal = removeDotSegments(normal.slice(0, end)) + normal.slice(end);
  }
  if (isNormal && normal === rest) return href;
  const front = isNormal
    ? href.slice(0, pathStart)
    : `${url.scheme}:${normalizeAuthority(url, defaultPort, unreserved)}`;
  return front + guardPath(normal, hostStart >= 0);
}

/** Where "?" or "#" ends the path with which a text begins. */
function endOfPath(text: string): number {
  const query = text.indexOf("?");
  const fragment = text.indexOf("#");
  if (fragment < 0) return query < 0 ? text.length : query;
  return query < 0 || fragment < query ? fragment : query;
}

/** Is a raw segment "." or "..", each dot perhaps an escape (RFC 3986 §3.3, §6.2.2.3)? */
export function isDotSegment(segment: string): boolean {
  return dotsIn(segment, 0, segment.length, true) > 0;
}

/** May "." or ".." be a whole segment? A look at what they begin with. */
function hasDotSegments(path: string): boolean {
  return (path.length > 0 && path.charCodeAt(0) === DOT) || path.includes("/.");
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
  const digits = port.startsWith("0") ? port.replace(/^0+(?=.)/, "") : port;
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
  if (!raw.includes("%")) return raw.toLowerCase();
  // Lower case after decoding; never the hexadecimal digits of an escape that stays.
  return normalizeEscapes(raw, unreserved).replace(/%..|[A-Z]+/g, (run) =>
    run.startsWith("%") ? run : run.toLowerCase(),
  );
}

/**
 * remove_dot_segments (RFC 3986 §5.2.4), in one pass. On a path whose unreserved escapes have been decoded; or, with
 * `escaped`, on one where "%2e" is a dot as well (§6.2.2.3), and stays as it is in all other segments.
 */
export function removeDotSegments(path: string, escaped = false): string {
  if (!hasDotSegments(path) && !(escaped && /%2e/i.test(path))) return path;
  const root = path.startsWith("/") ? 1 : 0;
  // Kept: path[0, head), and the segments behind it that no ".." has taken away.
  let start = root;
  let head = root;
  let leading = "";
  const kept: string[] = [];
  for (let end = 0; end < path.length; start = end + 1) {
    end = path.indexOf("/", start);
    if (end < 0) end = path.length;
    const dots = dotsIn(path, start, end, escaped);
    if (dots === 0) {
      // All in front of the first dot segment is kept in one piece.
      if (head === start && kept.length === 0 && end < path.length) head = end + 1;
      else kept.push(path.slice(start, end));
      continue;
    }
    if (dots === 2 && (kept.length > 0 || head > root)) {
      if (kept.length > 0) kept.pop();
      else head = afterSlash(path, head - 1);
      // Above a rootless path's first segment, §5.2.4 leaves the slash that followed.
      if (kept.length === 0 && head === 0) leading = "/";
    }
    if (end === path.length && kept.length > 0) kept.push("");
  }
  const front = leading + path.slice(0, head);
  return kept.length === 0 ? front : front + kept.join("/");
}

/** How many dots a dot segment has; 0: text[start, end) is none. */
function dotsIn(text: string, start: number, end: number, escaped: boolean): 0 | 1 | 2 {
  let dots: 0 | 1 | 2 = 0;
  for (let i = start; i < end; i++) {
    if (dots === 2) return 0;
    const code = text.charCodeAt(i);
    if (code !== DOT) {
      if (!escaped || code !== PERCENT || escapeAt(text, i) !== DOT) return 0;
      i += 2;
    }
    dots = dots === 0 ? 1 : 2;
  }
  return dots;
}

/** The place behind the last "/" of text[0, end); 0 without one. */
export function afterSlash(text: string, end: number): number {
  // The engine's lastIndexOf takes longer than most segments are.
  let at = end;
  while (at > 0 && text.charCodeAt(at - 1) !== 0x2f) at--;
  return at;
}
