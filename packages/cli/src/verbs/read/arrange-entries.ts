import type { Entry } from "anyurl";
import { languageTag } from "../../language.ts";

/** The orders of a listing: the values of --sort. "none" is the order of the server. */
export type SortOrder = "name" | "size" | "time" | "none";

/** Sorts entries: directories first, the largest and the newest first, and names as people count: a2 before a10. */
export function sortEntries(entries: readonly Entry[], order: SortOrder, reverse = false): readonly Entry[] {
  if (order === "none") return reverse ? entries.toReversed() : entries;
  const { compare } = new Intl.Collator(languageTag(), { numeric: true });
  const byName = (one: Entry, other: Entry) => compare(one.name, other.name);
  const sign = reverse ? -1 : 1;
  const first = (one: Entry, other: Entry) =>
    Number(other.kind === "directory") - Number(one.kind === "directory");
  const value = ({ size, modified }: Entry) => (order === "size" ? size : modified?.getTime()) ?? -Infinity;
  const compareEntries = (one: Entry, other: Entry): number => {
    if (order === "name" || value(one) === value(other)) return byName(one, other);
    return value(one) > value(other) ? -1 : 1;
  };
  return entries.toSorted((one, other) => first(one, other) || sign * compareEntries(one, other));
}

/** Returns whether a name, or a directory on its path, begins with ".". */
export function isHidden({ name }: Entry): boolean {
  return /(?:^|\/)\.(?!\.?(?:\/|$))/.test(name);
}
