import { type Attributes, displayText } from "@anyurl/core";
import { decodeEncodedWords, readDateTime } from "@anyurl/core/exchange";
import type { ArticleName } from "../exchange/article.ts";
import { statArticle } from "../exchange/article.ts";
import { statGroup } from "../exchange/group.ts";
import { statServer } from "../exchange/session.ts";
import type { NewsContext } from "./options.ts";
import { fetchResult, type NewsServer } from "./server.ts";

/** The header fields in the metadata of an article. */
const FIELDS: readonly string[] = [
  ...["subject", "from", "date", "newsgroups", "message-id", "references", "followup-to", "reply-to"],
  ...["organization", "lines", "content-type", "expires", "supersedes", "control", "xref"],
];

/** Returns the metadata from the head of an article. */
export async function fetchArticleAttributes(
  server: NewsServer,
  name: ArticleName,
  context: NewsContext,
): Promise<Attributes> {
  const { head } = await fetchResult(server, (init) => statArticle(init, name), context);
  const modified = readDateTime(head.get("date") ?? "");
  const fields = FIELDS.map((field) => [field, head.get(field)] as const).filter(([, body]) => body);
  const attributes = Object.fromEntries(
    fields.map(([field, body]) => [field, displayText(decodeEncodedWords(body!))]),
  );
  return {
    kind: "file",
    mediaType: "message/rfc822",
    ...(modified !== undefined && { modified }),
    attributes,
  };
}

/** Returns the data of GROUP for a newsgroup: its lowest and highest number, and about how many articles it has. */
export async function fetchGroupAttributes(
  server: NewsServer,
  newsgroupName: string,
  context: NewsContext,
): Promise<Attributes> {
  const { count, low, high } = await fetchResult(server, (init) => statGroup(init, newsgroupName), context);
  return { kind: "directory", attributes: { count, low, high } };
}

/** Checks that a server responds; use `list` for its newsgroups. */
export async function fetchServerAttributes(server: NewsServer, context: NewsContext): Promise<Attributes> {
  await fetchResult(server, statServer, context);
  return { kind: "directory" };
}
