import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type NntpUrl, splitPath } from "./syntax.ts";

/** Returns the parts of an nntp URL: their positions and their meaning. */
export function describe(url: NntpUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const { group, article } = splitPath(url);
  const part = createPart(url, "RFC 5538 §3");
  const meaning = article === undefined ? "the newsgroup" : "the newsgroup of the article";
  parts.push(part("newsgroupName", [group.start, group.start + group.raw.length], meaning));
  if (article !== undefined)
    parts.push(
      part(
        "articleNumber",
        [article.start, article.start + article.raw.length],
        "the article number in this group, on this server only",
        { cite: "RFC 5538 §2.1" },
      ),
    );
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
