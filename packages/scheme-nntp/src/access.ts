import { AccessError, type Attributes, type Entity, type Entry, parseLogin, type Source } from "@anyurl/core";
import {
  createArticleFilter,
  fetchArticleAttributes,
  fetchGroupAttributes,
  getArticle,
  getDigest,
  listArticleEntries,
  type NewsContext,
  type NewsServer,
  type Overview,
  sendArticle,
} from "@anyurl/protocol-nntp/operations";
import { createArticleUrls } from "./entry.ts";
import { DEFAULT_PORT, type NntpUrl } from "./syntax.ts";

/**
 * Retrieves an article by its number. For a newsgroup, returns a digest of its articles if the option `digest` is set.
 *
 * @throws {AccessError} not-found, is-a-directory, auth-required, too-large, …
 */
export async function get(url: NntpUrl, context: NewsContext): Promise<Entity> {
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber === undefined)
    return getDigest(toNewsServer(url), newsgroupName, context, context.limits.maxEntries);
  return getArticle(toNewsServer(url), { newsgroupName, articleNumber }, context);
}

/** Lists articles of the newsgroup by number: the newest hundred, or those that the options range and newest select. */
export function list(url: NntpUrl, context: NewsContext): AsyncGenerator<Entry, void, void> {
  return listEntries(url, context, {});
}

/**
 * Searches the articles of the newsgroup for all of the words in subject or sender, or in the field that a word names.
 */
export function search(url: NntpUrl, context: NewsContext, words: string): AsyncGenerator<Entry, void, void> {
  return listEntries(url, context, { filter: createArticleFilter(words), newest: context.limits.maxEntries });
}

async function* listEntries(
  url: NntpUrl,
  context: NewsContext,
  how: { readonly filter?: (overview: Overview) => boolean; readonly newest?: number },
): AsyncGenerator<Entry, void, void> {
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber !== undefined)
    throw new AccessError("not-a-directory", "the URL names an article, not a newsgroup", {
      hint: "remove the article number",
    });
  const named = createArticleUrls(url);
  yield* listArticleEntries(toNewsServer(url), { newsgroupName, named, ...how }, context);
}

/** Returns the metadata of an article from its header, or of a newsgroup from GROUP. */
export async function stat(url: NntpUrl, context: NewsContext): Promise<Attributes> {
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber === undefined) return fetchGroupAttributes(toNewsServer(url), newsgroupName, context);
  return fetchArticleAttributes(toNewsServer(url), { newsgroupName, articleNumber }, context);
}

/**
 * Posts an article to the newsgroup.
 *
 * @throws {AccessError} bad-option, aborted, bad-header-field, permission-denied, …
 */
export async function send(url: NntpUrl, context: NewsContext, message?: Source): Promise<void> {
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber !== undefined)
    throw new AccessError("unsupported", "cannot post to an article number: the server assigns it", {
      hint: "remove the article number",
    });
  return sendArticle(toNewsServer(url), newsgroupName, message, context);
}

function toNewsServer(url: NntpUrl): NewsServer {
  const { scheme } = url;
  const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[scheme]);
  return { scheme, hostname, port, tls: scheme === "nntps", login: { user, password } };
}
