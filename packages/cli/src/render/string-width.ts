import { createRequire } from "node:module";

/**
 * Columns that a text takes on a terminal. What measures any text takes longer to load than Node takes for half of its
 * start, so it is loaded for a text that wants it: the usual letters take one column each.
 */
export function stringWidth(text: string): number {
  if (USUAL.test(text)) return text.length;
  measure ??= (createRequire(import.meta.url)("string-width") as typeof import("string-width")).default;
  return measure(text);
}

let measure: ((text: string) => number) | undefined;

/** ASCII and Latin letters, dashes, quotation marks, bullets and "…": none of them wide, none of them invisible. */
const USUAL = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u2010-\u2027]*$/;
