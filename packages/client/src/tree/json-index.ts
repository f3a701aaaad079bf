import type { IndexedEntry, IndexStyle } from "@anyurl/core/presentation";

/**
 * The index of a directory as JSON Lines: for each entry the path of its copy, relative to the directory, its title,
 * and its URL. An entry without a copy has no path.
 */
export const JSON_INDEX: IndexStyle = {
  name: "index.jsonl",
  write: (entries, directory) => entries.map((each) => `${formatLine(each, directory)}\n`).join(""),
};

function formatLine({ entry, copy }: IndexedEntry, directory: readonly string[]): string {
  const { name, kind, url, mediaType, size, modified } = entry;
  const file = copy && toRelative(copy, directory);
  return JSON.stringify({ file, title: name, kind, url, mediaType, size, modified });
}

function toRelative(path: readonly string[], directory: readonly string[]): string {
  const length = directory.findIndex((name, i) => name !== path[i]);
  const common = length < 0 ? directory.length : length;
  return [...directory.slice(common).map(() => ".."), ...path.slice(common)].join("/") || ".";
}
