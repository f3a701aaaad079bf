import { composeError, type UrlSyntaxError } from "./problems.ts";

/* The types of the fields of `format`: JavaScript callers may pass anything. */

/** Returns a field of `format` that must be text. @throws {UrlSyntaxError} bad-field: it is not a string. */
export function requireText(text: string, field: string): string {
  if (typeof text !== "string") throw fieldError(`invalid ${field}: expected text`);
  return text;
}

/**
 * Returns a field of `format` that must be a list of texts, or of objects.
 *
 * @throws {UrlSyntaxError} bad-field: it is not an array, or a member has another type.
 */
export function requireList<T extends object | string>(
  list: readonly T[],
  field: string,
  member: "string" | "object" = "string",
): readonly T[] {
  // A copy has no holes, which `every` would skip.
  if (Array.isArray(list) && [...list].every((each) => typeof (each ?? 0) === member)) return list;
  throw fieldError(`invalid ${field}: expected a list of ${member === "string" ? "texts" : "objects"}`);
}

/** Creates the error for fields of the wrong type. */
export function fieldError(message: string): UrlSyntaxError {
  return composeError("bad-field", "url", message, "RFC 3986 §1.1.1");
}
