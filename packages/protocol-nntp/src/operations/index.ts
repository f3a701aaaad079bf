/* The operations that the schemes of Netnews share. They take a server and a name that were parsed from a URL. */

export type { Overview } from "../exchange/overview.ts";
export { checkedMessageId, type Named } from "./entry.ts";
export { entityOfArticle, getArticle, getDigest, partOf } from "./get.ts";
export { type ArticleListing, articleEntries, groupEntries, newsEntries } from "./list.ts";
export { NEWS_OPTIONS } from "./option-descriptions.ts";
export {
  badOption,
  type Draft,
  type NewsOptions,
  type RawOptions,
  type Rendered,
  readOptions,
} from "./options.ts";
export { type NewsPlanInit, noPlan, planNews, plannedSession, planPost } from "./plan.ts";
export { articleFilter, groupFilter } from "./search.ts";
export { sendArticle } from "./send.ts";
export { converse, type NewsServer, sessionInit } from "./server.ts";
export { articleAttributes, groupAttributes, serverAttributes } from "./stat.ts";
