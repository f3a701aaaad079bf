import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { CITE, DEFAULT_PORT, type GeminiUrl } from "./syntax.ts";

/** Returns each part of a gemini URL, with its range and its meaning. */
export function describe(url: GeminiUrl): readonly Part[] {
  const { href, query, fragment } = url;
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  let index = 0;
  for (let start = pathStart + 1; start <= pathEnd; ) {
    const slash = href.indexOf("/", start);
    const end = slash < 0 || slash > pathEnd ? pathEnd : slash;
    const value = decodeText(href.slice(start, end));
    parts.push({
      name: `segments[${index++}]`,
      start,
      end,
      value,
      meaning: meaningOf(value, end < pathEnd),
      cite: CITE,
    });
    start = end + 1;
  }
  if (query !== undefined)
    parts.push({
      ...{ name: "input", start: pathEnd + 1, end: queryEnd, value: decodeText(query) },
      ...{ meaning: "the answer to a question of the server", cite: "Gemini, Status 10" },
    });
  if (fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function meaningOf(segment: string, isInner: boolean): string {
  if (isInner) return "a directory of the path";
  return segment === "" ? "the document of the directory" : "the document";
}
