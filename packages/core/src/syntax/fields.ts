import { displayText } from "../operations/display.ts";
import { syntaxError } from "./problems.ts";

/**
 * Checks the names of the fields passed to `format`: a misspelled one would be ignored, and another URL would be the
 * result.
 *
 * @throws {UrlSyntaxError} unknown-field.
 */
export function checkFields(scheme: string, init: object, fields: readonly string[]): void {
  for (const [name, value] of Object.entries(init)) {
    if (value === undefined || name === "scheme" || fields.includes(name)) continue;
    const near = findNearestField(name, fields);
    throw syntaxError({
      code: "unknown-field",
      message: `unknown field "${displayText(name.slice(0, 40))}" in URLs of ${scheme}`,
      component: "url",
      start: 0,
      end: 0,
      hint: `use ${near ?? fields.join(", ")}`,
      cite: "RFC 3986 §1.1.1",
    });
  }
}

/** Returns the likely field: it contains the given name, or differs by at most two letters. */
function findNearestField(given: string, names: readonly string[]): string | undefined {
  const lower = given.toLowerCase();
  const holds = names.find((name) => lower.length > 2 && name.toLowerCase().includes(lower));
  return (
    holds ?? names.find((name) => editDistance(lower, name.toLowerCase()) <= Math.min(2, name.length / 2))
  );
}

/** Returns the edit distance (Levenshtein), or 3 if it is clearly too large. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
