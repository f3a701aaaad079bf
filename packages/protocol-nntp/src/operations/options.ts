import type { OptionSet, ResolvedOptions } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { type ArticleRange, readArticleRange } from "../article-number.ts";
import type { Head } from "../exchange/head.ts";

/** Decodes an article; see the option `mime`. */
export interface RenderedArticle {
  readonly mediaType?: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The article to be posted, for the user's confirmation. */
export interface Draft {
  /** Its lines end with CR LF. */
  readonly octets: Uint8Array;
  /** "host:port". */
  readonly server: string;
}

type DecodeFunction = (head: Head, body: AsyncIterable<Uint8Array>) => Promise<RenderedArticle>;
type ConfirmFunction = (draft: Draft) => boolean | Promise<boolean>;

/** The options that `nntp:` and `news:` share. */
export const NEWS_OPTIONS = {
  tls: {
    type: "choice",
    choices: ["none", "preferred", "required"],
    default: "none",
    description: "use STARTTLS",
    rule: "RFC 4642",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    description: "allow a login without TLS",
    rule: "RFC 4643 §2.3",
  },
  part: {
    type: "choice",
    choices: ["article", "head", "body"],
    default: "article",
    description: "part of an article that get returns",
    rule: "RFC 3977 §6.2",
  },
  mime: {
    type: "function",
    as: undefined as DecodeFunction | undefined,
    description: "decode the head and the body of an article",
  },
  digest: {
    type: "boolean",
    default: false,
    description: "get all articles of a newsgroup as one digest; otherwise a newsgroup is listed",
  },
  range: {
    type: "string",
    read: (text: string): ArticleRange | undefined => readArticleRange(text),
    expected: 'article numbers, for example "5", "5-9" or "5-"',
    description: "articles of a newsgroup, by number: 5, 5-9 or 5-",
    rule: "RFC 3977 §8.3",
  },
  newest: {
    type: "integer",
    min: 1,
    unlimited: true,
    description: "use only this many of the newest articles of a newsgroup; default of list: 100",
  },
  descriptions: {
    type: "boolean",
    default: true,
    description: "include the descriptions of newsgroups in a list",
    rule: "RFC 3977 §7.6.6",
  },
  maxArticle: {
    type: "bytes",
    min: 1,
    unlimited: true,
    default: 1_048_576,
    description: "maximum bytes of an article to post",
  },
  allowControl: {
    type: "boolean",
    default: false,
    description: "allow posting of control messages",
    rule: "RFC 5537 §5",
  },
  confirmed: {
    type: "boolean",
    default: false,
    description: "the user has confirmed the article: post it without asking",
  },
  confirm: {
    type: "function",
    as: undefined as ConfirmFunction | undefined,
    description: "called with the whole article; return true to post it",
  },
} as const;

/** What the operations read. */
export type NewsSettings = ResolvedOptions<OptionSet<typeof NEWS_OPTIONS>>;

/** The context of a call of `nntp:` or `news:`. */
export type NewsContext = Context<NewsSettings>;
