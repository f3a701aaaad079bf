/*
 * Names shared by URLs and the protocol of Netnews (RFC 3977, RFC 5536, RFC 5538). Pure functions; the protocol itself
 * is in ./exchange, and the operations of schemes are in ./operations.
 */

export {
  type ArticleRange,
  articleNumberFault,
  compareArticleNumbers,
  formatArticleRange,
  MAX_ARTICLE_NUMBER,
  normalArticleNumber,
  readArticleRange,
} from "./article-number.ts";
export { atOfMessageId, messageIdFault } from "./message-id.ts";
export {
  GROUP_CHAR,
  group1738Fault,
  isWildmat,
  newsgroupNameFault,
  plainNameEnd,
  wildmatFault,
} from "./newsgroup-name.ts";
export { type NameCode, type NameToCheck, refuseControls, reportName } from "./report-name.ts";
