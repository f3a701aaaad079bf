import { decodeText, parsePort } from "@anyurl/core";
import type { Named, Overview } from "@anyurl/protocol-nntp/operations";
import { format, type NntpUrl } from "./syntax.ts";

/**
 * Returns a function that creates the URLs of a newsgroup's articles from their numbers. They keep the user of the URL,
 * but not its password.
 */
export function createArticleUrls(group: NntpUrl): (overview: Pick<Overview, "number">) => Named {
  const { scheme, user, host, port, parts } = group;
  const newsgroup = format({
    scheme,
    user: user === undefined ? undefined : decodeText(user),
    host: host!,
    port: parsePort(port),
    newsgroupName: parts.newsgroupName,
  });
  // A number consists of digits, which need no encoding.
  return ({ number }) =>
    number === "0" ? { unsafe: "the article number is 0" } : { url: `${newsgroup}/${number}` };
}
