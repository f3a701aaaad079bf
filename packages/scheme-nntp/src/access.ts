import { AccessError, type Attributes, type Entity, type Entry, parseLogin, type Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import {
  articleAttributes,
  articleEntries,
  articleFilter,
  getArticle,
  getDigest,
  groupAttributes,
  type NewsServer,
  type Overview,
  readOptions,
  sendArticle,
} from "@anyurl/protocol-nntp/operations";
import { articleUrls } from "./entry.ts";
import { DEFAULT_PORT, type NntpUrl } from "./syntax.ts";

/**
 * Retrieves an article by its number. For a newsgroup, returns a digest of its articles if the option `digest` is set.
 *
 * @throws {AccessError} not-found, is-a-directory, auth-required, too-large, …
 */
export async function get(url: NntpUrl, context: Context): Promise<Entity> {
  const options = readOptions(context.options);
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber === undefined)
    return getDigest(serverOf(url), newsgroupName, context, options, context.limits.maxEntries);
  return getArticle(serverOf(url), { newsgroupName, articleNumber }, context, options);
}

/** Lists articles of the newsgroup by number: the newest hundred, or those that the options range and newest select. */
export function list(url: NntpUrl, context: Context): AsyncGenerator<Entry, void, void> {
  return entries(url, context, {});
}

/**
 * Searches the articles of the newsgroup for all of the words in subject or sender, or in the field that a word names.
 */
export function search(url: NntpUrl, context: Context, words: string): AsyncGenerator<Entry, void, void> {
  return entries(url, context, { filter: articleFilter(words), newest: context.limits.maxEntries });
}

async function* entries(
  url: NntpUrl,
  context: Context,
  how: { readonly filter?: (overview: Overview) => boolean; readonly newest?: number },
): AsyncGenerator<Entry, void, void> {
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber !== undefined)
    throw new AccessError("not-a-directory", "the URL names an article, not a newsgroup", {
      hint: "remove the article number",
    });
  const named = articleUrls(url);
  const options = readOptions(context.options);
  yield* articleEntries(serverOf(url), { newsgroupName, named, ...how }, context, options);
}

/** Returns the metadata of an article from its header, or of a newsgroup from GROUP. */
export async function stat(url: NntpUrl, context: Context): Promise<Attributes> {
  const options = readOptions(context.options);
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber === undefined) return groupAttributes(serverOf(url), newsgroupName, context, options);
  return articleAttributes(serverOf(url), { newsgroupName, articleNumber }, context, options);
}

/**
 * Posts an article to the newsgroup.
 *
 * @throws {AccessError} bad-option, aborted, bad-header-field, permission-denied, …
 */
export async function send(url: NntpUrl, context: Context, message?: Source): Promise<void> {
  const options = readOptions(context.options);
  const { newsgroupName, articleNumber } = url.parts;
  if (articleNumber !== undefined)
    throw new AccessError("unsupported", "cannot post to an article number: the server assigns it", {
      hint: "remove the article number",
    });
  return sendArticle(serverOf(url), newsgroupName, message, context, options);
}

function serverOf(url: NntpUrl): NewsServer {
  const { scheme } = url;
  const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[scheme]);
  return { scheme, hostname, port, tls: scheme === "nntps", login: { user, password } };
}
