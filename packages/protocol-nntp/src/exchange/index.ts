/*
 * The protocol of Netnews (RFC 3977) as exchanges, and parsers for its articles and databases. Nothing in here is
 * needed to parse a URL.
 */

export {
  type ArticleBegin,
  type ArticleEvent,
  type ArticleName,
  type ArticlePart,
  retrieveArticle,
} from "./article.ts";
export { type Article, type ArticleNames, type ManyOptions, retrieveArticles } from "./articles.ts";
export { type Ask, isCredentialsRequest } from "./authinfo.ts";
export type { Capabilities } from "./capabilities.ts";

export type { ArticleSelection, GroupReply } from "./group.ts";
export { type Group, type GroupsEvent, listGroups } from "./groups.ts";
export { type Field, type Head, readDateTime, readHead } from "./head.ts";
export { listNewNews, type NewNewsEvent } from "./new-news.ts";
export { listArticles, type OverviewBegin, type OverviewEvent, type SkippedLines } from "./over.ts";
export { type Overview, type OverviewFormat, readOverview, readOverviewFormat } from "./overview.ts";
export { dotStuff, post } from "./post.ts";
export { checkArticle, type ProtoArticle, type ProtoArticleRules } from "./proto-article.ts";
export type { SessionInit, TlsMode } from "./session.ts";
export type { Login } from "./session-state.ts";
export { type ArticleHead, statArticle, statGroup, statServer } from "./stat.ts";
export { matchesWildmat } from "./wildmat.ts";
