import { type Entry, resolveOptions, type Url } from "@anyurl/core";
import { type CallOptions, callOptions } from "../call/call-options.ts";
import { listWithin } from "../call/list.ts";
import { getOrigin, isSameOrigin, namedUrl, type UrlOrEntry } from "../call/provenance.ts";
import type { ClientSettings } from "../client-options.ts";
import { findNaming, findTreeStyle } from "./file-names.ts";
import { optionsForUrl, pickDeclared } from "./options-for-url.ts";
import { readFirst, type TreeEntry, type WalkOptions, walk, walkOptions } from "./walk.ts";

/** How a walk is done for a copy or another operation. */
export interface WalkingFor {
  readonly listsFirst: boolean;
  readonly links: "copy" | "follow" | "skip";
  /** "files": a copy needs names of files in place of titles. Default: names as the servers report them. */
  readonly names?: "files";
}

/** What lists the directories of a walk. */
interface Lister {
  list(url: UrlOrEntry, options?: CallOptions): AsyncGenerator<Entry, void, void>;
}

/** Walks a tree. @throws {AccessError} bad-option */
export function walkUrl(
  client: Lister,
  settings: ClientSettings,
  url: UrlOrEntry,
  options: CallOptions & WalkOptions,
  { listsFirst, links, names }: WalkingFor,
): AsyncGenerator<TreeEntry, void, void> {
  const { registry, limits, retry } = settings;
  const defaults = { ...walkOptions.defaults, limits, retry };
  const resolved = resolveOptions({ ...walkOptions, defaults }, options);
  const { maxDepth = resolved.limits.maxDepth, maxEntries = resolved.limits.maxEntries } = resolved;
  const { maxConnectFailures, span, filter } = resolved;
  const common = pickDeclared<CallOptions>(options, callOptions);
  // Only the first URL is a string from the caller.
  const list = (target: UrlOrEntry) => {
    const asked = target === url ? common : optionsForUrl(registry, url, target, common);
    const full = names === "files" ? withListOptions(settings, target, asked) : asked;
    const tree = links === "follow" ? findTree(settings, url, target) : undefined;
    return tree === undefined ? client.list(target, full) : listWithin(settings, target, tree, full);
  };
  const listing = listsFirst ? (target: UrlOrEntry) => readFirst(list(target), maxEntries) : list;
  return walk(listing, settings, url, {
    maxDepth,
    maxEntries,
    maxConnectFailures,
    span,
    filter,
    links,
    ...(names === "files" && { findNaming: (directory: string) => findNaming(directory, registry) }),
  });
}

/** Returns the URL of a tree for the listing of one of its directories; `undefined` if that is on another server. */
function findTree(settings: ClientSettings, root: UrlOrEntry, directory: UrlOrEntry): Url | undefined {
  const [one, other] = [root, directory].map((each) =>
    settings.registry.tryParse(namedUrl(each, undefined).text),
  );
  if (!one!.ok || !other!.ok) return undefined;
  const tree = one!.url;
  return isSameOrigin(getOrigin(tree, settings), getOrigin(other!.url, settings)) ? tree : undefined;
}

/** Adds the options of the scheme with which a listing has all entries. Those of the caller and the client win. */
function withListOptions(
  { registry, options }: ClientSettings,
  target: UrlOrEntry,
  call: CallOptions,
): CallOptions {
  const parsed = registry.tryParse(namedUrl(target, undefined).text);
  if (!parsed.ok) return call;
  const url = parsed.url;
  const asked = findTreeStyle(url, registry)?.listOptions;
  if (asked === undefined) return call;
  const own = options[url.scheme];
  return { ...call, options: { ...asked, ...own, ...call.options } };
}
