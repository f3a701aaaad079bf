import { AccessError, type ByteRange } from "@anyurl/core";
import type { DocumentRequest } from "./document.ts";
import type { WaisUrl } from "./syntax.ts";

/** Returns the document of a URL. @throws {AccessError} is-a-directory: the URL is a database or a search. */
export function toDocument(url: WaisUrl, range?: ByteRange): DocumentRequest {
  const { wtype, wpath, length, spelling } = url.parts;
  if (wtype === undefined || wpath === undefined)
    throw new AccessError("is-a-directory", "cannot download a database or a search", {
      hint: "use list",
    });
  // Servers write 0 for an unknown length.
  const part = spelling === "fields" ? "wpath[0]" : "wpath";
  return { parts: url.parts, documentId: wpath, type: wtype, part, length: length || undefined, range };
}

/** Returns the search words, or "". @throws {AccessError} not-a-directory: the URL is a document. */
export function searchWords({ parts }: WaisUrl): string {
  if (parts.wtype === undefined) return parts.search ?? "";
  throw new AccessError("not-a-directory", "cannot list a document");
}

/** Returns true if the URL is a database or a search, and not a document. */
export function hasEntries({ parts }: Pick<WaisUrl, "parts">): boolean {
  return parts.wtype === undefined;
}
