import { type Entry, lastSegment, type Registry, type Url } from "@anyurl/core";
import { findExtension } from "@anyurl/core/exchange";
import type { IndexStyle, TreeStyle } from "@anyurl/core/presentation";
import { JSON_INDEX } from "./json-index.ts";

/** The name of the copy of an entry. */
interface FileName {
  readonly name: string;
  /** Why it is not the name that the entry would have alone in its directory. */
  readonly renamed?: string;
}

/** Names the copies of the entries of one directory. */
export interface DirectoryNaming {
  readonly index: IndexStyle;
  /** Returns another name for each entry with a URL. */
  nameFile(entry: Entry): FileName;
}

/** Returns how the entries of a directory are named; `undefined` if their own names are those of files. */
export function findNaming(directory: string, registry: Registry): DirectoryNaming | undefined {
  const parsed = registry.tryParse(directory);
  const style = parsed.ok ? findTreeStyle(parsed.url, registry) : undefined;
  if (style === undefined || style.isTitled?.((parsed as { readonly url: Url }).url) === false)
    return undefined;
  const { index = JSON_INDEX } = style;
  // The index has its name first.
  const taken = new Set([index.name]);
  return { index, nameFile: (entry) => takeName(findCandidates(entry, registry), taken) };
}

/** Returns how a copy of a tree names the resources of a URL's scheme. */
export function findTreeStyle({ scheme }: Url, registry: Registry): TreeStyle | undefined {
  return registry.scheme(scheme)?.presentation?.tree;
}

/** Yields the names that the copy of an entry can have, without end. */
function* findCandidates(entry: Entry, registry: Registry): Generator<string, never, void> {
  const path = findPath(entry, registry);
  const names = path.length === 0 ? [entry.name] : path;
  const extension = findMissingExtension(names.at(-1)!, entry);
  // A "/" is escaped in a name, so the parts stay recognizable.
  for (let i = names.length - 1; i >= 0; i--) yield names.slice(i).join("/") + extension;
  for (let i = 2; ; i++) yield `${names.at(-1)}~${i}${extension}`;
}

function findPath({ url }: Entry, registry: Registry): readonly string[] {
  const parsed = url === undefined ? undefined : registry.tryParse(url);
  if (parsed?.ok !== true) return [];
  const style = findTreeStyle(parsed.url, registry);
  if (style !== undefined) return style.path(parsed.url);
  const last = lastSegment(parsed.url.path);
  return last === "" ? [] : [last];
}

/** Returns the extension of the media type, with its dot, if the name of a file has none. */
function findMissingExtension(name: string, { kind, mediaType }: Entry): string {
  if (kind === "directory" || mediaType === undefined || /[^.]\.[A-Za-z0-9]{1,8}$/.test(name)) return "";
  const extension = findExtension(mediaType);
  return extension === undefined ? "" : `.${extension}`;
}

function takeName(candidates: Generator<string, never, void>, taken: Set<string>): FileName {
  let first: string | undefined;
  for (;;) {
    const { value: name } = candidates.next();
    first ??= name;
    if (taken.has(name)) continue;
    taken.add(name);
    return name === first ? { name } : { name, renamed: `another entry has the name ${first}` };
  }
}
