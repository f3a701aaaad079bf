import { DIGIT } from "@anyurl/core";

/*
 * article-number = 1*16DIGIT   (RFC 3977 §9.8)
 *
 * A floating-point number cannot represent all numbers of 16 digits, so article numbers are strings of digits.
 */

/**
 * "article numbers MUST lie between 1 and 2,147,483,647, inclusive" (RFC 3977 §6); readers should accept larger ones.
 */
export const MAX_ARTICLE_NUMBER = "2147483647";

/** A range from `first` to `last`; `last` is "" if the range is open. Digits without leading zeros. */
export interface ArticleRange {
  readonly first: string;
  readonly last: string;
}

/** Returns why a text is not an article-number of RFC 3977; `undefined` if it is one. */
export function checkArticleNumber(digits: string): string | undefined {
  if (digits === "" || !DIGIT.covers(digits)) return "an article-number consists of digits";
  return digits.length > 16 ? "an article-number has at most 16 digits" : undefined;
}

/** Removes leading zeros from digits, as they are sent and compared. */
export function normalizeArticleNumber(digits: string): string {
  let zeros = 0;
  while (zeros < digits.length - 1 && digits[zeros] === "0") zeros++;
  return digits.slice(zeros);
}

/** Compares two strings of digits of any length: less than, equal to, or greater than 0. */
export function compareArticleNumbers(a: string, b: string): number {
  const [x, y] = [normalizeArticleNumber(a), normalizeArticleNumber(b)];
  // If the lengths are equal, the order of the numbers is the order of the strings.
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
}

/**
 * Parses range = article-number [ "-" [ article-number ] ] (RFC 3977 §9.2). Returns `undefined` for anything else.
 */
export function readArticleRange(text: string): ArticleRange | undefined {
  const dash = text.indexOf("-");
  const first = dash < 0 ? text : text.slice(0, dash);
  const last = text.slice(dash + 1);
  if (checkArticleNumber(first) !== undefined) return undefined;
  if (last !== "" && checkArticleNumber(last) !== undefined) return undefined;
  return { first: normalizeArticleNumber(first), last: normalizeArticleNumber(last) };
}

/** Formats a range for a command: "5" for one article, "5-9", or "5-" for an open range. */
export function formatArticleRange({ first, last }: ArticleRange): string {
  return first === last ? first : `${first}-${last}`;
}
