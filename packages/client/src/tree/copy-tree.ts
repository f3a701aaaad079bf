import { AccessError, isAccessError } from "@anyurl/core";
import { partTargetName } from "@anyurl/core/exchange";
import { IndexFiles } from "./index-files.ts";
import { Leftovers, type PartTarget } from "./leftovers.ts";
import { copyLinkTarget } from "./link-target.ts";
import { LostServers } from "./lost-servers.ts";
import { DirectoryRules } from "./name-rules.ts";
import {
  DirectoryNames,
  escapeFirst,
  escapeName,
  findNameProblem,
  isTooLong,
  type NameChoice,
  type TargetNames,
} from "./target-name.ts";
import { TaskQueue } from "./task-queue.ts";
import { pathKey, type TreeEntry, type TreeFilter } from "./walk.ts";
import { type TreeTotal, walkAhead } from "./walk-ahead.ts";

/** The result for one entry of a tree. */
export type TreeCopyResult = TreeEntry &
  (
    | { readonly did: "copied"; readonly to: string; readonly octets: number }
    | { readonly did: "made"; readonly to: string }
    /** For `sync`: the target has the directory, or a file that is the same. */
    | { readonly did: "unchanged"; readonly to: string }
    /** The entry does not belong to the tree, or the options exclude it. */
    | { readonly did: "skipped"; readonly why: string }
    /** The entry belongs to the tree, and was not copied. */
    | { readonly did: "failed"; readonly why: string; readonly error?: unknown }
  );

/** Where a tree is copied to. */
export interface TreeTarget extends PartTarget {
  readonly names: TargetNames;
  /** Creates a directory, which may exist. Returns its name in results: a URL, or a path. */
  makeDirectory(path: readonly string[]): Promise<{ readonly to: string; readonly existed?: boolean }>;
  /**
   * Copies the resource of an entry to a file, or writes the contents of an index file. Returns its name in results; no
   * bytes if the file is the same.
   */
  copy(
    each: TreeEntry,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly to: string; readonly octets?: number }>;
  /** Creates a symbolic link. Absent: the target cannot have them. Returns its name in results. */
  makeLink?(
    each: TreeEntry,
    target: string,
    path: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly to: string; readonly octets?: number }>;
  /** Can the directory have two names that differ only in case? */
  isCaseSensitive(directory: readonly string[]): Promise<boolean>;
  /**
   * Can the directory have a name with this ending, unchanged? Asked about a local directory before it gets a name that
   * some file systems cannot have. Absent: it can have every name that `names` allows.
   */
  canHave?(directory: readonly string[], ending: string): Promise<boolean>;
  /** Called at the end of a copy that no error has ended. */
  end?(): Promise<void>;
}

/** How a tree is copied. */
export interface TreeCopying {
  readonly names: NameChoice;
  readonly links: "copy" | "follow" | "skip";
  readonly parallel: number;
  readonly failFast: boolean;
  readonly maxConnectFailures: number;
  readonly lookAhead: number;
  readonly onTotal: ((total: TreeTotal) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  /** Incomplete files of what it excludes stay. */
  readonly filter?: TreeFilter | undefined;
}

/**
 * Copies the entries of a tree: creates directories, and copies several files at once. Yields a result for each entry when it is done,
 * so results of files can be in another order than the entries.
 *
 * The entries of one directory come one after the other, after the directory.
 *
 * An error of one entry does not stop the copy, unless the options ask for that. An error that every other entry would
 * have as well does: the target is full, or one of the servers is gone.
 *
 * @throws {AccessError} unsafe-name: the target cannot have a name, and the option names is "strict".
 */
export async function* copyEntries(
  walked: AsyncIterable<TreeEntry> | Iterable<TreeEntry>,
  target: TreeTarget,
  { names, links, parallel, failFast, maxConnectFailures, lookAhead, onTotal, signal, filter }: TreeCopying,
): AsyncGenerator<TreeCopyResult, void, void> {
  const lost = new LostServers(maxConnectFailures);
  const queue = new TaskQueue<TreeCopyResult>(parallel, signal);
  const places = new Places(target, names);
  const indexes = new IndexFiles();
  const leftovers = new Leftovers(target, filter);
  const failed = (each: TreeEntry, error: unknown): TreeCopyResult => {
    signal?.throwIfAborted();
    if (failFast || !isAccessError(error) || ENDING_CODES.has(error.code)) throw error;
    lost.failed(error);
    return { ...each, did: "failed", why: error.message, error };
  };
  /** Returns the result of an entry that is not copied, and has no error of its own. */
  const unlessFailFast = (result: TreeCopyResult): TreeCopyResult => {
    if (!failFast || result.did !== "failed") return result;
    throw new AccessError("unsupported", `cannot copy ${JSON.stringify(result.entry.name)}: ${result.why}`);
  };
  const copyFile = async (each: TreeEntry, path: readonly string[], aborted: AbortSignal) => {
    try {
      const did = await (isSymbolicLink(each) && links === "copy"
        ? copyLink(each, path, target, names, aborted)
        : target.copy(each, path, aborted));
      lost.succeeded();
      indexes.copied(each, path);
      return {
        ...each,
        ...("octets" in did ? { did: "copied" } : { did: "unchanged" }),
        ...did,
      } as TreeCopyResult;
    } catch (error) {
      aborted.throwIfAborted();
      if (queue.isOverload(error)) throw error;
      leftovers.keep(path);
      return failed(each, error);
    }
  };
  try {
    for await (const each of walkAhead(walked, lookAhead, onTotal)) {
      yield* queue.results();
      const { entry, error } = each;
      if (error !== undefined) {
        places.forget(each);
        indexes.forget(each);
        yield failed(each, error);
        continue;
      }
      indexes.add(each);
      if (each.index !== undefined) {
        const place = await places.find(each);
        if ("why" in place) yield unlessFailFast({ ...each, ...toResult(place) });
        else indexes.end(each, each.index, place.path);
        continue;
      }
      const leftOut = findLeftOutResult(each, links);
      if (leftOut !== undefined) {
        yield unlessFailFast(leftOut);
        continue;
      }
      const place = await places.find(each);
      if ("why" in place) {
        yield unlessFailFast({ ...each, ...toResult(place) });
        continue;
      }
      const { path, renamed } = place;
      const named = renamed === undefined ? each : { ...each, renamed };
      if (entry.kind === "directory" && !(isSymbolicLink(each) && links === "copy")) {
        try {
          const { to, existed } = await target.makeDirectory(path);
          places.add(each.path, path);
          indexes.copied(each, path);
          yield { ...named, did: existed === true ? "unchanged" : "made", to };
        } catch (problem) {
          yield failed(each, problem);
        }
      } else yield* queue.add((aborted) => copyFile(named, path, aborted));
    }
    yield* queue.rest();
    for (const { each, place } of indexes.files())
      yield* queue.add((aborted) => copyFile(each, place, aborted));
    yield* queue.rest();
    await leftovers.remove(places.directories());
    await target.end?.();
  } finally {
    await queue.end();
  }
}

function toResult({ why, isChoice }: NoPlace): { readonly did: "skipped" | "failed"; readonly why: string } {
  return { did: isChoice === true ? "skipped" : "failed", why };
}

/** Is it a symbolic link? A link of a menu is not: it has a title. */
function isSymbolicLink({ entry, titled }: TreeEntry): boolean {
  return entry.isLink === true || (entry.kind === "link" && titled !== true);
}

/** @throws {AccessError} unsupported: the link cannot be copied as one. */
async function copyLink(
  each: TreeEntry,
  path: readonly string[],
  target: TreeTarget,
  choice: NameChoice,
  signal: AbortSignal,
) {
  const { linkTarget } = each.entry;
  if (linkTarget === undefined)
    throw new AccessError("unsupported", "the source does not tell where the link leads");
  if (target.makeLink === undefined)
    throw new AccessError("unsupported", "the target cannot have symbolic links");
  const copied = copyLinkTarget(linkTarget, each.path.length - 1, target.names, choice);
  if ("why" in copied) throw new AccessError("unsupported", copied.why);
  return target.makeLink(each, copied.target, path, signal);
}

/** Returns the result for an entry that is not copied, whatever its name is. */
function findLeftOutResult(each: TreeEntry, links: TreeCopying["links"]): TreeCopyResult | undefined {
  const { entry, leftOut, unsafe } = each;
  const isLink = entry.isLink === true || entry.kind === "link";
  if (partTargetName(entry.name) !== undefined)
    return { ...each, did: "skipped", why: "it is an incomplete copy of another file" };
  if (isLink && links === "skip") return { ...each, did: "skipped", why: "it is a link" };
  if (leftOut === true) return { ...each, did: "skipped", why: unsafe ?? "it is outside of the tree" };
  if (entry.url === undefined) {
    // A line of text in a menu is not a resource.
    const did = entry.kind === "information" || entry.kind === "error" ? "skipped" : "failed";
    return { ...each, did, why: entry.unsafe ?? "it has no URL" };
  }
  switch (entry.kind) {
    case "file":
    case "unknown":
    case "directory":
    case "link":
      return undefined;
    default:
      return { ...each, did: "skipped", why: `it is not a file: ${entry.kind}` };
  }
}

/** Where an entry goes. */
interface Place {
  readonly path: readonly string[];
  /** Why its name is not that of the source. */
  readonly renamed?: string;
}

/** Why an entry goes nowhere. */
interface NoPlace {
  readonly why: string;
  /** The option `names` says so. */
  readonly isChoice?: true;
}

/** The paths of the entries of a tree in the target. */
class Places {
  readonly #target: TreeTarget;
  readonly #choice: NameChoice;
  /** The directories of the source that the target has, by their path. */
  readonly #directories = new Map<
    string,
    { readonly path: readonly string[]; readonly rules: DirectoryRules }
  >();
  /** The names of the directory whose entries are copied. Those of all directories would take much memory. */
  #names: { readonly directory: string; readonly taken: DirectoryNames } | undefined;

  constructor(target: TreeTarget, choice: NameChoice) {
    this.#target = target;
    this.#choice = choice;
    this.add([], []);
  }

  /** Returns the directories of the target whose sources were listed. */
  *directories(): Generator<readonly string[], void, void> {
    for (const { path } of this.#directories.values()) yield path;
  }

  forget({ path }: TreeEntry): void {
    this.#directories.delete(pathKey(path));
  }

  /** Remembers where the target has a directory of the source. */
  add(source: readonly string[], path: readonly string[]): void {
    const { canHave } = this.#target;
    const rules = new DirectoryRules(
      this.#target.names,
      canHave && ((ending) => canHave.call(this.#target, path, ending)),
    );
    this.#directories.set(pathKey(source), { path, rules });
  }

  #namesIn(directory: string, path: readonly string[]): DirectoryNames {
    if (this.#names?.directory !== directory)
      this.#names = { directory, taken: new DirectoryNames(() => this.#target.isCaseSensitive(path)) };
    return this.#names.taken;
  }

  /** @throws {AccessError} unsafe-name */
  async find({ path, renamed }: TreeEntry): Promise<Place | NoPlace> {
    const parent = pathKey(path.slice(0, -1));
    const directory = this.#directories.get(parent);
    if (directory === undefined) return { why: "its directory was not copied" };
    const names = this.#namesIn(parent, directory.path);
    const name = path.at(-1)!;
    const place = (spelling: string, why?: string): Place => {
      const escaped =
        spelling === name ? undefined : (why ?? "it looks like the escaped form of another name");
      const reason = renamed ?? escaped;
      return { path: [...directory.path, spelling], ...(reason !== undefined && { renamed: reason }) };
    };
    const rules = await directory.rules.find(name);
    let problem = findNameProblem(name, rules);
    let spelling = this.#choice === "escape" ? escapeName(name, rules) : name;
    if (spelling === undefined) return { why: problem ?? "it has no name" };
    if (problem === undefined && isTooLong(spelling, rules))
      return { why: "its name is too long for the target" };
    if (problem === undefined || this.#choice === "escape") {
      if (await names.take(spelling)) return place(spelling, problem);
      problem = "the target has another entry with this name";
      spelling = escapeFirst(spelling);
      if (this.#choice === "escape" && (await names.take(spelling))) return place(spelling, problem);
    }
    if (this.#choice === "strict")
      throw new AccessError("unsafe-name", `cannot copy ${JSON.stringify(name)}: ${problem}`, {
        hint: 'set the option names to "escape"',
      });
    return { why: problem, ...(this.#choice === "skip" && { isChoice: true as const }) };
  }
}

/** Errors that the other entries would have as well. */
const ENDING_CODES: ReadonlySet<string> = new Set([
  ...["aborted", "no-space", "bad-option", "bad-argument", "plugin-fault", "auth-required", "auth-failed"],
]);
