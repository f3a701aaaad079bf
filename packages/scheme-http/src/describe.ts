import { decodeText, describeAuthority, describeFragment, isDotSegment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** Each part of an http URL: where it stands, and what HTTP makes of it. */
export function describe(url: HttpUrl): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const { path, query } = url;
  const parts: Part[] = describeAuthority(url, DEFAULT_PORT[url.scheme]).map(unsent);
  parts.push({
    name: "path",
    start: pathStart,
    end: pathEnd,
    value: path === "" ? "/" : decodeText(path),
    meaning: pathMeaning(path),
    cite: "RFC 9112 §3.2.1",
  });
  if (query !== undefined) {
    parts.push({
      name: "searchpart",
      start: pathEnd + 1,
      end: queryEnd,
      value: decodeText(query),
      meaning: query === "" ? "an empty question, which is not the same as none" : "what the server is asked",
      cite: "RFC 3986 §3.4",
    });
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** "a recipient SHOULD parse for userinfo and treat its presence as an error" (RFC 9110 §4.2.4) */
function unsent(part: Part): Part {
  if (part.name !== "user" && part.name !== "password") return part;
  return { ...part, meaning: `${part.meaning}; never sent, and often a disguise`, cite: "RFC 9110 §4.2.4" };
}

function pathMeaning(path: string): string {
  if (path === "") return 'no path: "/" is asked for';
  return path.split("/").some(isDotSegment)
    ? "what is asked for, once its dot segments are removed"
    : "what is asked for";
}
