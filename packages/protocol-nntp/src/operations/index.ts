/* The operations that the schemes of Netnews share. They take a server and a name that were parsed from a URL. */

export type { Overview } from "../exchange/overview.ts";
export { type Named, parseServerMessageId } from "./entry.ts";
export { createArticleEntity, getArticle, getDigest, resolvePart } from "./get.ts";
export { type ArticleListing, listArticleEntries, listGroupEntries, listNewsEntries } from "./list.ts";
export {
  type Draft,
  NEWS_OPTIONS,
  type NewsContext,
  type NewsSettings,
  type RenderedArticle,
} from "./options.ts";
export { type NewsPlanInit, type NewsTarget, planNews } from "./plan.ts";
export { createArticleFilter, createGroupFilter } from "./search.ts";
export { sendArticle } from "./send.ts";
export { createSessionInit, type NewsServer, runExchange } from "./server.ts";
export { fetchArticleAttributes, fetchGroupAttributes, fetchServerAttributes } from "./stat.ts";
