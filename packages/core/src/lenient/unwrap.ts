import type { Registry } from "../scheme/registry-types.ts";
import type { Draft } from "./changes.ts";

/** A range of the typed text: [start, end). */
export type Range = readonly [start: number, end: number];

/** The delimiters that people write around a URL, opening and closing. */
const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ["<", ">"],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
  ["»", "«"],
  ["「", "」"],
  ["『", "』"],
]);

/** The prefix of RFC 1738, appendix, in any case. */
const URL_PREFIX = /^url:/i;

/** Removes white space, delimiters, and "URL:" around a URL, in any order. Returns the range of the URL. */
export function unwrap(draft: Draft, urls: Pick<Registry, "scheme">): Range {
  const { typed } = draft;
  let [start, end]: Range = [0, typed.length];
  for (;;) {
    const [from, to] = [start, end];
    while (start < end && isSpace(typed, start)) start++;
    while (end > start && isSpace(typed, end - 1)) end--;
    if (start > from) draft.replace("surrounding-space", from, start, "");
    if (end < to) draft.replace("surrounding-space", end, to, "");
    if (end - start >= 2 && DELIMITERS.get(typed[start]!) === typed[end - 1]) {
      draft.replace("delimiters", start, ++start, "");
      draft.replace("delimiters", --end, end + 1, "");
    } else if (URL_PREFIX.test(typed.slice(start, start + 4)) && urls.scheme("url") === undefined) {
      draft.replace("url-prefix", start, start + 4, "");
      start += 4;
    } else return [start, end];
  }
}

/** White space as in `trim`, which includes line breaks, no-break spaces, and the byte order mark. */
function isSpace(text: string, at: number): boolean {
  return text[at]!.trim() === "";
}
