import { AccessError } from "@anyurl/core";
import { type ArticleRange, readArticleRange } from "../article-number.ts";
import type { ArticlePart } from "../exchange/article.ts";
import type { Head } from "../exchange/head.ts";
import type { TlsMode } from "../exchange/session.ts";

/** Decodes an article; see the option `mime`. */
export interface RenderedArticle {
  readonly mediaType?: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The article to be posted, for the user's confirmation. */
export interface Draft {
  /** Its lines end with CR LF. */
  readonly octets: Uint8Array;
  /** "host:port". */
  readonly server: string;
}

/** The options that `nntp:` and `news:` share, checked. */
export interface NewsOptions {
  /** Whether to use STARTTLS: default "none". */
  readonly tls: TlsMode;
  /** Whether a login may be sent without TLS. Default false. */
  readonly clearTextLogin: boolean;
  /** For `get`: the part of the article. Default "article". */
  readonly part: ArticlePart;
  /** For `get`: decodes the article. */
  readonly mime: ((head: Head, body: AsyncIterable<Uint8Array>) => Promise<RenderedArticle>) | undefined;
  /** For `get` of a newsgroup: return its articles as a digest. Default false: a newsgroup is listed. */
  readonly digest: boolean;
  /** For `list`, `search` and a digest: the selected numbers. */
  readonly range: ArticleRange | undefined;
  /** For `list`, `search` and a digest: maximum count of numbers, the newest. `undefined`: the operation's default. */
  readonly newest: number | undefined;
  /** For `list` with a pattern: include the descriptions of newsgroups. Default true. */
  readonly descriptions: boolean;
  /** For `send`: maximum bytes of an article. Default 1 MiB. */
  readonly maxArticle: number;
  readonly allowControl: boolean;
  /** For `send`: the user has confirmed the article. */
  readonly confirmed: boolean;
  readonly confirm: ((draft: Draft) => boolean | Promise<boolean>) | undefined;
}

export type RawOptions = Readonly<Record<string, unknown>>;

const MAX_ARTICLE_BYTES = 1024 * 1024;

/**
 * Checks the options and adds the defaults.
 *
 * @throws {AccessError} bad-option.
 */
export function readOptions(options: RawOptions): NewsOptions {
  return {
    tls: readChoice(options, "tls", ["none", "preferred", "required"], "none"),
    clearTextLogin: readFlag(options, "clearTextLogin", false),
    part: readChoice(options, "part", ["article", "head", "body"], "article"),
    mime: readCallback(options, "mime"),
    digest: readFlag(options, "digest", false),
    range: readRange(options),
    newest: readCount(options, "newest"),
    descriptions: readFlag(options, "descriptions", true),
    maxArticle: readCount(options, "maxArticle") ?? MAX_ARTICLE_BYTES,
    allowControl: readFlag(options, "allowControl", false),
    confirmed: readFlag(options, "confirmed", false),
    confirm: readCallback(options, "confirm"),
  };
}

export function badOptionError(name: string, what: string): AccessError {
  return new AccessError("bad-option", `invalid option ${name}: expected ${what}`);
}

function readChoice<const T extends string>(
  options: RawOptions,
  name: string,
  words: readonly T[],
  otherwise: T,
): T {
  const given = options[name] ?? otherwise;
  const found = words.find((word) => word === given);
  if (found === undefined) throw badOptionError(name, words.map((word) => `"${word}"`).join(" or "));
  return found;
}

/** Options from a command line are strings. */
function readFlag(options: RawOptions, name: string, otherwise: boolean): boolean {
  const given = options[name] ?? otherwise;
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw badOptionError(name, "true or false");
}

function readCount(options: RawOptions, name: string): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const number =
    typeof given === "string" && /^[0-9]{1,15}$/.test(given)
      ? Number(given)
      : given === "Infinity"
        ? Number.POSITIVE_INFINITY
        : given;
  if (typeof number === "number" && number >= 1 && (Number.isInteger(number) || number === Infinity))
    return number;
  throw badOptionError(name, "a number from 1 to Infinity");
}

function readRange({ range: given }: RawOptions): ArticleRange | undefined {
  if (given === undefined) return undefined;
  const read = typeof given === "string" ? readArticleRange(given) : undefined;
  if (read === undefined) throw badOptionError("range", 'article numbers, for example "5", "5-9" or "5-"');
  return read;
}

function readCallback<F>(options: RawOptions, name: string): F | undefined {
  const given = options[name];
  if (given === undefined || typeof given === "function") return given as F | undefined;
  throw badOptionError(name, "a function");
}
