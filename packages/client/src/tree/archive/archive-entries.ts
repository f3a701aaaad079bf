import type { TreeEntry } from "../walk.ts";

/** Leaves out what an archive does not have: index files, and the names of files. */
export async function* toArchiveEntries(
  walked: AsyncIterable<TreeEntry>,
): AsyncGenerator<TreeEntry, void, void> {
  for await (const { renamed: _, index, titled: __, ...each } of walked) if (index === undefined) yield each;
}
