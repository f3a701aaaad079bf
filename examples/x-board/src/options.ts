import { AccessError } from "@anyurl/core";

/**
 * Who pins a note: the option `author`. Default: no author.
 *
 * @throws {AccessError} bad-option
 */
export function authorOf({ author = "anonymous" }: Readonly<Record<string, unknown>>): string {
  if (typeof author === "string" && author !== "" && author.length <= 200) return author;
  throw new AccessError("bad-option", "the option author is a name of 200 characters at most");
}
