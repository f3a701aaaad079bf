import { maxUrlLengthOf } from "./limits.ts";
import { isDotSegment, removeDotSegments } from "./normalize.ts";
import { syntaxError } from "./problems.ts";
import { guardPath, recompose, schemeText } from "./recompose.ts";
import { GENERIC, parse, parseReference } from "./reference.ts";
import type { ParseOptions } from "./scan.ts";
import { makeReference, type Offsets, type Reference, type Url } from "./url.ts";

export interface ResolveOptions extends ParseOptions {
  /**
   * Read `http:g` against an http base as `g`, as documents of the early 1990s mean it (RFC 3986 §5.2.2, "backward
   * compatibility"). Never for a decision about security. Default false.
   */
  readonly compatible?: boolean;
  /**
   * Take only literal dots for dot segments, by the letter of §5.2.4. Default false: `%2e` is a dot as well, or
   * the normal form of the target would lead elsewhere than the target.
   */
  readonly literalDotsOnly?: boolean;
  /** Leave "." and ".." alone: the paths of the scheme are opaque. Default false. */
  readonly keepDotSegments?: boolean;
}

/**
 * The target of a reference (RFC 3986 §5.2), not normalized beyond that. Every part that is present counts, an
 * empty one too. The generic algorithm, for every scheme alike; a registry also asks the scheme.
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
  const target = targetOf(b, r, options);
  const max = maxUrlLengthOf(options.maxUrlLength);
  // A text that is too long is refused as any other.
  return target.href.length > max ? parse(target.href, options) : target;
}

/**
 * May `reference` be resolved against a base whose path is opaque, as a Gopher selector is? Only where none of
 * the base's path is looked into: with a scheme or an authority of its own, a whole path, or a mere fragment.
 */
export function isOpaqueReference(base: Url, reference: Reference): boolean {
  if (reference.scheme !== undefined) return true;
  if (reference.authority !== undefined) return base.authority !== undefined;
  if (reference.path === "") return reference.query === undefined;
  return reference.path.startsWith("/") && base.authority !== undefined;
}

/**
 * Transform References (§5.2.2) and Component Recomposition (§5.3) in one. All of it is made of pieces that have been
 * scanned, so that where they come to lie is known, and need not be looked for again.
 */
function targetOf(b: Url, r: Reference, options: ResolveOptions): Url {
  const from = b.offsets;
  const to = r.offsets;
  const baseText = b.href;
  const text = r.href;
  const relative =
    to.schemeEnd < 0 ||
    (options.compatible === true && text.slice(0, to.schemeEnd).toLowerCase() === b.scheme);
  const hasAuthority = to.hostStart >= 0;

  if (!relative) return joined(text.slice(0, to.pathStart), dots(r.path, options), text, to, to);
  if (hasAuthority) {
    const shift = from.schemeEnd - to.schemeEnd;
    const front = baseText.slice(0, from.schemeEnd + 1) + text.slice(to.schemeEnd + 1, to.pathStart);
    const { hostStart, hostEnd } = to;
    const moved = { schemeEnd: from.schemeEnd, hostStart: hostStart + shift, hostEnd: hostEnd + shift };
    return joined(front, dots(r.path, options), text, moved, to);
  }
  const front = baseText.slice(0, from.pathStart);
  if (to.pathStart !== to.pathEnd) {
    const path = text.slice(to.pathStart, to.pathEnd);
    const whole = path.startsWith("/")
      ? dots(path, options)
      : (climbed(b, path, options.keepDotSegments) ?? dots(merge(b, path), options));
    return joined(front, whole, text, from, to);
  }
  // The base's query stays where the reference has none; its fragment never does.
  if (to.queryEnd !== to.pathEnd) return joined(front, b.path, text, from, to);
  const { pathEnd, queryEnd } = from;
  const rest = baseText.slice(pathEnd, queryEnd) + text.slice(to.queryEnd);
  return joined(front, b.path, rest, from, { pathEnd: 0, queryEnd: queryEnd - pathEnd });
}

type Front = Pick<Offsets, "schemeEnd" | "hostStart" | "hostEnd">;
type Rest = Pick<Offsets, "pathEnd" | "queryEnd">;

/** All before the path, a path, and the query and fragment of `text`: a URL, and where its parts lie. */
function joined(front: string, path: string, text: string, offsets: Front, rest: Rest): Url {
  const { schemeEnd, hostStart, hostEnd } = offsets;
  const guarded = guardPath(path, hostStart >= 0);
  const pathStart = front.length;
  const pathEnd = pathStart + guarded.length;
  const queryEnd = pathEnd + rest.queryEnd - rest.pathEnd;
  const href = front + guarded + text.slice(rest.pathEnd);
  return makeReference(href, schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, GENERIC) as Url;
}

/**
 * The shortest way for what most references are: some "../" or none, and no dot segment after them. `undefined` where
 * it takes the whole algorithm.
 */
function climbed(base: Url, path: string, keepDotSegments?: boolean): string | undefined {
  if (keepDotSegments) return undefined;
  const { pathStart, pathEnd } = base.offsets;
  const to = base.href;
  let end = to.lastIndexOf("/", pathEnd - 1) + 1;
  let start = 0;
  while (path.startsWith("../", start)) {
    if (end > pathStart + 1) end = to.lastIndexOf("/", end - 2) + 1;
    start += 3;
  }
  const above = to.slice(pathStart, end);
  const below = path.slice(start);
  const dotted = below.startsWith(".") || below.includes("/.") || below.includes("%2");
  return !above.startsWith("/") || above.includes("/.") || above.includes("%2") || dotted
    ? undefined
    : above + below;
}

function dots(path: string, options: ResolveOptions): string {
  if (options.keepDotSegments === true) return path;
  return removeDotSegments(options.literalDotsOnly === true ? path : withLiteralDots(path));
}

/** merge (§5.2.3): all of the base's path up to its last "/", and the reference's. */
function merge(base: Url, path: string): string {
  const to = base.path;
  if (to === "" && base.offsets.hostStart >= 0) return `/${path}`;
  return to.slice(0, to.lastIndexOf("/") + 1) + path;
}

/** Dot segments that are written with `%2E`, in full or in half, written with dots. */
function withLiteralDots(path: string): string {
  if (!path.includes("%2")) return path;
  return path
    .split("/")
    .map((segment) => (isDotSegment(segment) ? segment.replaceAll(/%2e/gi, ".") : segment))
    .join("/");
}

/**
 * The shortest reference that leads from `base` to `target`; the text of `target` itself when none does (another
 * scheme or authority, or a path with dot segments). Never one that begins with "//".
 *
 * @throws {UrlSyntaxError} what parse throws.
 */
export function relativize(base: string | Url, target: string | Url, options: ParseOptions = {}): string {
  const b = typeof base === "string" ? parse(base, options) : base;
  const t = typeof target === "string" ? parse(target, options) : target;
  if (b.scheme !== t.scheme || b.authority !== t.authority) return t.href;
  const wanted = recompose(schemeText(b), t.authority, t.path, t.query, t.fragment);
  let best = t.href;
  for (const candidate of candidates(b, t)) {
    // Never trusted, always tried: what resolves to the target is right, whatever made it.
    if (candidate.length < best.length && leadsTo(wanted, b, candidate, options)) best = candidate;
  }
  return best;
}

function leadsTo(wanted: string, base: Url, candidate: string, options: ParseOptions): boolean {
  return resolve(base, candidate, options).href === wanted;
}

/** References that may do, the preferred first among those of one length. */
function* candidates(b: Url, t: Url): Generator<string> {
  const query = t.query === undefined ? "" : `?${t.query}`;
  const fragment = t.fragment === undefined ? "" : `#${t.fragment}`;
  if (b.path === t.path) {
    // An empty reference to a directory would be right as well; "./" says it plainly.
    if (fragment !== "" || !t.path.endsWith("/")) yield fragment;
    if (query !== "") yield query + fragment;
  }
  yield relativePath(b.path, t.path) + query + fragment;
  if (t.path.startsWith("/") && !t.path.startsWith("//")) yield t.path + query + fragment;
}

/** From the directory of one path to another: as many ".." as it takes, then the rest. */
function relativePath(from: string, to: string): string {
  const here = from.split("/").slice(0, -1);
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
    message: "a base URL has a scheme",
    component: "scheme",
    start: 0,
    end: 0,
    cite: "RFC 3986 §5.2.1",
  });
}
