import { parsePlusRequest } from "./plus/plus.ts";
import type { GopherParts } from "./syntax.ts";

/**
 * Returns the request for the attributes of an item: the "!…" of the URL, or "!". For an index server it has an empty
 * search (Gopher+, appendix II).
 */
export function toAttributesRequest(parts: GopherParts): GopherParts {
  const { gopherPlus } = parts;
  const own = gopherPlus !== undefined && parsePlusRequest(gopherPlus).kind === "attributes";
  return own ? parts : { ...parts, search: "", gopherPlus: "!" };
}
