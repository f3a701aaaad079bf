import { describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type NntpUrl, splitPath } from "./syntax.ts";

/** Returns the parts of an nntp URL: their positions and their meaning. */
export function describe(url: NntpUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const { group, article } = splitPath(url);
  const { newsgroupName, articleNumber } = url.parts;
  parts.push({
    name: "newsgroupName",
    start: group.start,
    end: group.start + group.raw.length,
    value: newsgroupName,
    meaning: article === undefined ? "the newsgroup" : "the newsgroup of the article",
    cite: "RFC 5538 §3",
  });
  if (article !== undefined && articleNumber !== undefined) {
    parts.push({
      name: "articleNumber",
      start: article.start,
      end: article.start + article.raw.length,
      value: articleNumber,
      meaning: "the article number in this group, on this server only",
      cite: "RFC 5538 §2.1",
    });
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
