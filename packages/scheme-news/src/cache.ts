import type { Completeness } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";

/**
 * A store of articles by message-id, without "<" and ">". The article of a message-id never changes (RFC 5536 §3.1.3).
 * A `Map` works, but grows without limit; `createArticleCache` has limits.
 */
export interface ArticleStore {
  get(messageId: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  set(messageId: string, article: Uint8Array): unknown;
}

export interface ArticleCacheOptions {
  /** The total size of all articles in bytes. Default 16 MiB. */
  readonly maxOctets?: number;
  /** The maximum size of one article in bytes. Default 1 MiB. */
  readonly maxArticle?: number;
}

const DEFAULT_MAX_CACHE_BYTES = 16 * 1024 * 1024;
const DEFAULT_MAX_ARTICLE_BYTES = 1024 * 1024;

/**
 * Creates a store with a size limit, which drops the least recently used articles.
 *
 * @throws {RangeError} a limit is not a number from 0 to Infinity.
 */
export function createArticleCache(options: ArticleCacheOptions = {}): ArticleStore {
  const { maxOctets = DEFAULT_MAX_CACHE_BYTES, maxArticle = DEFAULT_MAX_ARTICLE_BYTES } = options;
  for (const bound of [maxOctets, maxArticle])
    if (typeof bound !== "number" || !(bound >= 0))
      throw new RangeError("invalid limit of an article cache: expected a number from 0 to Infinity");
  // A Map keeps insertion order, so the first entry is the oldest.
  const articles = new Map<string, Uint8Array>();
  let octets = 0;
  const remove = (messageId: string) => {
    octets -= articles.get(messageId)?.length ?? 0;
    articles.delete(messageId);
  };
  return {
    get: (messageId) => {
      const article = articles.get(messageId);
      if (article === undefined) return undefined;
      articles.delete(messageId);
      articles.set(messageId, article);
      return article.slice();
    },
    set: (messageId, article) => {
      remove(messageId);
      if (article.length > Math.min(maxArticle, maxOctets)) return;
      articles.set(messageId, article.slice());
      octets += article.length;
      for (const oldest of articles.keys()) {
        if (octets <= maxOctets) break;
        remove(oldest);
      }
    },
  };
}

export function isArticleStore(value: unknown): value is ArticleStore {
  const store = value as Partial<ArticleStore> | null;
  return typeof store === "object" && typeof store?.get === "function" && typeof store.set === "function";
}

/** The maximum size of a cached article in bytes; a larger one is not cached. */
const MAX_CACHED_BYTES = DEFAULT_MAX_ARTICLE_BYTES;

/** Passes the bytes on, and gives the complete article to the store if it is not too large. */
export async function* cacheBody(
  octets: AsyncGenerator<Uint8Array, Completeness, void>,
  keep: (article: Uint8Array) => unknown,
): AsyncGenerator<Uint8Array, Completeness, void> {
  let article: ByteCollector | undefined = new ByteCollector();
  try {
    for (;;) {
      const next = await octets.next();
      if (next.done === true) {
        if (article !== undefined && next.value === true) await keep(article.take());
        return next.value;
      }
      if (article !== undefined && article.length + next.value.length > MAX_CACHED_BYTES) article = undefined;
      article?.add(next.value);
      yield next.value;
    }
  } finally {
    await octets.return("unknown");
  }
}
