import {
  AccessError,
  defineOptions,
  type Entry,
  isAccessError,
  type OptionSet,
  type OptionsInput,
  type Url,
} from "@anyurl/core";
import { callOptions } from "../call/call-options.ts";
import { getOrigin, namedUrl, type Origin, type Reading, type UrlOrEntry } from "../call/provenance.ts";
import { collisionKey, localNameProblem } from "./local-name.ts";

/** An entry of a tree, with its position. */
export interface TreeEntry {
  readonly entry: Entry;
  /** The names of its parent directories and its own, as the server reports them. */
  readonly path: readonly string[];
  /** The same as local file names; `undefined` if one of them is not safe. */
  readonly localPath: readonly string[] | undefined;
  /** Why `localPath` is missing, for example for an entry of another server; or why a directory was not entered. */
  readonly unsafe?: string;
  /** The walk does not enter it, and it should not be opened. `unsafe` gives the reason. */
  readonly leftOut?: true;
}

const DECLARATIONS = {
  maxDepth: {
    type: "integer",
    unlimited: true,
    description: "nested directories of the walk. Default: the limit `maxDepth`",
  },
  maxEntries: {
    type: "integer",
    unlimited: true,
    description: "entries of the walk. Default: the limit `maxEntries`",
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
  readonly span: "host" | "hosts";
}

interface Directory {
  readonly target: UrlOrEntry;
  readonly path: readonly string[];
  readonly localPath: readonly string[] | undefined;
  /** As yielded; `undefined` for the first directory. */
  readonly walked: TreeEntry | undefined;
}

/** Lists a directory: the first one by the caller's URL, the others by entries. */
type List = (target: UrlOrEntry) => AsyncGenerator<Entry, void, void>;

/**
 * Yields the entries of a directory and of the directories below it, each directory before its contents. Links are
 * yielded, and not followed. A directory is entered only once. A directory that the policy blocks is yielded a second
 * time, with the reason.
 *
 * @throws {AccessError} too-large: the tree exceeds maxEntries or maxDepth.
 */
export async function* walk(
  list: List,
  reading: Reading,
  target: UrlOrEntry,
  { maxDepth, maxEntries, span }: Bounds,
): AsyncGenerator<TreeEntry, void, void> {
  const { registry } = reading;
  const start = registry.parse(namedUrl(target, undefined).text) as Url;
  const origin = span === "hosts" ? undefined : getOrigin(start, reading);
  const entered = new Set<string>([registry.normalize(start)]);
  // The next directory is the last of the array: the walk is depth-first.
  const directories: Directory[] = [{ target, path: [], localPath: [], walked: undefined }];
  let count = 0;
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    const names = new Set<string>();
    const below: Directory[] = [];
    try {
      for await (const entry of list(directory.target)) {
        if (++count > maxEntries) throw tooLarge(`more than ${maxEntries} entries`, "maxEntries");
        const outside = findOutsideReason(entry, origin, reading);
        const walked = createTreeEntry(entry, directory, outside ?? collides(entry.name, names));
        if (entry.kind !== "directory" || outside !== undefined) {
          yield outside === undefined ? walked : leftOut(walked, outside);
          continue;
        }
        const normal = entry.url && registry.normalize(entry.url);
        if (normal === undefined || entered.has(normal)) {
          yield leftOut(walked, "this directory was already listed, or has no URL");
          continue;
        }
        if (walked.path.length > maxDepth)
          throw tooLarge(`more than ${maxDepth} nested directories`, "maxDepth");
        entered.add(normal);
        below.push({ target: entry, path: walked.path, localPath: walked.localPath, walked });
        yield walked;
      }
    } catch (error) {
      const { walked } = directory;
      if (walked === undefined || !isAccessError(error) || !REFUSED.has(error.code)) throw error;
      yield { ...leftOut(walked, error.message), localPath: undefined };
    }
    directories.push(...below.reverse());
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

/** Errors for a URL that a server named and the policy blocks. The rest of the tree can still be read. */
export const REFUSED: ReadonlySet<string> = new Set([
  "host-blocked",
  "port-blocked",
  "redirect-refused",
  "scheme-blocked",
]);

function createTreeEntry(entry: Entry, directory: Directory, reason: string | undefined): TreeEntry {
  const path = [...directory.path, entry.name];
  const unsafe = entry.unsafe ?? localNameProblem(entry.name) ?? reason;
  const isSafe = unsafe === undefined && directory.localPath !== undefined;
  const localPath = isSafe ? [...directory.localPath!, entry.name.normalize("NFC")] : undefined;
  return { entry, path, localPath, ...(unsafe !== undefined && { unsafe }) };
}

function leftOut(walked: TreeEntry, reason: string): TreeEntry {
  return { ...walked, unsafe: walked.unsafe ?? reason, leftOut: true };
}

/** Returns why an entry is outside of the walked server; `undefined` if it is not, or if `origin` is not given. */
function findOutsideReason({ url }: Entry, origin: Origin | undefined, reading: Reading): string | undefined {
  if (url === undefined) return undefined;
  const parsed = reading.registry.tryParse(url);
  if (!parsed.ok) return "its URL is not valid";
  if (origin === undefined) return undefined;
  const { scheme, host, port } = getOrigin(parsed.url as Url, reading);
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
  return new AccessError("too-large", `the tree has ${what}`, { hint: `increase the limit ${limit}` });
}
