import { createPart, decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { CITE, DEFAULT_PORT, type GeminiUrl } from "./syntax.ts";

/** Returns each part of a gemini URL, with its range and its meaning. */
export function describe(url: GeminiUrl): readonly Part[] {
  const { href, query, fragment } = url;
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const part = createPart(url, CITE);
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  let index = 0;
  for (let start = pathStart + 1; start <= pathEnd; ) {
    const slash = href.indexOf("/", start);
    const end = slash < 0 || slash > pathEnd ? pathEnd : slash;
    const meaning = meaningOf(decodeText(href.slice(start, end)), end < pathEnd);
    parts.push(part(`segments[${index++}]`, [start, end], meaning));
    start = end + 1;
  }
  if (query !== undefined)
    parts.push(
      part("input", [pathEnd + 1, queryEnd], "the answer to a question of the server", {
        cite: "Gemini, Status 10",
      }),
    );
  if (fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function meaningOf(segment: string, isInner: boolean): string {
  if (isInner) return "a directory of the path";
  return segment === "" ? "the document of the directory" : "the document";
}
