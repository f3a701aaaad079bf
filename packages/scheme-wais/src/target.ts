import { AccessError, type ByteRange } from "@anyurl/core";
import type { Wanted } from "./document.ts";
import type { WaisUrl } from "./syntax.ts";

/** The document that a URL names. @throws {AccessError} is-a-directory: it names a database, or a search. */
export function documentOf(url: WaisUrl, range?: ByteRange): Wanted {
  const { wtype, wpath, length, spelling } = url.parts;
  if (wtype === undefined || wpath === undefined)
    throw new AccessError(
      "is-a-directory",
      "this is a database, or a search in it: it has entries, and no octets",
      {
        hint: "list it",
      },
    );
  // Servers write 0 for what they do not know.
  const part = spelling === "fields" ? "wpath[0]" : "wpath";
  return { parts: url.parts, documentId: wpath, type: wtype, part, length: length || undefined, range };
}

/** The words to search for; "" for none. @throws {AccessError} not-a-directory: the URL names a document. */
export function wordsOf({ parts }: WaisUrl): string {
  if (parts.wtype === undefined) return parts.search ?? "";
  throw new AccessError("not-a-directory", "a document has no entries: databases and searches have");
}

/** Does the URL name a database of a server, or a search in it, and no document? */
export function hasEntries({ parts }: Pick<WaisUrl, "parts">): boolean {
  return parts.wtype === undefined;
}
