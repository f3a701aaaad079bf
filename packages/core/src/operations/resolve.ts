import { composeError } from "../syntax/problems.ts";
import { getComponents, guardPath, joinComponents } from "../syntax/recompose.ts";
import { GENERIC_READER, parse, parseReference } from "../syntax/reference.ts";
import { type ParseOptions, resolveMaxUrlLength } from "../syntax/scan.ts";
import { getScanned, ParsedReference, type Reference, type ScannedOffsets, type Url } from "../syntax/url.ts";
import { lastSegmentStart, removeDotSegments } from "./normalize.ts";

export interface ResolveOptions extends ParseOptions {
  /**
   * Resolve `http:g` against an http base as `g`, as documents of the early 1990s mean it (RFC 3986 §5.2.2, "backward
   * compatibility"). Never use it for a security decision. Default false.
   */
  readonly compatible?: boolean;
  /**
   * Treat only literal dots as dot segments, exactly as in §5.2.4. Default false: `%2e` is also a dot, or the normal
   * form of the target would identify another resource than the target.
   */
  readonly literalDotsOnly?: boolean;
  /** Keep "." and "..": the paths of the scheme are opaque. Default false. */
  readonly keepDotSegments?: boolean;
}

/**
 * Resolves a reference (RFC 3986 §5.2) without further normalization. Every component that is present counts, even an
 * empty one. The generic algorithm is the same for every scheme; a registry also asks the scheme.
 *
 * @throws {UrlSyntaxError} no-scheme: the base is relative; what parse and parseReference throw.
 */
export function resolve(
  base: string | Url,
  reference: string | Reference,
  options: ResolveOptions = {},
): Url {
  const b = typeof base === "string" ? parse(base, options) : base;
  const r = typeof reference === "string" ? parseReference(reference, options) : reference;
  if (b.offsets.schemeEnd < 0)
    throw composeError("no-scheme", "scheme", "the base URL has no scheme", "RFC 3986 §5.2.1");
  const { text, offsets } = transformReference(b, r, options);
  // Let parse report a text that is too long.
  if (text.length > resolveMaxUrlLength(options.maxUrlLength)) return parse(text, options);
  return new ParsedReference(text, offsets, GENERIC_READER) as Url;
}

/**
 * Can `reference` be resolved against a base whose path is opaque, such as a Gopher selector? Only if it does not
 * depend on the base's path: with its own scheme or authority, an absolute path, or only a fragment.
 */
export function isOpaqueReference(base: Url, reference: Reference): boolean {
  if (reference.scheme !== undefined) return true;
  if (reference.authority !== undefined) return base.authority !== undefined;
  if (reference.path === "") return reference.query === undefined;
  return reference.path.startsWith("/") && base.authority !== undefined;
}

/** A target before it is a URL: its text, and the offsets of the components, which were scanned before. */
export interface Target {
  readonly text: string;
  readonly offsets: ScannedOffsets;
}

/**
 * Returns the target: Transform References (§5.2.2) and Component Recomposition (§5.3). Both texts keep their spelling,
 * so the target consists of slices of them and needs no new scan.
 */
export function transformReference(base: Url, reference: Reference, options: ResolveOptions): Target {
  const [b, r] = [getScanned(base), getScanned(reference)];
  const [from, to] = [base.href, reference.href];
  const isRelative = r.schemeEnd < 0 || (options.compatible === true && reference.scheme === base.scheme);
  let { schemeEnd, hostStart, hostEnd, hasHostname } = b;
  let start: string;
  if (isRelative && r.hostStart < 0) start = from.slice(0, b.pathStart);
  else {
    start = isRelative
      ? from.slice(0, schemeEnd + 1) + to.slice(r.schemeEnd + 1, r.pathStart)
      : to.slice(0, r.pathStart);
    const shift = isRelative ? schemeEnd - r.schemeEnd : 0;
    schemeEnd = r.schemeEnd + shift;
    hostStart = r.hostStart < 0 ? -1 : r.hostStart + shift;
    hostEnd = r.hostStart < 0 ? -1 : r.hostEnd + shift;
    hasHostname = r.hasHostname;
  }
  const path = mergePath(base, reference, isRelative, options);
  // The base's query stays if the reference has neither a path nor a query; its fragment never does.
  const query =
    isRelative && r.hostStart < 0 && r.pathStart === r.queryEnd
      ? from.slice(b.pathEnd, b.queryEnd)
      : to.slice(r.pathEnd, r.queryEnd);
  const pathStart = start.length;
  const pathEnd = pathStart + path.length;
  const queryEnd = pathEnd + query.length;
  return {
    text: start + path + query + to.slice(r.queryEnd),
    offsets: { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, hasHostname },
  };
}

/** The path of the target. Without an authority it is guarded (§3.3). */
function mergePath(base: Url, reference: Reference, isRelative: boolean, options: ResolveOptions): string {
  const { path } = reference;
  const hasOwnAuthority = getScanned(reference).hostStart >= 0;
  if (!isRelative || hasOwnAuthority) return guardPath(removeDots(path, options), hasOwnAuthority);
  if (path === "") return base.path;
  const merged = path.startsWith("/") ? path : merge(base, path);
  return guardPath(removeDots(merged, options), getScanned(base).hostStart >= 0);
}

function removeDots(path: string, options: ResolveOptions): string {
  return options.keepDotSegments === true ? path : removeDotSegments(path, options.literalDotsOnly !== true);
}

/** merge (§5.2.3): the base's path up to its last "/", and the reference's path. */
function merge(base: Url, path: string): string {
  const { hostStart, pathStart, pathEnd } = base.offsets;
  if (pathStart === pathEnd && hostStart >= 0) return `/${path}`;
  const end = Math.max(pathStart, lastSegmentStart(base.href, pathEnd));
  return base.href.slice(pathStart, end) + path;
}

/**
 * Returns the shortest reference from `base` to `target`, or the text of `target` if no reference exists (another scheme
 * or authority, or a path with dot segments). The result never begins with "//".
 *
 * @throws {UrlSyntaxError} what parse throws.
 */
export function relativize(base: string | Url, target: string | Url, options: ParseOptions = {}): string {
  const b = typeof base === "string" ? parse(base, options) : base;
  const t = typeof target === "string" ? parse(target, options) : target;
  if (b.scheme !== t.scheme || b.authority !== t.authority) return t.href;
  const wanted = joinComponents({ ...getComponents(t), scheme: b.href.slice(0, b.offsets.schemeEnd) });
  let best = t.href;
  for (const candidate of referenceCandidates(b, t)) {
    // Verify each candidate by resolving it.
    if (candidate.length < best.length && resolve(b, candidate, options).href === wanted) best = candidate;
  }
  return best;
}

/** Returns candidate references; among those of one length the preferred one is first. */
function* referenceCandidates(b: Url, t: Url): Generator<string> {
  const query = t.query === undefined ? "" : `?${t.query}`;
  const fragment = t.fragment === undefined ? "" : `#${t.fragment}`;
  if (b.path === t.path) {
    // An empty reference to a directory would also be correct, but "./" is clearer.
    if (fragment !== "" || !t.path.endsWith("/")) yield fragment;
    if (query !== "") yield query + fragment;
  }
  yield relativePath(b.path, t.path) + query + fragment;
  if (t.path.startsWith("/") && !t.path.startsWith("//")) yield t.path + query + fragment;
}

/** Returns the path from one directory to another: as many ".." as needed, then the rest. */
function relativePath(from: string, to: string): string {
  // A dot segment of the base is not a directory to leave.
  const here = removeDotSegments(from.slice(0, lastSegmentStart(from, from.length)), true)
    .split("/")
    .slice(0, -1);
  const there = to.split("/");
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common++;
  const rest = there.slice(common).join("/");
  const up = "../".repeat(here.length - common);
  if (up !== "") return up + rest;
  // "" would mean the base itself, "a:b" a scheme, "//x" an authority.
  return rest === "" || rest.startsWith("/") || /^[^/]*:/.test(rest) ? `./${rest}` : rest;
}
