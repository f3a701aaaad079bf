import { isDotSegment, removeDotSegments } from "../operations/normalize.ts";
import { registeredScheme } from "../scheme/scheme-parser.ts";
import { type CharSet, PCHAR } from "../syntax/charset.ts";
import { encodeText } from "../syntax/escape.ts";
import type { ProblemCode, UrlSyntaxError } from "../syntax/problems.ts";
import { composeError } from "../syntax/problems.ts";
import type { Url } from "../syntax/url.ts";

/*
 * Editing the segments of a path (RFC 3986 §3.3). Names are decoded: a "/" in one is data and is escaped, and so is ";",
 * which begins the parameters of a segment. Segments that are not concerned keep their spelling. The reader of the URL
 * parses the result.
 */

/** Characters of a name that are not escaped. */
const SEGMENT: CharSet = /* @__PURE__ */ PCHAR.without(";");

/**
 * Returns the URL with more segments at the end of its path: "/a" and "/a/" with "b" are "/a/b". The last segment may be
 * "", which ends the path with "/". Query and fragment stay.
 *
 * Parameters stay with their segment, also if it is no longer the last one: ";type=d" of an ftp URL becomes part of a name.
 *
 * @throws {UrlSyntaxError} unsupported: the path is opaque (it does not begin with "/", or the scheme is not
 *   hierarchical); bad-path: a segment is "." or "..", or an empty one is not the last; illegal-character: a lone surrogate that does not stand for a byte;
 *   what `url.with` throws.
 */
export function appendSegments<U extends Url>(url: U, ...segments: readonly string[]): U {
  const path = checkPath(url);
  if (segments.length === 0) return url;
  const last = segments.length - 1;
  const added = segments.map((each, i) => (each === "" && i === last ? "" : formatName(each)));
  const directory = path.endsWith("/") ? path : `${path}/`;
  return url.with({ path: directory + added.join("/") }) as U;
}

/**
 * Returns the URL of an entry of this directory: the path with one more segment, and without the query and fragment,
 * which belong to the directory.
 *
 * @throws {UrlSyntaxError} what {@link appendSegments} throws; bad-path: the name is empty.
 */
export function child<U extends Url>(url: U, name: string): U {
  const path = checkPath(url);
  const directory = path.endsWith("/") ? path : `${path}/`;
  return url.with({ path: directory + formatName(name), query: undefined, fragment: undefined }) as U;
}

/**
 * Returns the URL of the directory that contains the resource, with "/" at its end and without query and fragment. The
 * parent of "/" is "/". Dot segments are removed first, because they change which segment is the last.
 *
 * @throws {UrlSyntaxError} unsupported: the path is opaque; what `url.with` throws.
 */
export function parent<U extends Url>(url: U): U {
  const path = removeDotSegments(checkPath(url), true);
  const slash = path.lastIndexOf("/", path.length - 2);
  const directory = path.slice(0, Math.max(slash, 0) + 1);
  return url.with({ path: directory, query: undefined, fragment: undefined }) as U;
}

/**
 * Returns the URL with another name in its last segment. The parameters of the segment stay (`;type=a`), and so do query
 * and fragment.
 *
 * @throws {UrlSyntaxError} unsupported: the path is opaque; bad-path: it ends with "/" or a dot segment, or the name is
 *   "", ".", or ".."; illegal-character: a lone surrogate that does not stand for a byte; what `url.with` throws.
 */
export function withName<U extends Url>(url: U, name: string): U {
  const { directory, parameters } = splitLastSegment(url);
  return url.with({ path: directory + formatName(name) + parameters }) as U;
}

/**
 * Returns the URL with another suffix of the name in its last segment: ".gz" for the text from the last ".", or added
 * after a name without one. A "." at the start or at the end of the name does not begin a suffix. "" removes the suffix.
 * The rest of the name keeps its spelling, and the parameters of the segment, query, and fragment stay.
 *
 * @param suffix decoded: "", or "." and at least one character.
 * @throws {UrlSyntaxError} what {@link withName} throws; bad-path: the suffix does not begin with ".", or the result is
 *   "." or "..".
 */
export function withSuffix<U extends Url>(url: U, suffix: string): U {
  if (suffix !== "" && !/^\../s.test(suffix))
    throw pathError('invalid suffix: it must begin with "." and have another character');
  const { directory, name, parameters } = splitLastSegment(url);
  const next = name.slice(0, findSuffix(name)) + encodeText(suffix, SEGMENT);
  if (isDotSegment(next)) throw pathError('invalid suffix: the name would be "." or ".."');
  return url.with({ path: directory + next + parameters }) as U;
}

/** Returns the offset of the "." that begins the suffix of a raw name, or the length of the name. */
function findSuffix(name: string): number {
  const dots = [...name.matchAll(/\.|%2e/gi)];
  const dot = dots.at(-1);
  if (dot === undefined || dot.index === 0 || dot.index + dot[0].length === name.length) return name.length;
  return dot.index;
}

interface LastSegment {
  /** The path up to and with its last "/". */
  readonly directory: string;
  /** Raw. */
  readonly name: string;
  /** Raw, from the first ";" of the segment; "" without one. */
  readonly parameters: string;
}

function splitLastSegment(url: Url): LastSegment {
  const path = checkPath(url);
  const start = path.lastIndexOf("/") + 1;
  const semicolon = path.indexOf(";", start);
  const end = semicolon < 0 ? path.length : semicolon;
  const name = path.slice(start, end);
  if (name === "" || isDotSegment(path.slice(start)))
    throw pathError("cannot change the name: the last segment of the path has none");
  return { directory: path.slice(0, start), name, parameters: path.slice(end) };
}

/** Returns the path, which is empty or begins with "/". */
function checkPath(url: Url): string {
  const { path } = url;
  const isRooted = path.startsWith("/") || (path === "" && url.host !== undefined);
  if (registeredScheme(url)?.hierarchical === false || !isRooted)
    throw pathError(`cannot change segments: the path of this ${url.scheme} URL is opaque`, "unsupported");
  return path;
}

/** Encodes a name as a raw segment. */
function formatName(name: string): string {
  if (name === "") throw pathError("invalid segment: only the last one can be empty");
  if (name === "." || name === "..")
    throw pathError(`invalid segment "${name}": it would be removed from the path`);
  return encodeText(name, SEGMENT);
}

function pathError(message: string, code: ProblemCode = "bad-path"): UrlSyntaxError {
  return composeError(code, "path", message, "RFC 3986 §3.3");
}
