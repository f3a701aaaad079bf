import { displayText } from "../operations/display.ts";
import { findNearest } from "../options/nearest.ts";
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
    const near = findLikelyField(name, fields);
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

/** Returns the likely field: it contains the given name, or is spelled nearly so. */
function findLikelyField(given: string, names: readonly string[]): string | undefined {
  const lower = given.toLowerCase();
  const holds = names.find((name) => lower.length > 2 && name.toLowerCase().includes(lower));
  return holds ?? findNearest(given, names);
}
