import { ALPHA, CharSet, DIGIT, QUERY } from "./charset.ts";
import { decodeText, encodeText } from "./escape.ts";
import { syntaxError } from "./problems.ts";

export interface QueryOptions {
  /** The separator of pairs. Default "&"; "&;" allows either. */
  readonly separator?: "&" | ";" | "&;";
  /** Read "+" as a space, and write as application/x-www-form-urlencoded does. Default false: a plus is a plus. */
  readonly form?: boolean;
}

/** One pair of a query. */
export interface QueryPair {
  readonly rawName: string;
  /** `undefined` without "="; "" if nothing follows it. */
  readonly rawValue: string | undefined;
  /** Decoded text that preserves bytes. */
  readonly name: string;
  readonly value: string | undefined;
  /** UTF-16 code units of the query, [start, end). */
  readonly start: number;
  readonly end: number;
}

/** A query as pairs. Immutable. Unchanged pairs keep their text. */
export interface QueryView {
  /** The text; `undefined` if there is no query, not even "?". */
  readonly raw: string | undefined;
  /** In order, with duplicates. An empty query has no pairs. */
  readonly pairs: readonly QueryPair[];
  /** Returns the value of the first pair with that name; also `undefined` if it has no "=". */
  get(name: string): string | undefined;
  getAll(name: string): readonly (string | undefined)[];
  has(name: string): boolean;
  /**
   * Replaces the value of the first pair with that name and removes the others; adds a pair at the end if there is
   * none.
   *
   * @throws {UrlSyntaxError} what formatQuery throws.
   */
  with(name: string, value: string | undefined): QueryView;
  /** Adds a pair at the end. @throws {UrlSyntaxError} what formatQuery throws. */
  append(name: string, value: string | undefined): QueryView;
  /** Removes all pairs with that name. Without any pair left there is no query. */
  without(name: string): QueryView;
  /** Returns the text; "" without a query. */
  toString(): string;
}

/**
 * Characters that are never escaped and never ambiguous: a "+" can be read as a space, and "&" and ";" can separate
 * pairs.
 */
const VALUE: CharSet = QUERY.without("+&;");
const NAME: CharSet = VALUE.without("=");
/** The complement of the application/x-www-form-urlencoded percent-encode set. */
const FORM: CharSet = new CharSet("*-._", ALPHA, DIGIT);

/**
 * Parses the raw query of a URL as pairs of name and value. RFC 3986 §3.4 does not define pairs; they are a convention,
 * so you have to call this function.
 *
 * @throws {UrlSyntaxError} bad-escape: in a text that does not come from a URL.
 */
export function readQuery(raw: string | undefined, options: QueryOptions = {}): QueryView {
  const separator = options.separator ?? "&";
  const pairs: QueryPair[] = [];
  for (let start = 0, end = 0; raw && end <= raw.length; end++) {
    if (end < raw.length && !separator.includes(raw[end]!)) continue;
    pairs.push(parsePair(raw, start, end, options));
    start = end + 1;
  }
  /** Replaces the first pair of that name by `text`, or adds it at the end, and removes the others of that name. */
  const edited = (name: string | undefined, text?: string): QueryView => {
    let next: string | undefined;
    let left = text;
    const add = (piece: string, before = separator[0]) => {
      next = next === undefined ? piece : next + before + piece;
    };
    for (const pair of pairs) {
      const before = raw![pair.start - 1];
      if (pair.name !== name) add(raw!.slice(pair.start, pair.end), before);
      else if (left !== undefined) {
        add(left, before);
        left = undefined;
      }
    }
    if (left !== undefined) add(left);
    if (text === "" && next === "") throw emptyQueryError();
    return readQuery(next, options);
  };
  const named = (name: string) => pairs.filter((pair) => pair.name === name);
  const view: QueryView = {
    raw,
    pairs: Object.freeze(pairs),
    get: (name) => named(name)[0]?.value,
    getAll: (name) => named(name).map(({ value }) => value),
    has: (name) => named(name).length > 0,
    with: (name, value) => edited(name, formatPair(name, value, options)),
    append: (name, value) => edited(undefined, formatPair(name, value, options)),
    without: (name) => (view.has(name) ? edited(name) : view),
    toString: () => raw ?? "",
  };
  return Object.freeze(view);
}

/**
 * Formats a query from decoded pairs; a value that is `undefined` has no "=".
 *
 * @throws {UrlSyntaxError} illegal-character: a lone surrogate that does not stand for a byte; bad-query: the only pair
 *   has an empty name and no value, and therefore no text.
 */
export function formatQuery(
  pairs: Iterable<readonly [name: string, value: string | undefined]>,
  options: QueryOptions = {},
): string {
  const written = Array.from(pairs, ([name, value]) => formatPair(name, value, options));
  const text = written.join(options.separator?.[0] ?? "&");
  if (text === "" && written.length > 0) throw emptyQueryError();
  return text;
}

/** An empty query parses to no pairs. */
function emptyQueryError(): Error {
  return syntaxError({
    code: "bad-query",
    message: "cannot write a query that is only one pair with an empty name and no value",
    component: "query",
    start: 0,
    end: 0,
    hint: 'use "" as its value, or remove the pair',
    cite: "RFC 3986 §3.4",
  });
}

function parsePair(raw: string, start: number, end: number, { form }: QueryOptions): QueryPair {
  const decoded = (part: string) => decodeText(form ? part.replaceAll("+", " ") : part);
  const equals = raw.slice(start, end).indexOf("=") + start;
  const rawName = raw.slice(start, equals < start ? end : equals);
  const rawValue = equals < start ? undefined : raw.slice(equals + 1, end);
  const value = rawValue === undefined ? rawValue : decoded(rawValue);
  return Object.freeze({ rawName, rawValue, name: decoded(rawName), value, start, end });
}

function formatPair(name: string, value: string | undefined, { form }: QueryOptions): string {
  const encoded = (text: string, bare: CharSet) =>
    form ? encodeText(text, FORM).replaceAll("%20", "+") : encodeText(text, bare);
  return encoded(name, NAME) + (value === undefined ? "" : `=${encoded(value, VALUE)}`);
}
