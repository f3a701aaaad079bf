/* The operations that the schemes of Netnews share. They take a server and a name that were parsed from a URL. */

export type { Overview } from "../exchange/overview.ts";
export { type Named, parseServerMessageId } from "./entry.ts";
export { createArticleEntity, getArticle, getDigest, resolvePart } from "./get.ts";
export { type ArticleListing, listArticleEntries, listGroupEntries, listNewsEntries } from "./list.ts";
export { NEWS_OPTIONS } from "./option-descriptions.ts";
export {
  badOptionError,
  type Draft,
  type NewsOptions,
  type RawOptions,
  type RenderedArticle,
  readOptions,
} from "./options.ts";
export { createPlannedSession, type NewsPlanInit, noPlanError, planNews, planPost } from "./plan.ts";
export { createArticleFilter, createGroupFilter } from "./search.ts";
export { sendArticle } from "./send.ts";
export { createSessionInit, type NewsServer, runExchange } from "./server.ts";
export { fetchArticleAttributes, fetchGroupAttributes, fetchServerAttributes } from "./stat.ts";
