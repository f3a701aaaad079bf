/*
 * The protocol of Netnews (RFC 3977) as exchanges, and parsers for its articles and databases. Nothing in here is
 * needed to parse a URL.
 */

export {
  type ArticleBegin,
  type ArticleEvent,
  type ArticleHead,
  type ArticleName,
  type ArticlePart,
  retrieveArticle,
  statArticle,
} from "./article.ts";
export { type Article, type ArticleNames, type ManyOptions, retrieveArticles } from "./articles.ts";
export { type Ask, isCredentialsRequest } from "./authinfo.ts";
export { dotStuff, type SkippedLines } from "./block.ts";
export { type ArticleSelection, type GroupReply, statGroup } from "./group.ts";
export {
  type Group,
  type GroupsEvent,
  listGroups,
  listNewNews,
  matchesWildmat,
  type NewNewsEvent,
} from "./groups.ts";
export { type Field, type Head, readHead } from "./head.ts";
export { listArticles, type OverviewBegin, type OverviewEvent } from "./over.ts";
export { type Overview, type OverviewFormat, readOverview, readOverviewFormat } from "./overview.ts";
export { post } from "./post.ts";
export { checkArticle, type ProtoArticle, type ProtoArticleRules } from "./proto-article.ts";
export { type SessionInit, statServer, type TlsMode } from "./session.ts";
export type { Capabilities, Login } from "./session-state.ts";
