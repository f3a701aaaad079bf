import { isAccessError } from "@anyurl/core";
import { partFileName, partTargetName } from "@anyurl/core/exchange";
import { pathKey, type TreeFilter } from "./walk.ts";

/** A target that may keep the incomplete files of interrupted copies. */
export interface PartTarget {
  /** Returns the names of the incomplete files in a directory. Absent: it keeps none. */
  partNames?(directory: readonly string[]): Promise<readonly string[]>;
  /** Removes the incomplete file of a target, if it belongs to the tree. */
  removePart?(path: readonly string[]): Promise<void>;
}

/** The incomplete files that earlier copies have left in the target. */
export class Leftovers {
  readonly #target: PartTarget;
  readonly #filter: TreeFilter | undefined;
  readonly #kept = new Set<string>();

  constructor(target: PartTarget, filter: TreeFilter | undefined) {
    this.#target = target;
    this.#filter = filter;
  }

  /** The copy of a file has failed: the next one can continue it. */
  keep(path: readonly string[]): void {
    this.#kept.add(pathKey([...path.slice(0, -1), partFileName(path.at(-1)!)]));
  }

  /** Removes those whose source does not exist any more, or whose copy is complete. */
  async remove(directories: Iterable<readonly string[]>): Promise<void> {
    const { partNames, removePart } = this.#target;
    if (partNames === undefined || removePart === undefined) return;
    for (const directory of directories) {
      const targets = new Set((await partNames(directory)).map(partTargetName));
      for (const name of targets) {
        if (name === undefined || this.#kept.has(pathKey([...directory, partFileName(name)]))) continue;
        const path = [...directory, name];
        if (this.#filter?.(path, { name, kind: "file", url: undefined }) === false) continue;
        // It only takes up space: what remains does not make the copy fail.
        await removePart(path).catch(ignoreUnlessAborted);
      }
    }
  }
}

function ignoreUnlessAborted(error: unknown): void {
  if (isAccessError(error) && error.code === "aborted") throw error;
}
