import { resolveMaxUrlLength } from "../syntax/limits.ts";
import { syntaxError } from "../syntax/problems.ts";
import { recompose, schemeAsWritten } from "../syntax/recompose.ts";
import { ALREADY_PARSED, GENERIC_READER, parse, parseReference } from "../syntax/reference.ts";
import type { ParseOptions } from "../syntax/scan.ts";
import { makeReference, type Reference, type Url } from "../syntax/url.ts";
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
  if (b.offsets.schemeEnd < 0) throw baseWithoutScheme();
  const target = spliceReference(b, r, options) ?? parse(resolveText(b, r, options), ALREADY_PARSED);
  const max = resolveMaxUrlLength(options.maxUrlLength);
  // Let parse report a text that is too long.
  return target.href.length > max ? parse(target.href, options) : target;
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

/** Transform References (§5.2.2) and Component Recomposition (§5.3), exactly as in the RFC. */
function resolveText(b: Url, r: Reference, options: ResolveOptions): string {
  const scheme = schemeAsWritten(b);
  const isRelative = r.scheme === undefined || (options.compatible === true && r.scheme === b.scheme);
  if (!isRelative)
    return recompose(schemeAsWritten(r), r.authority, countDots(r.path, options), r.query, r.fragment);
  if (r.authority !== undefined)
    return recompose(scheme, r.authority, countDots(r.path, options), r.query, r.fragment);
  // The base's query stays if the reference has none; its fragment never does.
  if (r.path === "") return recompose(scheme, b.authority, b.path, r.query ?? b.query, r.fragment);
  const path = r.path.startsWith("/") ? r.path : merge(b, r.path);
  return recompose(scheme, b.authority, countDots(path, options), r.query, r.fragment);
}

/**
 * The fast path for most references: a prefix of the base with its authority, followed by the unchanged reference. Both
 * were scanned, so the offsets of the result are known. `undefined` if the reference needs the full algorithm.
 */
function spliceReference(b: Url, r: Reference, options: ResolveOptions): Url | undefined {
  const from = b.offsets;
  const to = r.offsets;
  if (options.keepDotSegments || options.compatible || from.hostStart < 0) return undefined;
  const base = b.href;
  const text = r.href;
  if (to.schemeEnd >= 0 || to.hostStart >= 0) {
    if (to.hostStart < 0 || mayHaveDotSegments(text, to.pathStart, to.pathEnd)) return undefined;
    const shift = to.schemeEnd >= 0 ? 0 : from.schemeEnd + 1;
    const schemeEnd = to.schemeEnd >= 0 ? to.schemeEnd : from.schemeEnd;
    return makeReference(
      base.slice(0, shift) + text,
      schemeEnd,
      to.hostStart + shift,
      to.hostEnd + shift,
      to.pathStart + shift,
      to.pathEnd + shift,
      to.queryEnd + shift,
      GENERIC_READER,
    ) as Url;
  }

  const { pathStart } = from;
  // The end of the base's prefix, and the start of the reference's suffix.
  let kept = pathStart;
  let cut = 0;
  let hasDots = false;
  if (to.pathEnd === 0) {
    // The base's query stays if the reference has none; its fragment never does.
    kept = to.queryEnd === 0 ? from.queryEnd : from.pathEnd;
  } else if (!text.startsWith("/")) {
    kept = lastSegmentStart(base, from.pathEnd);
    // Before ".." climbs: a dot segment that it would drop is not a directory to leave.
    hasDots = kept <= pathStart || mayHaveDotSegments(base, pathStart, kept);
    if (text.startsWith("./")) cut = 2;
    for (; text.startsWith("../", cut); cut += 3)
      if (kept > pathStart + 1) kept = lastSegmentStart(base, kept - 1);
    hasDots ||= text.startsWith(".", cut);
  }
  if (hasDots || mayHaveDotSegments(text, cut, to.pathEnd)) {
    const path = text.startsWith("/") ? r.path : merge(b, r.path);
    return withPath(b, countDots(path, options), r);
  }
  const shift = kept - cut;
  return makeReference(
    base.slice(0, kept) + text.slice(cut),
    from.schemeEnd,
    from.hostStart,
    from.hostEnd,
    pathStart,
    to.pathEnd === 0 ? from.pathEnd : to.pathEnd + shift,
    to.queryEnd === 0 ? from.queryEnd : to.queryEnd + shift,
    GENERIC_READER,
  ) as Url;
}

/** The base up to its path, the path, and the rest of the reference after its path. */
function withPath(b: Url, path: string, r: Reference): Url {
  const { schemeEnd, hostStart, hostEnd, pathStart } = b.offsets;
  const to = r.offsets;
  const pathEnd = pathStart + path.length;
  const queryEnd = pathEnd + to.queryEnd - to.pathEnd;
  const href = b.href.slice(0, pathStart) + path + r.href.slice(to.pathEnd);
  return makeReference(
    href,
    schemeEnd,
    hostStart,
    hostEnd,
    pathStart,
    pathEnd,
    queryEnd,
    GENERIC_READER,
  ) as Url;
}

/** Can a segment after a "/" in text[start, end) be "." or "..", also as "%2e"? */
function mayHaveDotSegments(text: string, start: number, end: number): boolean {
  if (hasSegment(text, "/.", start, end)) return true;
  return (
    hasSegment(text, "%2", start, end) &&
    (hasSegment(text, "%2e", start, end) || hasSegment(text, "%2E", start, end))
  );
}

function hasSegment(text: string, part: string, start: number, end: number): boolean {
  const at = text.indexOf(part, start);
  return at >= 0 && at < end;
}

function countDots(path: string, options: ResolveOptions): string {
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
  const wanted = recompose(schemeAsWritten(b), t.authority, t.path, t.query, t.fragment);
  let best = t.href;
  for (const candidate of referenceCandidates(b, t)) {
    // Verify each candidate by resolving it.
    if (candidate.length < best.length && resolvesTo(wanted, b, candidate, options)) best = candidate;
  }
  return best;
}

function resolvesTo(wanted: string, base: Url, candidate: string, options: ParseOptions): boolean {
  return resolve(base, candidate, options).href === wanted;
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

function baseWithoutScheme(): Error {
  return syntaxError({
    code: "no-scheme",
    message: "the base URL has no scheme",
    component: "scheme",
    start: 0,
    end: 0,
    cite: "RFC 3986 §5.2.1",
  });
}
