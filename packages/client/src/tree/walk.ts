import {
  AccessError,
  defineOptions,
  type Entry,
  isAccessError,
  type OptionSet,
  type OptionsInput,
  rejectFragment,
  tooLargeError,
  type Url,
} from "@anyurl/core";
import type { IndexStyle } from "@anyurl/core/presentation";
import { callOptions } from "../call/call-options.ts";
import { getOrigin, namedUrl, type Origin, type Reading, type UrlOrEntry } from "../call/provenance.ts";
import type { DirectoryNaming } from "./file-names.ts";
import { leavesTree, toReadable } from "./links.ts";
import { collisionKey, localNameProblem } from "./local-name.ts";
import { LostServers } from "./lost-servers.ts";

/** An entry of a tree, with its position. */
export interface TreeEntry {
  readonly entry: Entry;
  /**
   * The names of its parent directories and its own, as the server reports them. A copy of a tree has names of files in
   * place of titles.
   */
  readonly path: readonly string[];
  /** The same as local file names; `undefined` if one of them is not safe. */
  readonly localPath: readonly string[] | undefined;
  /** Why `localPath` is missing, for example for an entry of another server; or why a directory was not entered. */
  readonly unsafe?: string;
  /** The walk does not enter it, and it should not be opened. `unsafe` gives the reason. */
  readonly leftOut?: true;
  /** Why a directory could not be listed. Its contents are missing. */
  readonly error?: AccessError;
  /** The name of the entry is a title. The index file of its directory keeps it. */
  readonly titled?: true;
  /** Why the copy has another name than the resource. */
  readonly renamed?: string;
  /** The path of another entry of the tree that is the same resource. */
  readonly sameAs?: readonly string[];
  /** An index file, for the entries of a directory whose listing has ended. It is not a resource of the server. */
  readonly index?: IndexStyle;
  /** The contents of an index file. */
  readonly content?: Uint8Array;
}

/** Returns the key of a path in a Map. */
export function pathKey(path: readonly string[]): string {
  return path.join("/\0");
}

/** Decides whether an entry belongs to a tree. @param path its names below the first directory. */
export type TreeFilter = (path: readonly string[], entry: Entry) => boolean;

const DECLARATIONS = {
  maxDepth: {
    type: "integer",
    unlimited: true,
    description: "nested directories of the walk. Default: the limit `maxDepth`",
  },
  maxEntries: {
    type: "integer",
    unlimited: true,
    description: "entries in the whole tree. Default: the limit `maxEntries`",
  },
  maxConnectFailures: {
    type: "integer",
    unlimited: true,
    default: 10,
    description:
      "directories and files in a row whose server cannot be reached. One more ends the walk or the copy with the error",
  },
  filter: {
    type: "function",
    as: undefined as TreeFilter | undefined,
    description:
      "called with the path of an entry, and the entry; if it returns false, the entry and what is below it do not belong to the tree",
  },
  span: {
    type: "choice",
    choices: ["host", "hosts"],
    default: "host",
    description:
      "whether to enter only directories with the scheme, host, and port of the first URL, or those of other servers too, by the rules of URLs that a server named",
  },
} as const;

/** The options of `walk` and `copyTree`, with those of a call. */
export const walkOptions: OptionSet<(typeof callOptions)["declarations"] & typeof DECLARATIONS> =
  defineOptions("walk", { ...callOptions.declarations, ...DECLARATIONS });

/** The options of `walk` and `copyTree` beyond those of a call. */
export type WalkOptions = Pick<OptionsInput<typeof walkOptions>, keyof typeof DECLARATIONS>;

/** The bounds of a walk. */
interface Bounds {
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly maxConnectFailures: number;
  readonly span: "host" | "hosts";
  readonly filter: TreeFilter | undefined;
  /** Whether to enter directories that are links. */
  readonly links: "copy" | "follow" | "skip";
  /** How a copy names the entries of a directory. Absent: by their names. */
  readonly findNaming?: (directory: string) => DirectoryNaming | undefined;
}

interface Directory {
  readonly target: UrlOrEntry;
  readonly path: readonly string[];
  readonly localPath: readonly string[] | undefined;
  /** As yielded; `undefined` for the first directory. */
  readonly walked: TreeEntry | undefined;
  /** Is it a link, or below one? */
  readonly isLinked: boolean;
}

/** Lists a directory: the first one by the caller's URL, the others by entries. */
type List = (target: UrlOrEntry) => AsyncGenerator<Entry, void, void>;

/**
 * Yields the entries of a directory and of the directories below it, each directory before its contents. Links are
 * yielded, and not followed. A directory is entered only once. A directory that cannot be listed is yielded a second
 * time, with the reason.
 *
 * @throws {AccessError} too-large: the tree exceeds maxEntries or maxDepth. @throws the error of the first directory.
 */
export async function* walk(
  list: List,
  reading: Reading,
  target: UrlOrEntry,
  { maxDepth, maxEntries, maxConnectFailures, span, filter, links, findNaming }: Bounds,
): AsyncGenerator<TreeEntry, void, void> {
  const { registry } = reading;
  const start = registry.parse(namedUrl(target, undefined).text) as Url;
  rejectFragment(start, "walk");
  const origin = span === "hosts" ? undefined : getOrigin(start, reading);
  /** The paths of the directories, by their URLs. */
  const entered = new Map<string, readonly string[]>([[registry.normalize(start), []]]);
  const lost = new LostServers(maxConnectFailures);
  let exceeded: AccessError | undefined;
  // The next directory is the last of the array: the walk is depth-first.
  const directories: Directory[] = [{ target, path: [], localPath: [], walked: undefined, isLinked: false }];
  let count = 0;
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    const names = new Set<string>();
    const naming = findNaming?.(namedUrl(directory.target, undefined).text);
    const files = new Map<string, readonly string[]>();
    const below: Directory[] = [];
    try {
      for await (const entry of list(directory.target)) {
        if (++count > maxEntries) {
          exceeded = tooLarge(`more than ${maxEntries} entries`, "maxEntries");
          throw exceeded;
        }
        const outside =
          findOutsideReason(entry.url, origin, reading) ?? findOutsideReason(entry.realUrl, origin, reading);
        // Of a file, it is only needed for names.
        const isIdentified = entry.kind === "directory" || naming !== undefined;
        const normal =
          isIdentified && entry.url !== undefined && outside === undefined
            ? registry.normalize(entry.url)
            : undefined;
        // Below a link to a directory of the tree, everything is in the tree a second time.
        const isKnown = normal !== undefined && !directory.isLinked;
        const known = isKnown ? (entered.get(normal) ?? files.get(normal)) : undefined;
        const hasName = normal !== undefined && known === undefined;
        const named = hasName ? naming?.nameFile(entry) : undefined;
        const { name = entry.name, renamed } = named ?? {};
        if (filter !== undefined && !filter([...directory.path, name], entry)) continue;
        const walked: TreeEntry = {
          ...createTreeEntry(entry, name, directory, outside ?? collides(name, names)),
          ...(naming !== undefined && { titled: true }),
          ...(renamed !== undefined && { renamed }),
          ...(known !== undefined && { sameAs: known }),
        };
        if (outside !== undefined) {
          yield leftOut(walked, outside);
          continue;
        }
        const leaves = () => leavesTree(entry, directory.target, start, registry);
        if (links === "follow" && !directory.isLinked && leaves()) {
          yield { ...walked, error: new AccessError("path-blocked", "the link leads out of the tree") };
          continue;
        }
        if (entry.kind !== "directory") {
          if (naming !== undefined && normal !== undefined) files.set(normal, walked.path);
          yield known === undefined ? walked : leftOut(walked, "its directory has it under another title");
          continue;
        }
        // A link to a directory that is in the tree as well is copied as a link.
        if (normal === undefined || (known !== undefined && !(entry.isLink === true && links === "copy"))) {
          yield leftOut(walked, "this directory was already listed, or has no URL");
          continue;
        }
        const isLink = entry.isLink === true;
        if (isLink && links === "copy") {
          yield walked;
          continue;
        }
        if (isLink && links === "skip") {
          yield leftOut(walked, "it is a link to a directory");
          continue;
        }
        if (isLink && directory.isLinked) {
          const error = new AccessError("unsupported", "a linked directory is not entered in another one");
          yield { ...leftOut(walked, error.message), error };
          continue;
        }
        if (walked.path.length > maxDepth) {
          exceeded = tooLarge(`more than ${maxDepth} nested directories`, "maxDepth");
          throw exceeded;
        }
        if (!directory.isLinked) entered.set(normal, walked.path);
        const { path, localPath } = walked;
        const isLinked = isLink || directory.isLinked;
        below.push({ target: toReadable(entry), path, localPath, walked, isLinked });
        yield walked;
      }
      lost.succeeded();
      if (naming !== undefined) yield createIndexEntry(naming.index, directory);
    } catch (error) {
      const { walked } = directory;
      if (walked === undefined || !isAccessError(error) || error === exceeded) throw error;
      if (error.code === "aborted") throw error;
      lost.failed(error);
      yield { ...leftOut(walked, error.message), localPath: undefined, error };
    }
    for (const each of below.reverse()) directories.push(each);
  }
}

/** Yields the entries of a listing after it has ended, at most one more than `maxEntries`. Then throws its error. */
export async function* readFirst(
  listing: AsyncGenerator<Entry, void, void>,
  maxEntries: number,
): AsyncGenerator<Entry, void, void> {
  const entries: Entry[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const entry of listing) if (entries.push(entry) > maxEntries) break;
  } catch (error) {
    failure = { error };
  }
  yield* entries;
  if (failure !== undefined) throw failure.error;
}

function createTreeEntry(
  entry: Entry,
  name: string,
  directory: Directory,
  reason: string | undefined,
): TreeEntry {
  const path = [...directory.path, name];
  const unsafe = entry.unsafe ?? localNameProblem(name) ?? reason;
  const isSafe = unsafe === undefined && directory.localPath !== undefined;
  const localPath = isSafe ? [...directory.localPath, name.normalize("NFC")] : undefined;
  return { entry, path, localPath, ...(unsafe !== undefined && { unsafe }) };
}

function createIndexEntry(index: IndexStyle, { path, localPath }: Directory): TreeEntry {
  const entry: Entry = { name: index.name, kind: "file", url: undefined };
  return {
    entry,
    path: [...path, index.name],
    localPath: localPath && [...localPath, index.name],
    index,
  };
}

function leftOut(walked: TreeEntry, reason: string): TreeEntry {
  return { ...walked, unsafe: walked.unsafe ?? reason, leftOut: true };
}

/** Returns why the URL of an entry is outside of the walked server; `undefined` if it is not, or if `origin` is not given. */
function findOutsideReason(
  url: string | undefined,
  origin: Origin | undefined,
  reading: Reading,
): string | undefined {
  if (url === undefined) return undefined;
  const parsed = reading.registry.tryParse(url);
  if (!parsed.ok) return "its URL is not valid";
  if (origin === undefined) return undefined;
  const { scheme, host, port } = getOrigin(parsed.url, reading);
  if (scheme !== origin.scheme) return `it has a different scheme: ${scheme}`;
  if (host === origin.host && port === origin.port) return undefined;
  return `it is on a different server: ${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Returns a reason for the second of two names that collide on some file system. */
function collides(name: string, names: Set<string>): string | undefined {
  const key = collisionKey(name);
  if (names.has(key)) return "another entry has this name on some systems";
  names.add(key);
  return undefined;
}

function tooLarge(what: string, limit: string): AccessError {
  return tooLargeError(`the tree has ${what}`, limit);
}
