import { plusRequestOf } from "./plus.ts";
import type { GopherParts } from "./syntax.ts";

/**
 * What asks for the attributes of the item that a URL names: its own "!…", or "!". An index server is asked
 * with a search for nothing (Gopher+, appendix II).
 */
export function attributesRequest(parts: GopherParts): GopherParts {
  const { gopherPlus } = parts;
  const own = gopherPlus !== undefined && plusRequestOf(gopherPlus).kind === "attributes";
  return own ? parts : { ...parts, search: "", gopherPlus: "!" };
}
