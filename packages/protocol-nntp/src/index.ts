/*
 * Names shared by URLs and the protocol of Netnews (RFC 3977, RFC 5536, RFC 5538). Pure functions; the protocol itself
 * is in ./exchange, and the operations of schemes are in ./operations.
 */

export {
  type ArticleRange,
  checkArticleNumber,
  compareArticleNumbers,
  formatArticleRange,
  MAX_ARTICLE_NUMBER,
  normalizeArticleNumber,
  readArticleRange,
} from "./article-number.ts";
export { checkMessageId, findMessageIdAt } from "./message-id.ts";
export {
  checkNewsgroupName,
  checkRfc1738Group,
  checkWildmat,
  findPlainNameEnd,
  GROUP_CHAR,
  isWildmat,
} from "./newsgroup-name.ts";
export { ALL_ARTICLES, ARTICLE_VIEW, NEWSGROUP_VIEW, NEWSGROUPS_VIEW } from "./presentation.ts";
export { type NameCode, type NameToCheck, rejectControls, reportName } from "./report-name.ts";
