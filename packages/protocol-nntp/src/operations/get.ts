import { AccessError, type Completeness, type Entity, encodeHex, octetsOf } from "@anyurl/core";
import { bodyFromExchange, readDateTime } from "@anyurl/core/exchange";
import {
  type ArticleBegin,
  type ArticleName,
  type ArticlePart,
  retrieveArticle,
} from "../exchange/article.ts";
import { type Article, retrieveArticles } from "../exchange/articles.ts";
import { type Head, HeadCollector, readHead } from "../exchange/head.ts";
import type { SessionInit } from "../exchange/session.ts";
import type { NewsContext, NewsSettings } from "./options.ts";
import { type NewsServer, runExchange, runToFirstEvent } from "./server.ts";

/** Media types by the requested part (RFC 2046 §5.2.1, RFC 6522 §4). The type of a body is in the head. */
const MEDIA_TYPES: Readonly<Record<ArticlePart, string | undefined>> = {
  article: "message/rfc822",
  head: "text/rfc822-headers",
  body: undefined,
};

type ArticleBody = AsyncGenerator<Uint8Array, Completeness, void>;

/**
 * Retrieves an article, or a part of it. Resolves when its head has arrived.
 *
 * @param through a transformation of the bytes, applied first.
 * @throws {AccessError} not-found, too-large, and the errors of a session.
 */
export async function getArticle(
  server: NewsServer,
  name: ArticleName,
  context: NewsContext,
  through: (octets: ArticleBody) => ArticleBody = (octets) => octets,
): Promise<Entity> {
  const { options } = context;
  const part = resolvePart(options);
  const createExchange = (init: SessionInit) => retrieveArticle(init, name, part);
  const events = runExchange<ArticleBegin | Uint8Array, true>(server, createExchange, context);
  try {
    const { head } = await runToFirstEvent<ArticleBegin>(events);
    return await createEntity(head, through(bodyFromExchange(events)), options);
  } catch (error) {
    await events.return(true);
    throw error;
  }
}

/** Applies the option `mime` to an article that has already been retrieved. */
export function createArticleEntity(article: Uint8Array, context: NewsContext): Promise<Entity> {
  const head = new HeadCollector({ maxHead: Number.POSITIVE_INFINITY });
  head.push(article);
  return createEntity(readHead(head.take(), context.limits), yieldOnce(article), context.options);
}

async function* yieldOnce(octets: Uint8Array): AsyncGenerator<Uint8Array, true, void> {
  yield octets;
  return true;
}

/** The `mime` function needs the whole article. */
export function resolvePart({ mime, part }: Pick<NewsSettings, "mime" | "part">): ArticlePart {
  return mime === undefined ? part : "article";
}

async function createEntity(
  head: Head | undefined,
  octets: ArticleBody,
  options: NewsSettings,
): Promise<Entity> {
  const modified = head && readDateTime(head.get("Date") ?? "");
  const date = modified !== undefined && { modified };
  if (options.mime === undefined || head === undefined) {
    const mediaType = MEDIA_TYPES[options.part];
    return { framing: "dot", body: octets, ...(mediaType !== undefined && { mediaType }), ...date };
  }
  const { mediaType, body } = await options.mime(head, skipHead(octets));
  return { framing: "dot", body: markComplete(body), ...(mediaType !== undefined && { mediaType }), ...date };
}

/** Returns the bytes after the empty line. */
async function* skipHead(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const head = new HeadCollector({ maxHead: Number.POSITIVE_INFINITY });
  for await (const piece of octets) {
    const rest = head.complete ? piece : head.push(piece);
    if (rest.length > 0) yield rest;
  }
}

async function* markComplete(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, true, void> {
  yield* octets;
  return true;
}

/**
 * Retrieves articles of a newsgroup as a digest (RFC 2046 §5.1.5), one part for each article, the oldest first. The
 * commands are pipelined (RFC 3977 §3.5). Resolves when the newsgroup and its first article were found.
 *
 * @throws {AccessError} is-a-directory: the option digest is not set.
 */
export async function getDigest(
  server: NewsServer,
  newsgroupName: string,
  context: NewsContext,
  newest: number,
): Promise<Entity> {
  const { options } = context;
  if (!options.digest) {
    throw new AccessError("is-a-directory", "this is a newsgroup, not an article", {
      hint: "list the newsgroup, or use the option digest to get its articles in one file",
    });
  }
  const wanted = { range: options.range, newest: options.newest ?? newest };
  const createExchange = (init: SessionInit) => retrieveArticles(init, { newsgroupName, wanted });
  const articles = runExchange<Article, void>(server, createExchange, context);
  const boundary = createBoundary();
  const first = await articles.next();
  return {
    mediaType: `multipart/digest; boundary="${boundary}"`,
    framing: "dot",
    body: formatDigest(first, articles, boundary),
  };
}

/** A boundary that no author of an article can have known (RFC 2046 §5.1.1). */
function createBoundary(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return `=_${encodeHex(octets)}`;
}

async function* formatDigest(
  first: IteratorResult<Article, void>,
  articles: AsyncGenerator<Article, void, void>,
  boundary: string,
): AsyncGenerator<Uint8Array, true, void> {
  try {
    for (let next = first; next.done !== true; next = await articles.next()) {
      const { octets } = next.value;
      if (octets === undefined) continue;
      // An empty line separates the delimiter from a part without header fields.
      yield octetsOf(`--${boundary}\r\n\r\n`);
      yield octets;
      yield octetsOf("\r\n");
    }
    yield octetsOf(`--${boundary}--\r\n`);
    return true;
  } finally {
    await articles.return();
  }
}
