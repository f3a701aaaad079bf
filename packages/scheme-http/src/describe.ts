import {
  createPart,
  decodeText,
  describeAuthority,
  describeFragment,
  isDotSegment,
  type Part,
} from "@anyurl/core";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** Returns the parts of an http URL: their positions and their meaning. */
export function describe(url: HttpUrl): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const { path, query } = url;
  const parts: Part[] = describeAuthority(url, DEFAULT_PORT[url.scheme]).map(markUnsent);
  const part = createPart(url, "RFC 9112 §3.2.1");
  const value = path === "" ? "/" : decodeText(path);
  parts.push(part("path", [pathStart, pathEnd], describePath(path), { value }));
  if (query !== undefined) {
    const meaning = query === "" ? "an empty query, which differs from no query" : "the query";
    parts.push(part("searchpart", [pathEnd + 1, queryEnd], meaning, { cite: "RFC 3986 §3.4" }));
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** "a recipient SHOULD parse for userinfo and treat its presence as an error" (RFC 9110 §4.2.4) */
function markUnsent(part: Part): Part {
  if (part.name !== "user" && part.name !== "password") return part;
  return { ...part, meaning: `${part.meaning}; never sent, and often a disguise`, cite: "RFC 9110 §4.2.4" };
}

function describePath(path: string): string {
  if (path === "") return 'no path: the request is for "/"';
  return path.split("/").some(isDotSegment)
    ? "the requested path, after its dot segments are removed"
    : "the requested path";
}
