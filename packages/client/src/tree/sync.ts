import { type Attributes, type Entry, isAccessError } from "@anyurl/core";
import { partTargetName } from "@anyurl/core/exchange";
import { copyEntries, type TreeCopying, type TreeCopyResult, type TreeTarget } from "./copy-tree.ts";
import type { JournalKeeper } from "./journal.ts";
import { type Facts, isSameByFacts } from "./same-file.ts";
import { joinDirectoryUrl, joinUrl } from "./url-target.ts";
import { pathKey, type TreeEntry, type TreeFilter } from "./walk.ts";

/** The result for one entry of the source, or for one that only the target had. */
export type SyncResult =
  | TreeCopyResult
  | {
      readonly did: "removed";
      /** An entry of the target. */
      readonly entry: Entry;
      readonly path: readonly string[];
      readonly to: string;
    };

/** The operations of a client that a sync needs beyond those of a copy. */
export interface SyncOperations {
  list(url: string): AsyncIterable<Entry>;
  walk(entry: Entry): AsyncIterable<TreeEntry>;
  stat(url: Entry): Promise<Attributes>;
  /** Compares the bytes of two files. */
  isSameContent(one: Entry, other: Entry, signal: AbortSignal): Promise<boolean>;
  /** Has the file these contents? */
  hasContent(entry: Entry, content: Uint8Array, signal: AbortSignal): Promise<boolean>;
  remove(entry: Entry): Promise<void>;
}

export interface Syncing extends TreeCopying {
  readonly compare: "time" | "size" | "content";
  readonly delete: boolean;
  readonly dryRun: boolean;
  readonly filter: TreeFilter | undefined;
  readonly keeper: JournalKeeper | undefined;
}

/**
 * Makes a tree like another one: copies the files that the target does not have, or that differ. Two runs in a row copy
 * nothing the second time, if both sides know the sizes and times of their files.
 *
 * @param root the URL of the target, ending with "/".
 */
export async function* sync(
  walked: AsyncIterable<TreeEntry>,
  root: string,
  target: TreeTarget,
  operations: SyncOperations,
  how: Syncing,
): AsyncGenerator<SyncResult, void, void> {
  const found = new TargetEntries(root, operations, target.partNames !== undefined);
  const { keeper } = how;
  let isComplete = true;
  if (!(await found.readRoot()) && !how.dryRun) await target.makeDirectory([]);
  const comparing: TreeTarget = {
    ...target,
    async makeDirectory(path) {
      const existing = await found.take(path);
      if (existing?.kind === "directory") {
        found.expect(path, existing);
        return { to: joinDirectoryUrl(root, path), existed: true };
      }
      if (how.dryRun) return { to: joinDirectoryUrl(root, path) };
      const made = await target.makeDirectory(path);
      if (existing?.kind !== "link") return made;
      // It leads to a directory: otherwise this would have failed.
      found.expect(path, existing);
      return { ...made, existed: true };
    },
    async copy(each, path, signal) {
      const { entry, content } = each;
      const existing = await found.take(path);
      if (content !== undefined && existing?.kind === "file") {
        if (await operations.hasContent(existing, content, signal)) return { to: joinUrl(root, path) };
      } else if (existing !== undefined) {
        const isKnown = keeper?.isSame(path, entry, existing);
        if (isKnown ?? (await isSame(entry, existing, how.compare, operations, signal))) {
          if (!how.dryRun) keeper?.compared(path, entry, existing);
          return { to: joinUrl(root, path) };
        }
      }
      if (how.dryRun) return { to: joinUrl(root, path), octets: content?.length ?? entry.size ?? 0 };
      const copied = await target.copy(each, path, signal);
      if (content === undefined) keeper?.copied(path, entry);
      return copied;
    },
    ...(target.makeLink !== undefined && {
      async makeLink(each: TreeEntry, linkTarget: string, path: readonly string[], signal: AbortSignal) {
        const to = joinUrl(root, path);
        if ((await found.take(path))?.linkTarget === linkTarget) return { to };
        if (how.dryRun) return { to, octets: 0 };
        return target.makeLink!(each, linkTarget, path, signal);
      },
    }),
    // A dry run removes nothing.
    partNames: async (directory) => (how.dryRun ? [] : found.partNames(directory)),
    ...createProbes(target, found, how.dryRun),
  };
  for await (const result of copyEntries(walked, comparing, how)) {
    if (result.did === "failed" && result.entry.kind === "directory") isComplete = false;
    yield result;
  }
  if (how.delete && isComplete) yield* found.remove(how.dryRun, how.filter);
}

/** A dry run writes nothing, so it assumes that the target can have the names. */
function createProbes(
  { isCaseSensitive, canHave }: TreeTarget,
  found: TargetEntries,
  isDryRun: boolean,
): Pick<TreeTarget, "isCaseSensitive" | "canHave"> {
  if (isDryRun) return { isCaseSensitive: async () => true, canHave: async () => true };
  // The directory is listed before, so that the listing does not have the entry of the probe.
  return {
    async isCaseSensitive(directory) {
      await found.settle(directory);
      return isCaseSensitive(directory);
    },
    ...(canHave !== undefined && {
      async canHave(directory: readonly string[], ending: string) {
        await found.settle(directory);
        return canHave(directory, ending);
      },
    }),
  };
}

async function isSame(
  from: Entry,
  to: Entry,
  compare: Syncing["compare"],
  { stat, isSameContent }: SyncOperations,
  signal: AbortSignal,
): Promise<boolean> {
  if (to.kind === "directory") return false;
  if (compare === "content") return isSameContent(from, to, signal);
  const isExact = (facts: Facts) => isSameByFacts(from, facts, compare) !== undefined;
  if (isExact(to)) return isSameByFacts(from, to, compare)!;
  // A listing can be less precise than the metadata of one file.
  const [one, other] = await Promise.all([refine(from, stat), refine(to, stat)]);
  return isSameByFacts(one, other, compare) ?? false;
}

/** Returns the metadata of a file. What the listing says is used if the server does not know more. */
async function refine(entry: Entry, stat: SyncOperations["stat"]): Promise<Facts> {
  if (entry.url === undefined) return entry;
  try {
    const { size = entry.size, ...facts } = await stat(entry);
    // The precision belongs to the date: absent, it is a second.
    const dated: Facts = facts.modified === undefined ? entry : facts;
    return { ...dated, ...(size !== undefined && { size }) };
  } catch (error) {
    if (isAccessError(error) && error.code !== "aborted") return entry;
    throw error;
  }
}

/** A directory that both sides have. */
interface TargetDirectory {
  readonly path: readonly string[];
  /** Absent: the first directory. */
  readonly entry: Entry | undefined;
  /** Is it a symbolic link, or below one? Then nothing in it is removed. */
  readonly isLinked: boolean;
  /** Its entries that the source did not have so far. Absent: it was not listed. */
  listing?: Promise<Map<string, Entry>>;
}

/**
 * The entries of the directories of the target that the source has as well. A directory is listed when the first of its
 * entries is needed: the listings of all directories would take much memory.
 */
class TargetEntries {
  readonly #root: string;
  readonly #operations: SyncOperations;
  /** Can there be incomplete files? They are not entries of the tree. */
  readonly #hasParts: boolean;
  readonly #partNames = new Map<string, readonly string[]>();
  readonly #directories = new Map<string, TargetDirectory>();

  constructor(root: string, operations: SyncOperations, hasParts: boolean) {
    this.#root = root;
    this.#operations = operations;
    this.#hasParts = hasParts;
  }

  /** Lists the first directory. Returns false if it does not exist. */
  async readRoot(): Promise<boolean> {
    this.expect([], undefined);
    try {
      await this.#list([]);
      return true;
    } catch (error) {
      if (!isAccessError(error) || error.code !== "not-found") throw error;
      this.#directories.delete(pathKey([]));
      return false;
    }
  }

  /** The target has this directory. */
  expect(path: readonly string[], entry: Entry | undefined): void {
    const isLinked =
      entry?.isLink === true ||
      entry?.kind === "link" ||
      this.#directories.get(pathKey(path.slice(0, -1)))?.isLinked === true;
    this.#directories.set(pathKey(path), { path, entry, isLinked });
  }

  /** Returns the entries of a directory; `undefined` if the target does not have it. */
  async #list(path: readonly string[]): Promise<Map<string, Entry> | undefined> {
    const directory = this.#directories.get(pathKey(path));
    if (directory === undefined) return undefined;
    directory.listing ??= this.#read(path);
    try {
      return await directory.listing;
    } catch (error) {
      if (isAccessError(error) && error.retryable) delete directory.listing;
      throw error;
    }
  }

  async #read(path: readonly string[]): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>();
    const parts: string[] = [];
    for await (const entry of this.#operations.list(joinDirectoryUrl(this.#root, path))) {
      if (this.#hasParts && partTargetName(entry.name) !== undefined) parts.push(entry.name);
      else entries.set(entry.name, entry);
    }
    if (parts.length > 0) this.#partNames.set(pathKey(path), parts);
    return entries;
  }

  /** Waits until a directory was listed, or could not be. */
  async settle(path: readonly string[]): Promise<void> {
    await this.#list(path).catch(() => {});
  }

  async partNames(directory: readonly string[]): Promise<readonly string[]> {
    await this.settle(directory);
    return this.#partNames.get(pathKey(directory)) ?? [];
  }

  /** Returns an entry that the source has as well; `undefined` if the target does not have it. */
  async take(path: readonly string[]): Promise<Entry | undefined> {
    const entries = await this.#list(path.slice(0, -1));
    const name = path.at(-1)!;
    const entry = entries?.get(name);
    entries?.delete(name);
    return entry;
  }

  /** Removes what the source does not have, directories after their contents. */
  async *remove(isDryRun: boolean, filter: TreeFilter | undefined): AsyncGenerator<SyncResult, void, void> {
    for (const { path, entry: directory, isLinked } of this.#directories.values()) {
      let entries: Map<string, Entry> | undefined;
      try {
        entries = await this.#list(path);
      } catch (error) {
        yield notRemoved(directory!, path, error);
        continue;
      }
      for (const entry of entries?.values() ?? []) {
        const own = [...path, entry.name];
        if (filter !== undefined && !filter(own, entry)) continue;
        if (isLinked) yield { entry, path: own, localPath: undefined, did: "skipped", why: IN_LINK };
        else yield* this.#removeTree(entry, own, isDryRun);
      }
    }
  }

  async *#removeTree(
    entry: Entry,
    path: readonly string[],
    isDryRun: boolean,
  ): AsyncGenerator<SyncResult, void, void> {
    const below: TreeEntry[] = [];
    const isDirectory = entry.kind === "directory" && entry.isLink !== true;
    try {
      if (isDirectory) for await (const each of this.#operations.walk(entry)) below.push(each);
    } catch (error) {
      yield notRemoved(entry, path, error);
      return;
    }
    for (const each of below.reverse())
      yield await this.#removeOne(each.entry, [...path, ...each.path], isDryRun);
    yield await this.#removeOne(entry, path, isDryRun);
  }

  async #removeOne(entry: Entry, path: readonly string[], isDryRun: boolean): Promise<SyncResult> {
    const result = { entry, path } as const;
    try {
      if (!isDryRun) await this.#operations.remove(entry);
      return { ...result, did: "removed", to: entry.url ?? "" };
    } catch (error) {
      return notRemoved(entry, path, error);
    }
  }
}

const IN_LINK = "it is in a directory that is a link, so it is not removed";

/** @throws the error, if it is not one of the server. */
function notRemoved(entry: Entry, path: readonly string[], error: unknown): SyncResult {
  if (!isAccessError(error) || error.code === "aborted") throw error;
  const why = `cannot remove it: ${error.message}`;
  return { entry, path, localPath: undefined, did: "failed", why, error };
}
