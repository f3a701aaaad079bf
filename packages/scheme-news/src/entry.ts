import { decodeText, portOf } from "@anyurl/core";
import { checkedMessageId, type Named, type Overview } from "@anyurl/protocol-nntp/operations";
import { format, type NewsInit, type NewsUrl } from "./syntax.ts";

/** The URL of a newsgroup, at the server of the URL that was opened, if it names one. */
export function groupUrl(at: NewsUrl, newsgroupName: string): string {
  return urlAt(at, { newsgroupName });
}

/** The URL of an article by the name that it has everywhere, as a server has named it. */
export function articleUrl(at: NewsUrl, { messageId: text }: Pick<Overview, "messageId">): Named {
  const checked = checkedMessageId(text);
  if ("unsafe" in checked) return checked;
  return { url: urlAt(at, checked) };
}

/** With the user of the URL that was opened, and never its password. */
function urlAt(
  { scheme, user, host, port }: NewsUrl,
  name: Pick<NewsInit, "newsgroupName" | "messageId">,
): string {
  const server = host !== undefined && {
    host,
    user: user === undefined ? undefined : decodeText(user),
    port: portOf(port),
  };
  return format({ scheme, ...name, ...server });
}
