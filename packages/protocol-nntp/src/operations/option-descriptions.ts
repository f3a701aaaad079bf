import type { OptionDescription } from "@anyurl/core";
import type { NewsOptions } from "./options.ts";

/** Descriptions of the options that `nntp:` and `news:` share. */
export const NEWS_OPTIONS: Readonly<Record<keyof NewsOptions, OptionDescription>> = {
  tls: {
    type: "text",
    values: ["none", "preferred", "required"],
    default: "none",
    summary: "use STARTTLS",
    cite: "RFC 4642",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    summary: "allow a login without TLS",
    cite: "RFC 4643 §2.3",
  },
  part: {
    type: "text",
    values: ["article", "head", "body"],
    default: "article",
    summary: "part of an article that get returns",
    cite: "RFC 3977 §6.2",
  },
  mime: {
    type: "callback",
    summary: "decode the head and the body of an article",
  },
  digest: {
    type: "boolean",
    default: false,
    summary: "get all articles of a newsgroup as one digest",
  },
  range: {
    type: "text",
    summary: "articles of a newsgroup, by number: 5, 5-9 or 5-",
    cite: "RFC 3977 §8.3",
  },
  newest: {
    type: "number",
    summary: "use only this many of the newest articles of a newsgroup; default of list: 100",
  },
  descriptions: {
    type: "boolean",
    default: true,
    summary: "include the descriptions of newsgroups in a list",
    cite: "RFC 3977 §7.6.6",
  },
  maxArticle: {
    type: "number",
    default: 1024 * 1024,
    summary: "maximum bytes of an article to post",
  },
  allowControl: {
    type: "boolean",
    default: false,
    summary: "allow posting of control messages",
    cite: "RFC 5537 §5",
  },
  confirmed: {
    type: "boolean",
    default: false,
    summary: "post the article without asking",
  },
  confirm: {
    type: "callback",
    summary: "called with the whole article; return true to post it",
  },
};
