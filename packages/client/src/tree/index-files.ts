import { octetsOf } from "@anyurl/core";
import type { IndexStyle } from "@anyurl/core/presentation";
import { pathKey, type TreeEntry } from "./walk.ts";

/** A directory whose entries have titles. */
interface TitledDirectory {
  /** Its entries, in the order of the listing. */
  readonly entries: TreeEntry[];
  /** Its index file, and the path of that in the target. `undefined`: the listing has not ended. */
  index?: { readonly each: TreeEntry; readonly style: IndexStyle; readonly place: readonly string[] };
}

/** An index file of the target. */
export interface IndexFile {
  readonly each: TreeEntry;
  readonly place: readonly string[];
}

/** Collects the titles of a tree, for the index files of its directories. They are written at the end. */
export class IndexFiles {
  readonly #directories = new Map<string, TitledDirectory>();
  /** Where the target has the entries, by their paths in the source. */
  readonly #places = new Map<string, readonly string[]>();

  /** Remembers an entry that has a title. */
  add(each: TreeEntry): void {
    if (each.titled === true) this.#directoryOf(each).entries.push(each);
  }

  /** Remembers the index file of a directory, whose listing has ended. */
  end(each: TreeEntry, style: IndexStyle, place: readonly string[]): void {
    this.#directoryOf(each).index = { each, style, place };
  }

  #directoryOf({ path }: TreeEntry): TitledDirectory {
    const parent = pathKey(path.slice(0, -1));
    const directory = this.#directories.get(parent) ?? { entries: [] };
    this.#directories.set(parent, directory);
    return directory;
  }

  /** Remembers that the target has an entry. */
  copied({ titled, path }: TreeEntry, place: readonly string[]): void {
    if (titled === true) this.#places.set(pathKey(path), place);
  }

  /** Remembers that a directory could not be listed: the target may have it, without its contents. */
  forget({ path }: TreeEntry): void {
    this.#places.delete(pathKey(path));
  }

  /** Returns the index files, with their contents. */
  *files(): Generator<IndexFile, void, void> {
    this.#places.set(pathKey([]), []);
    for (const { entries, index } of this.#directories.values()) {
      if (index === undefined) continue;
      const { each, style, place } = index;
      const indexed = entries.map(({ entry, path, sameAs, leftOut }) => {
        const isCopied = sameAs !== undefined || (leftOut !== true && entry.url !== undefined);
        return { entry, copy: isCopied ? this.#places.get(pathKey(sameAs ?? path)) : undefined };
      });
      yield { each: { ...each, content: octetsOf(style.write(indexed, place.slice(0, -1))) }, place };
    }
  }
}
