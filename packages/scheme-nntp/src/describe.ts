import { describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type NntpUrl, splitPath } from "./syntax.ts";

/** Each part of an nntp URL: where it stands, and what a news server makes of it. */
export function describe(url: NntpUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const { group, article } = splitPath(url);
  const { newsgroupName, articleNumber } = url.parts;
  parts.push({
    name: "newsgroupName",
    start: group.start,
    end: group.start + group.raw.length,
    value: newsgroupName,
    meaning: article === undefined ? "the newsgroup to look into" : "the newsgroup to enter",
    cite: "RFC 5538 §3",
  });
  if (article !== undefined && articleNumber !== undefined) {
    parts.push({
      name: "articleNumber",
      start: article.start,
      end: article.start + article.raw.length,
      value: articleNumber,
      meaning: "the article's number in this group, on this server alone",
      cite: "RFC 5538 §2.1",
    });
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
