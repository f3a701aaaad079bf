import { AccessError, type Attributes, type Entity, type Entry, type Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import {
  articleAttributes,
  articleEntries,
  articleFilter,
  entityOfArticle,
  getArticle,
  getDigest,
  groupAttributes,
  groupEntries,
  groupFilter,
  newsEntries,
  partOf,
  readOptions,
  sendArticle,
  serverAttributes,
} from "@anyurl/protocol-nntp/operations";
import { kept, storeOf } from "./cache.ts";
import { articleUrl, groupUrl } from "./entry.ts";
import { fromFirst, serversOf, withFirst } from "./servers.ts";
import { sinceOf } from "./since.ts";
import type { NewsUrl } from "./syntax.ts";

/**
 * Retrieves an article by its message-id, of the first server that has it, or out of the option `cache`; of a newsgroup
 * a digest of its articles, where the option `digest` asks for it.
 *
 * @throws {AccessError} not-found, missing-host, is-a-directory, auth-required, too-large, …
 */
export async function get(url: NewsUrl, context: Context): Promise<Entity> {
  const options = readOptions(context.options);
  const { messageId, newsgroupName } = url.parts;
  if (newsgroupName !== undefined) {
    const { maxEntries } = context.limits;
    return withFirst(serversOf(url, context.options), (server) =>
      getDigest(server, newsgroupName, context, options, maxEntries),
    );
  }
  if (messageId === undefined)
    throw new AccessError("is-a-directory", "these are newsgroups, and no article", { hint: "list them" });
  const store = partOf(options) === "article" ? storeOf(context.options) : undefined;
  const found = await store?.get(messageId);
  if (found !== undefined) return entityOfArticle(found, context, options);
  return withFirst(serversOf(url, context.options), (server) =>
    getArticle(server, { messageId }, context, options, (octets) =>
      store === undefined ? octets : kept(octets, (article) => store.set(messageId, article)),
    ),
  );
}

/**
 * The newsgroups that fit the pattern, or the articles of the newsgroup: the newest hundred, or those that the options
 * range and newest name. With the option `since` the articles that have come to the server since then.
 */
export async function* list(url: NewsUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const options = readOptions(context.options);
  const since = sinceOf(context.options);
  const { newsgroupName, wildmat } = directoryOf(url);
  const servers = serversOf(url, context.options);
  if (since !== undefined) {
    const named = (messageId: string) => articleUrl(url, { messageId });
    const pattern = newsgroupName ?? wildmat!;
    yield* fromFirst(servers, (server) => newsEntries(server, pattern, since, named, context, options));
  } else if (newsgroupName === undefined) {
    const named = (name: string) => groupUrl(url, name);
    yield* fromFirst(servers, (server) => groupEntries(server, wildmat!, named, context, options));
  } else {
    const listing = { newsgroupName, named: articleUrl.bind(undefined, url) };
    yield* fromFirst(servers, (server) => articleEntries(server, listing, context, options));
  }
}

/**
 * The newsgroups that fit the pattern and have all of the words in their name or description; or the articles of the
 * newsgroup whose subject or sender has them, or the field that a word names.
 */
export async function* search(
  url: NewsUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const options = readOptions(context.options);
  const { newsgroupName, wildmat } = directoryOf(url);
  const servers = serversOf(url, context.options);
  if (newsgroupName === undefined) {
    const named = (name: string) => groupUrl(url, name);
    const filter = groupFilter(words);
    yield* fromFirst(servers, (server) => groupEntries(server, wildmat!, named, context, options, filter));
  } else {
    const filter = articleFilter(words);
    const newest = context.limits.maxEntries;
    const listing = { newsgroupName, named: articleUrl.bind(undefined, url), filter, newest };
    yield* fromFirst(servers, (server) => articleEntries(server, listing, context, options));
  }
}

/** What the head of the article says of it, or GROUP of the newsgroup; of a pattern, that a server is there. */
export async function stat(url: NewsUrl, context: Context): Promise<Attributes> {
  const options = readOptions(context.options);
  const { messageId, newsgroupName } = url.parts;
  return withFirst(serversOf(url, context.options), (server) => {
    if (messageId !== undefined) return articleAttributes(server, { messageId }, context, options);
    if (newsgroupName !== undefined) return groupAttributes(server, newsgroupName, context, options);
    return serverAttributes(server, context, options);
  });
}

/**
 * Posts an article to the newsgroup, at the server of the URL, or the first one of the option `servers`: no other is
 * asked, for nobody may post twice.
 *
 * @throws {AccessError} bad-option, aborted, bad-header-field, permission-denied, …
 */
export async function send(url: NewsUrl, context: Context, message?: Source): Promise<void> {
  const options = readOptions(context.options);
  const { newsgroupName } = url.parts;
  if (newsgroupName === undefined)
    throw new AccessError("unsupported", "an article is posted to a newsgroup, and this is none");
  const [server] = serversOf(url, context.options);
  return sendArticle(server!, newsgroupName, message, context, options);
}

function directoryOf({ parts }: NewsUrl): Exclude<NewsUrl["parts"], { readonly messageId: string }> {
  if (parts.messageId === undefined) return parts;
  throw new AccessError("not-a-directory", "this is an article, and no newsgroup");
}
