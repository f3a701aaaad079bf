import { type CharSet, UNRESERVED } from "../syntax/charset.ts";
import { escapeAt, normalizeEscapes } from "../syntax/escape.ts";
import { formatIPv6, parseIPv6 } from "../syntax/host.ts";
import { guardPath } from "../syntax/recompose.ts";
import { getScanned, type Url } from "../syntax/url.ts";

const PERCENT = 0x25;
const DOT = 0x2e;
const SLASH = 0x2f;

/** The properties of a scheme that affect the normal form of every URL. */
export interface NormalizeOptions {
  /** Are "." and ".." dot segments? */
  readonly hierarchical: boolean;
  readonly defaultPort: number | undefined;
  /** The normal form of an empty path after an authority (§6.2.3): "" or "/". Default "". */
  readonly emptyPath?: "" | "/";
  /**
   * Characters whose escapes are equivalent to the character. Default: those of RFC 3986; UCHAR has those of RFC 1738.
   */
  readonly unreserved?: CharSet;
}

/**
 * Returns the normal form that applies to every scheme (RFC 3986 §6.2.2, and §6.2.3 for the port): case of scheme,
 * host, and escapes, escapes of unreserved characters, IPv6 text, dot segments, and the default port. Nothing else
 * changes: an escaped delimiter stays escaped, an empty query stays.
 */
export function normalizeGeneric(url: Url, options: NormalizeOptions): string {
  const { defaultPort, unreserved = UNRESERVED } = options;
  const { href } = url;
  const { hostStart, pathStart } = getScanned(url);
  const percent = href.indexOf("%");
  const start =
    percent < 0 || percent >= pathStart
      ? normalizeStart(url, defaultPort)
      : `${url.scheme}:${normalizeAuthority(url, defaultPort, unreserved)}`;
  const rest = normalizeRest(url, percent >= 0, options);
  if (start === undefined && rest === undefined) return href;
  return (start ?? href.slice(0, pathStart)) + guardPath(rest ?? href.slice(pathStart), hostStart >= 0);
}

/**
 * Returns the scheme and the authority in normal form; `undefined` if they are. They have no escapes, so most of them are
 * only lower-cased.
 */
function normalizeStart(url: Url, defaultPort: number | undefined): string | undefined {
  const { schemeEnd, hostStart, hostEnd, pathStart } = getScanned(url);
  const { href } = url;
  // A userinfo keeps its case, and an IP literal has its own normal form.
  if (hostStart >= 0 && (hostStart > schemeEnd + 3 || href[hostStart] === "["))
    return `${url.scheme}:${normalizeAuthority(url, defaultPort)}`;
  const nameEnd = hostStart < 0 ? pathStart : hostEnd;
  const port = normalizePort(url.port, defaultPort);
  const hasNormalPort = nameEnd === pathStart || port?.length === pathStart - nameEnd - 1;
  const hasNormalCase = !hasUpperCase(href, nameEnd);
  if (hasNormalCase && hasNormalPort) return undefined;
  const name = href.slice(0, nameEnd);
  const start = hasNormalCase ? name : name.toLowerCase();
  return port === undefined ? start : `${start}:${port}`;
}

/** Has text[0, end) a letter in upper case? */
function hasUpperCase(text: string, end: number): boolean {
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x41 && code <= 0x5a) return true;
  }
  return false;
}

/** Returns path, query, and fragment in normal form; `undefined` if they are. */
function normalizeRest(
  url: Url,
  hasEscapes: boolean,
  { hierarchical, emptyPath = "", unreserved = UNRESERVED }: NormalizeOptions,
): string | undefined {
  const { href } = url;
  const { hostStart, pathStart, pathEnd } = getScanned(url);
  const isEmpty = pathStart === pathEnd && hostStart >= 0 && emptyPath !== "";
  const hasDots = hierarchical && hasDotSegments(href, pathStart);
  // Most texts are normal, and are not copied.
  if (!hasEscapes && !isEmpty && !hasDots) return undefined;
  const rest = href.slice(pathStart);
  // Path, query, and fragment at once: no escape that is decoded is a delimiter between them.
  let normal = normalizeEscapes(rest, unreserved);
  if (hasDots || (hierarchical && hasDotSegments(normal))) {
    const end = findPathEnd(normal);
    normal = removeDotSegments(normal.slice(0, end)) + normal.slice(end);
  }
  if (isEmpty) normal = emptyPath + normal;
  return normal === rest ? undefined : normal;
}

/** Returns the offset of the "?" or "#" that ends the path at the start of a text. */
function findPathEnd(text: string): number {
  const query = text.indexOf("?");
  const fragment = text.indexOf("#");
  if (fragment < 0) return query < 0 ? text.length : query;
  return query < 0 || fragment < query ? fragment : query;
}

/** Is a raw segment "." or "..", including escaped dots (RFC 3986 §3.3, §6.2.2.3)? */
export function isDotSegment(segment: string): boolean {
  return countDots(segment, 0, segment.length, true) > 0;
}

/**
 * Can "." or ".." be a whole segment of the path at `start`? Checks only the characters at segment starts. Searching for
 * one character takes a third of the time of searching for "/.".
 */
function hasDotSegments(text: string, start = 0): boolean {
  for (let dot = text.indexOf(".", start); dot >= 0; dot = text.indexOf(".", dot + 1)) {
    if (dot === start || text.charCodeAt(dot - 1) === SLASH) return true;
  }
  return false;
}

/** Returns the fragment of a URL in normal form, with its "#"; "" without one. */
export function normalizeFragment({ fragment }: { readonly fragment?: string | undefined }): string {
  return fragment === undefined ? "" : `#${normalizeEscapes(fragment)}`;
}

/** Returns "//", userinfo, host, and port in normal form; "" without an authority. */
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

/** Without leading zeros; `undefined` if the port is absent, empty, or the default. */
export function normalizePort(port: string | undefined, defaultPort: number | undefined): string | undefined {
  if (port === undefined || port === "") return undefined;
  const digits = port.startsWith("0") ? port.replace(/^0+(?=.)/, "") : port;
  return digits === String(defaultPort) ? undefined : digits;
}

/** A name in lower case with unreserved characters decoded; IPv6 as in RFC 5952; IPv4 unchanged. */
export function normalizeHost(raw: string, unreserved: CharSet = UNRESERVED): string {
  if (raw.startsWith("[")) {
    const zone = raw.indexOf("%25");
    const octets = parseIPv6(raw.slice(1, zone < 0 ? -1 : zone));
    // The only normalization of an IPvFuture is lower case.
    if (octets === undefined) return raw.toLowerCase();
    return `[${formatIPv6(octets)}${zone < 0 ? "" : normalizeEscapes(raw.slice(zone, -1))}]`;
  }
  if (!raw.includes("%")) return raw.toLowerCase();
  // Lower case after decoding, but not the hexadecimal digits of an escape that stays.
  return normalizeEscapes(raw, unreserved).replace(/%..|[A-Z]+/g, (run) =>
    run.startsWith("%") ? run : run.toLowerCase(),
  );
}

/**
 * remove_dot_segments (RFC 3986 §5.2.4), in one pass. The path has its unreserved escapes decoded; or, with `escaped`,
 * "%2e" also counts as a dot (§6.2.2.3) and stays unchanged in all other segments.
 */
export function removeDotSegments(path: string, escaped = false): string {
  if (!hasDotSegments(path) && !(escaped && /%2e/i.test(path))) return path;
  // The result so far: path[0, head), and the segments after it that no ".." has removed.
  let start = 0;
  let head = 0;
  let leading = "";
  const kept: string[] = [];
  for (let end = 0; end < path.length; start = end + 1) {
    end = path.indexOf("/", start);
    if (end < 0) end = path.length;
    const dots = countDots(path, start, end, escaped);
    if (dots === 0) {
      // Everything before the first dot segment is kept in one slice.
      if (head === start && kept.length === 0 && end < path.length) head = end + 1;
      else kept.push(path.slice(start, end));
      continue;
    }
    if (dots === 2 && (kept.length > 0 || head > 0)) {
      if (kept.length > 0) kept.pop();
      else head = lastSegmentStart(path, head - 1);
      // Above a rootless path's first segment, §5.2.4 leaves the slash that followed.
      if (kept.length === 0 && head === 0) leading = "/";
    }
    if (end === path.length && kept.length > 0) kept.push("");
  }
  const front = leading + path.slice(0, head);
  return kept.length === 0 ? front : front + kept.join("/");
}

/** Returns the number of dots if text[start, end) is a dot segment, else 0. */
function countDots(text: string, start: number, end: number, escaped: boolean): 0 | 1 | 2 {
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

/** Returns the offset after the last "/" of text[0, end); 0 without one. */
export function lastSegmentStart(text: string, end: number): number {
  return end === 0 ? 0 : text.lastIndexOf("/", end - 1) + 1;
}
