import { decodeText, portOf } from "@anyurl/core";
import type { Named, Overview } from "@anyurl/protocol-nntp/operations";
import { format, type NntpUrl } from "./syntax.ts";

/** Makes URLs of a newsgroup's articles, by their numbers. They have the user of the newsgroup's, and no password. */
export function articleUrls(group: NntpUrl): (overview: Pick<Overview, "number">) => Named {
  const { scheme, user, host, port, parts } = group;
  const newsgroup = format({
    scheme,
    user: user === undefined ? undefined : decodeText(user),
    host: host!,
    port: portOf(port),
    newsgroupName: parts.newsgroupName,
  });
  // A number is digits, which stand for themselves.
  return ({ number }) =>
    number === "0" ? { unsafe: "no article has the number 0" } : { url: `${newsgroup}/${number}` };
}
