import { createRequire } from "node:module";

/**
 * Returns the number of columns of a text on a terminal. The library that measures arbitrary text takes about half as
 * long to load as Node takes to start, so it is loaded only if needed: common characters take one column each.
 */
export function stringWidth(text: string): number {
  if (USUAL.test(text)) return text.length;
  measure ??= (createRequire(import.meta.url)("string-width") as typeof import("string-width")).default;
  return measure(text);
}

let measure: ((text: string) => number) | undefined;

/** ASCII and Latin letters, dashes, quotation marks, bullets and "…": all of them are visible and one column wide. */
const USUAL = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u2010-\u2027]*$/;
