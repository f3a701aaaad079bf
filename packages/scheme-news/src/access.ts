import { AccessError, type Attributes, type Entity, type Entry, type Source } from "@anyurl/core";
import type { Context as AnyContext } from "@anyurl/core/exchange";
import {
  createArticleEntity,
  createArticleFilter,
  createGroupFilter,
  fetchArticleAttributes,
  fetchGroupAttributes,
  fetchServerAttributes,
  getArticle,
  getDigest,
  listArticleEntries,
  listGroupEntries,
  listNewsEntries,
  resolvePart,
  sendArticle,
} from "@anyurl/protocol-nntp/operations";
import { cacheBody } from "./cache.ts";
import { formatArticleUrl, formatGroupUrl } from "./entry.ts";
import type { NewsSettings } from "./options.ts";
import { iterateServers, resolveServers, tryServers } from "./servers.ts";
import type { NewsUrl } from "./syntax.ts";

type Context = AnyContext<NewsSettings>;

/**
 * Retrieves an article by its message-id, from the first server that has it, or from the option `cache`. For a
 * newsgroup, returns a digest of its articles if the option `digest` is set.
 *
 * @throws {AccessError} not-found, missing-host, is-a-directory, auth-required, too-large, …
 */
export async function get(url: NewsUrl, context: Context): Promise<Entity> {
  const { options } = context;
  const { messageId, newsgroupName } = url.parts;
  if (newsgroupName !== undefined) {
    const { maxEntries } = context.limits;
    return tryServers(resolveServers(url, options), (server) =>
      getDigest(server, newsgroupName, context, maxEntries),
    );
  }
  if (messageId === undefined)
    throw new AccessError("is-a-directory", "the URL names newsgroups, not an article", { hint: "use list" });
  const store = resolvePart(options) === "article" ? options.cache : undefined;
  const found = await store?.get(messageId);
  if (found !== undefined) return createArticleEntity(found, context);
  return tryServers(resolveServers(url, options), (server) =>
    getArticle(server, { messageId }, context, (octets) =>
      store === undefined ? octets : cacheBody(octets, (article) => store.set(messageId, article)),
    ),
  );
}

/**
 * Lists the newsgroups that match the pattern, or articles of the newsgroup: the newest hundred, or those that the
 * options range and newest select. With the option `since`, lists the articles that have arrived at the server since
 * then.
 */
export async function* list(url: NewsUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { options } = context;
  const { since } = options;
  const { newsgroupName, wildmat } = requireDirectory(url);
  const servers = resolveServers(url, options);
  if (since !== undefined) {
    const named = (messageId: string) => formatArticleUrl(url, { messageId });
    const pattern = newsgroupName ?? wildmat!;
    yield* iterateServers(servers, (server) => listNewsEntries(server, pattern, since, named, context));
  } else if (newsgroupName === undefined) {
    const named = (name: string) => formatGroupUrl(url, name);
    yield* iterateServers(servers, (server) => listGroupEntries(server, wildmat!, named, context));
  } else {
    const listing = { newsgroupName, named: formatArticleUrl.bind(undefined, url) };
    yield* iterateServers(servers, (server) => listArticleEntries(server, listing, context));
  }
}

/**
 * Searches newsgroups that match the pattern for all of the words in name or description; or the articles of the
 * newsgroup for the words in subject or sender, or in the field that a word names.
 */
export async function* search(
  url: NewsUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const { options } = context;
  const { newsgroupName, wildmat } = requireDirectory(url);
  const servers = resolveServers(url, options);
  if (newsgroupName === undefined) {
    const named = (name: string) => formatGroupUrl(url, name);
    const filter = createGroupFilter(words);
    yield* iterateServers(servers, (server) => listGroupEntries(server, wildmat!, named, context, filter));
  } else {
    const filter = createArticleFilter(words);
    const newest = context.limits.maxEntries;
    const listing = { newsgroupName, named: formatArticleUrl.bind(undefined, url), filter, newest };
    yield* iterateServers(servers, (server) => listArticleEntries(server, listing, context));
  }
}

/**
 * Returns the metadata of an article from its header, or of a newsgroup from GROUP. For a pattern, only checks that the
 * server answers.
 */
export async function stat(url: NewsUrl, context: Context): Promise<Attributes> {
  const { options } = context;
  const { messageId, newsgroupName } = url.parts;
  return tryServers(resolveServers(url, options), (server) => {
    if (messageId !== undefined) return fetchArticleAttributes(server, { messageId }, context);
    if (newsgroupName !== undefined) return fetchGroupAttributes(server, newsgroupName, context);
    return fetchServerAttributes(server, context);
  });
}

/**
 * Posts an article to the newsgroup, on the server of the URL or the first one of the option `servers`. Does not try
 * another server, because that could post the article twice.
 *
 * @throws {AccessError} bad-option, aborted, bad-header-field, permission-denied, …
 */
export async function send(url: NewsUrl, context: Context, message?: Source): Promise<void> {
  const { options } = context;
  const { newsgroupName } = url.parts;
  if (newsgroupName === undefined)
    throw new AccessError("unsupported", "cannot post: the URL does not name a newsgroup");
  const [server] = resolveServers(url, options);
  return sendArticle(server!, newsgroupName, message, context);
}

function requireDirectory({ parts }: NewsUrl): Exclude<NewsUrl["parts"], { readonly messageId: string }> {
  if (parts.messageId === undefined) return parts;
  throw new AccessError("not-a-directory", "the URL names an article, not a newsgroup");
}
