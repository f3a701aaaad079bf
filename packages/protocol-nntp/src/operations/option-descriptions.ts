import type { OptionDescription } from "@anyurl/core";
import type { NewsOptions } from "./options.ts";

/** What the options are that `nntp:` and `news:` have in common. */
export const NEWS_OPTIONS: Readonly<Record<keyof NewsOptions, OptionDescription>> = {
  tls: {
    type: "text",
    values: ["none", "preferred", "required"],
    default: "none",
    summary: "TLS that begins on the connection, by STARTTLS",
    cite: "RFC 4642",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    summary: "a login may be sent without TLS",
    cite: "RFC 4643 §2.3",
  },
  part: {
    type: "text",
    values: ["article", "head", "body"],
    default: "article",
    summary: "what get gives of an article",
    cite: "RFC 3977 §6.2",
  },
  mime: {
    type: "callback",
    summary: "makes what get gives of the head and the body of an article",
  },
  digest: {
    type: "boolean",
    default: false,
    summary: "get of a newsgroup gives its articles, one behind the other",
  },
  range: {
    type: "text",
    summary: "of a newsgroup: the articles that are wanted, by number: 5, 5-9 or 5-",
    cite: "RFC 3977 §8.3",
  },
  newest: {
    type: "number",
    summary: "of a newsgroup: at most so many numbers, the newest; list takes 100",
  },
  descriptions: {
    type: "boolean",
    default: true,
    summary: "a list of newsgroups says what each is for",
    cite: "RFC 3977 §7.6.6",
  },
  maxArticle: {
    type: "number",
    default: 1024 * 1024,
    summary: "octets of an article that is sent",
  },
  allowControl: {
    type: "boolean",
    default: false,
    summary: "send articles that do something to servers or to other articles",
    cite: "RFC 5537 §5",
  },
  confirmed: {
    type: "boolean",
    default: false,
    summary: "of send: somebody has looked at the article, and wants it to be posted",
  },
  confirm: {
    type: "callback",
    summary: "asked with the whole article; it is posted if this gives true",
  },
};
