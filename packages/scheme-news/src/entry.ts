import { decodeText, parsePort } from "@anyurl/core";
import { type Named, type Overview, parseServerMessageId } from "@anyurl/protocol-nntp/operations";
import { format, type NewsInit, type NewsUrl } from "./syntax.ts";

/** Returns the URL of a newsgroup, on the server of the opened URL, if it has one. */
export function formatGroupUrl(at: NewsUrl, newsgroupName: string): string {
  return formatUrlAt(at, { newsgroupName });
}

/**
 * Returns the URL of an article by its message-id, which is valid on every server. The message-id comes from a server.
 */
export function formatArticleUrl(at: NewsUrl, { messageId: text }: Pick<Overview, "messageId">): Named {
  const checked = parseServerMessageId(text);
  if ("unsafe" in checked) return checked;
  return { url: formatUrlAt(at, checked) };
}

/** Adds the user of the opened URL, but never its password. */
function formatUrlAt(
  { scheme, user, host, port }: NewsUrl,
  name: Pick<NewsInit, "newsgroupName" | "messageId">,
): string {
  const server = host !== undefined && {
    host,
    user: user === undefined ? undefined : decodeText(user),
    port: parsePort(port),
  };
  return format({ scheme, ...name, ...server });
}
