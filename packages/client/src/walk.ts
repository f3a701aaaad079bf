import { AccessError, type Entry } from "@anyurl/core";
import { collisionKey, unsafeLocalName } from "./local-name.ts";

/** An entry of a tree, and where it stands in it. */
export interface Walked {
  readonly entry: Entry;
  /** The names of the directories that lead to it, and its own, as the server has them. */
  readonly path: readonly string[];
  /** The same as names of files here; `undefined` where one of them cannot be one. */
  readonly localPath: readonly string[] | undefined;
  /** Why there is no `localPath`; or why a directory was not entered. */
  readonly unsafe?: string;
}

export interface WalkOptions {
  /** Directories within directories. Default: the client's limit maxDepth. */
  readonly maxDepth?: number;
  /** Entries in all. Default: the client's limit maxEntries. */
  readonly maxEntries?: number;
}

interface Place {
  readonly url: string;
  readonly path: readonly string[];
  readonly localPath: readonly string[] | undefined;
}

/**
 * The entries of a directory and of the directories below it, each before what it holds. Links are given, and not followed;
 * a directory that has been entered already is not entered again.
 *
 * @throws {AccessError} too-large: the tree has more entries, or is deeper, than it may.
 */
export async function* walk(
  list: (url: string) => AsyncGenerator<Entry, void, void>,
  normalize: (url: string) => string,
  url: string,
  { maxDepth, maxEntries }: Required<WalkOptions>,
): AsyncGenerator<Walked, void, void> {
  const entered = new Set<string>([normalize(url)]);
  // The next one to enter is last: so one directory after the other is walked to its end.
  const places: Place[] = [{ url, path: [], localPath: [] }];
  let count = 0;
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const names = new Set<string>();
    const below: Place[] = [];
    for await (const entry of list(place.url)) {
      if (++count > maxEntries) throw tooLarge(`more than ${maxEntries} entries`, "maxEntries");
      const walked = walkedOf(entry, place, names);
      const { kind, url: own } = entry;
      const isNew = kind === "directory" && own !== undefined && !entered.has(normalize(own));
      if (isNew) {
        if (walked.path.length > maxDepth)
          throw tooLarge(`more than ${maxDepth} directories in a row`, "maxDepth");
        entered.add(normalize(own));
        below.push({ url: own, path: walked.path, localPath: walked.localPath });
      }
      yield kind !== "directory" || isNew || walked.unsafe !== undefined
        ? walked
        : { ...walked, unsafe: "this directory has been entered already, or cannot be" };
    }
    places.push(...below.reverse());
  }
}

function walkedOf(entry: Entry, place: Place, names: Set<string>): Walked {
  const path = [...place.path, entry.name];
  const unsafe = entry.unsafe ?? unsafeLocalName(entry.name) ?? collides(entry.name, names);
  const isSafe = unsafe === undefined && place.localPath !== undefined;
  const localPath = isSafe ? [...place.localPath!, entry.name.normalize("NFC")] : undefined;
  return { entry, path, localPath, ...(unsafe !== undefined && { unsafe }) };
}

/** The first of two names that are one on some file system has it; the second has none. */
function collides(name: string, names: Set<string>): string | undefined {
  const key = collisionKey(name);
  if (names.has(key)) return "another entry has this name on some systems";
  names.add(key);
  return undefined;
}

function tooLarge(what: string, limit: string): AccessError {
  return new AccessError("too-large", `the tree has ${what}`, { hint: `raise the limit ${limit}` });
}
