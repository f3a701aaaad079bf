import { removeDotSegments } from "./normalize.ts";
import { syntaxError } from "./problems.ts";
import { recompose } from "./recompose.ts";
import { parse, parseReference } from "./reference.ts";
import type { ParseOptions } from "./scan.ts";
import type { Reference, Url } from "./url.ts";

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
  if ((b as Reference).scheme === undefined) throw baseWithoutScheme();
  return parse(targetOf(b, r, options), options);
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

/** Transform References (§5.2.2) and Component Recomposition (§5.3) in one. */
function targetOf(b: Url, r: Reference, options: ResolveOptions): string {
  const dots = (path: string) => {
    if (options.keepDotSegments === true) return path;
    return removeDotSegments(options.literalDotsOnly === true ? path : withLiteralDots(path));
  };
  const relative = r.scheme === undefined || (options.compatible === true && r.scheme === b.scheme);

  if (!relative) return recompose(schemeText(r), r.authority, dots(r.path), r.query, r.fragment);
  const scheme = schemeText(b);
  if (r.authority !== undefined) return recompose(scheme, r.authority, dots(r.path), r.query, r.fragment);
  if (r.path === "") return recompose(scheme, b.authority, b.path, r.query ?? b.query, r.fragment);
  const path = r.path.startsWith("/") ? r.path : merge(b, r.path);
  return recompose(scheme, b.authority, dots(path), r.query, r.fragment);
}

/** The scheme as written: its case is not the resolver's to change. */
function schemeText({ href, offsets }: Reference): string {
  return href.slice(0, offsets.schemeEnd);
}

/** merge (§5.2.3): all of the base's path up to its last "/", and the reference's. */
function merge(base: Url, path: string): string {
  if (base.authority !== undefined && base.path === "") return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf("/") + 1) + path;
}

/** Dot segments that are written with `%2E`, in full or in half, written with dots. */
function withLiteralDots(path: string): string {
  if (!path.includes("%2")) return path;
  return path
    .split("/")
    .map((segment) => (/^(?:\.|%2e){1,2}$/i.test(segment) ? segment.replaceAll(/%2e/gi, ".") : segment))
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
