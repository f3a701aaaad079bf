import { DIGIT } from "@anyurl/core";

/*
 * article-number = 1*16DIGIT   (RFC 3977 §9.8)
 *
 * Sixteen digits are more than a floating-point number keeps apart, so article numbers are their digits.
 */

/** "article numbers MUST lie between 1 and 2,147,483,647, inclusive" (RFC 3977 §6); readers should take bigger ones. */
export const MAX_ARTICLE_NUMBER = "2147483647";

/** From `first` to `last`; `last` is "" when the range has no end. Digits without leading zeros. */
export interface ArticleRange {
  readonly first: string;
  readonly last: string;
}

/** Why a text is no article-number of RFC 3977; `undefined` when it is one. */
export function articleNumberFault(digits: string): string | undefined {
  if (digits === "" || !DIGIT.covers(digits)) return "an article-number is made of digits";
  return digits.length > 16 ? "an article-number has at most 16 digits" : undefined;
}

/** The digits without leading zeros, as they are sent and compared. Of digits. */
export function normalArticleNumber(digits: string): string {
  let zeros = 0;
  while (zeros < digits.length - 1 && digits[zeros] === "0") zeros++;
  return digits.slice(zeros);
}

/** Less than, equal to, or greater than 0, as `a` is to `b`. Of digits, as many as there are. */
export function compareArticleNumbers(a: string, b: string): number {
  const [x, y] = [normalArticleNumber(a), normalArticleNumber(b)];
  // Of as many digits, the order of the numbers is that of the texts.
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
}

/** range = article-number [ "-" [ article-number ] ]   (RFC 3977 §9.2); `undefined` for anything else. */
export function readArticleRange(text: string): ArticleRange | undefined {
  const dash = text.indexOf("-");
  const first = dash < 0 ? text : text.slice(0, dash);
  const last = dash < 0 ? first : text.slice(dash + 1);
  if (articleNumberFault(first) !== undefined) return undefined;
  if (last !== "" && articleNumberFault(last) !== undefined) return undefined;
  return { first: normalArticleNumber(first), last: normalArticleNumber(last) };
}

/** The range as it is sent: "5" for one article, "5-9", and "5-" for all from there on. */
export function formatArticleRange({ first, last }: ArticleRange): string {
  return first === last ? first : `${first}-${last}`;
}
