import type { TreeFilter } from "@anyurl/client";
import ignore from "ignore";
import type { SyncTreeOptions } from "./sync-options.ts";

/** Returns which entries belong to the tree by the options; `undefined` if all do. */
export function createTreeFilter({
  exclude = [],
  include = [],
  newer,
  maxDepth,
}: Pick<SyncTreeOptions, "exclude" | "include" | "newer" | "maxDepth">): TreeFilter | undefined {
  if (exclude.length === 0 && newer === undefined && maxDepth === undefined) return undefined;
  const rules = ignore()
    .add([...exclude])
    .add(include.map((pattern) => `!${pattern}`));
  return (path, entry) => {
    const isDirectory = entry.kind === "directory";
    if (maxDepth !== undefined && path.length > maxDepth) return false;
    if (newer !== undefined && !isDirectory && entry.modified !== undefined && entry.modified <= newer)
      return false;
    const name = path.join("/");
    // A path such as "../a" is not below the tree, and has no rules: the copy rejects it.
    return !ignore.isPathValid(name) || !rules.ignores(isDirectory ? `${name}/` : name);
  };
}
