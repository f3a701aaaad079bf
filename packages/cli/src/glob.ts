import { entryWithUrl } from "@anyurl/client";
import { AccessError, decodeText, displayText, type Entry, type Registry, redact, type Url } from "anyurl";
import { UsageError } from "./errors.ts";
import type { TreeOptions } from "./opener.ts";

/** A URL with a pattern in its last segment. */
export interface Glob {
  /** The URL of the directory. */
  readonly directory: string;
  /** Text after each name, such as ";type=a" of ftp. */
  readonly suffix: string;
  matches(name: string): boolean;
  /** The URL without secrets. */
  readonly shown: string;
}

export interface GlobOptions {
  /** False with --no-glob: "*" is a literal character. */
  readonly glob?: boolean;
}

/**
 * Parses a pattern if the last segment of the path has "*" and the scheme can list directories. As in a shell, "*"
 * matches any characters, but no leading ".". Only "*" is special: "?" starts a query, and "[" is not allowed in a
 * path. "%2A" is always a literal star.
 *
 * @throws {UsageError} the pattern is combined with --recursive.
 */
export async function parseGlob(
  url: Url,
  { glob = true, recursive = false }: GlobOptions & TreeOptions,
  urls: Pick<Registry, "scheme">,
): Promise<Glob | undefined> {
  const { href, path, query, fragment, offsets, parts } = url;
  const begin = path.lastIndexOf("/") + 1;
  const { typecode } = (parts ?? {}) as { readonly typecode?: unknown };
  if (!glob || !path.includes("*", begin) || (query ?? fragment ?? typecode === "d") || begin === 0)
    return undefined;
  const scheme = urls.scheme(url.scheme);
  if (scheme?.hierarchical !== true || !("list" in ((await scheme.access?.()) ?? {}))) return undefined;
  if (recursive)
    throw new UsageError(
      '--recursive does not support a pattern with "*"',
      'add --no-glob if the "*" is a part of the name',
    );
  const suffix = typecode === undefined ? "" : path.slice(path.lastIndexOf(";"));
  const pattern = path.slice(begin, path.length - suffix.length);
  return {
    directory: href.slice(0, offsets.pathStart + begin),
    suffix,
    matches: createMatcher(pattern),
    shown: redact(href),
  };
}

/** Yields the entries that match, with URLs in the form of the pattern. @throws {AccessError} not-found: no match. */
export async function* matchEntries(
  entries: AsyncIterable<Entry>,
  { matches, suffix, shown }: Glob,
): AsyncGenerator<Entry, void, void> {
  let found = false;
  for await (const entry of entries) {
    if (!matches(entry.name)) continue;
    found = true;
    const isFile = entry.kind !== "directory" && entry.url !== undefined;
    yield isFile ? entryWithUrl(entry, `${entry.url}${suffix}`) : entry;
  }
  if (found) return;
  throw new AccessError("not-found", `no entry matches ${displayText(shown)}`, {
    hint: 'use %2A or --no-glob if the "*" is a part of the name',
  });
}

/** Matches the texts between the stars in order; the leftmost match is always sufficient. */
function createMatcher(pattern: string): (name: string) => boolean {
  const pieces = pattern.split("*").map((piece) => decodeText(piece));
  const [first = ""] = pieces;
  const last = pieces.at(-1) ?? "";
  const between = pieces.slice(1, -1);
  return (name) => {
    if (first === "" && name.startsWith(".")) return false;
    const end = name.length - last.length;
    let at = first.length;
    if (end < at || !name.startsWith(first) || !name.endsWith(last)) return false;
    for (const piece of between) {
      const found = name.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= end;
  };
}
