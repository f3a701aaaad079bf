import { type QueryOptions, readQuery } from "../syntax/query.ts";
import type { Url } from "../syntax/url.ts";

/*
 * Editing the pairs of a query. Pairs are a convention (see `readQuery`); `options` selects which one. Pairs that are not
 * concerned keep their spelling, and every other component keeps its text. The reader of the URL parses the result.
 */

/**
 * Returns the decoded value of the first pair with that name; `undefined` without one, and for a pair without "=".
 *
 * @throws {UrlSyntaxError} what readQuery throws.
 */
export function getQuery(url: Url, name: string, options?: QueryOptions): string | undefined {
  return readQuery(url.query, options).get(name);
}

/**
 * Returns the URL with one pair of that name: replaces the value of the first pair and removes the others, or adds a pair
 * at the end. A value that is `undefined` has no "=".
 *
 * @throws {UrlSyntaxError} illegal-character, bad-query: what formatQuery throws; what `url.with` throws.
 */
export function setQuery<U extends Url>(
  url: U,
  name: string,
  value: string | undefined,
  options?: QueryOptions,
): U {
  return withQuery(url, readQuery(url.query, options).with(name, value).raw);
}

/**
 * Returns the URL with another pair at the end of its query, even if there are pairs of that name.
 *
 * @throws {UrlSyntaxError} what {@link setQuery} throws.
 */
export function addQuery<U extends Url>(
  url: U,
  name: string,
  value: string | undefined,
  options?: QueryOptions,
): U {
  return withQuery(url, readQuery(url.query, options).append(name, value).raw);
}

/** Returns the URL without the pairs of that name. Without any pair left it has no query. */
export function removeQuery<U extends Url>(url: U, name: string, options?: QueryOptions): U {
  return withQuery(url, readQuery(url.query, options).without(name).raw);
}

/**
 * Returns the URL with its pairs in the order of their decoded names, by UTF-16 code units. Pairs of the same name keep
 * their order. Separators keep their positions.
 */
export function sortQuery<U extends Url>(url: U, options?: QueryOptions): U {
  const { raw = "", pairs } = readQuery(url.query, options);
  const sorted = pairs.toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  const texts = sorted.map(({ start, end }, i) => {
    const separatorAt = pairs[i]!.end;
    return raw.slice(start, end) + raw.slice(separatorAt, separatorAt + 1);
  });
  return pairs.length === 0 ? url : withQuery(url, texts.join(""));
}

function withQuery<U extends Url>(url: U, query: string | undefined): U {
  return query === url.query ? url : (url.with({ query }) as U);
}
