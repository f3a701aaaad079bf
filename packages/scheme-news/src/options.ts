import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { NEWS_OPTIONS } from "@anyurl/protocol-nntp/operations";
import { type ArticleStore, isArticleStore } from "./cache.ts";
import { isServer } from "./servers.ts";

const DECLARATIONS = {
  servers: {
    type: "list",
    // Each can take up to its timeout to fail.
    maxItems: 16,
    read: (servers: readonly string[]): readonly string[] | undefined =>
      servers.length > 0 && servers.every(isServer) ? servers : undefined,
    expected: "one to 16 news servers, each a host, host:port or nntps://host, without a login",
    description: "servers for URLs without one: hosts, host:port or nntps://host, tried in order",
    rule: "RFC 5538 §4",
  },
  since: {
    type: "date",
    read: (date: Date): Date | undefined => (date >= EARLIEST ? date : undefined),
    description: "list only articles that have arrived at the server since then",
    rule: "RFC 3977 §7.4",
  },
  cache: {
    type: "value",
    programOnly: true,
    read: (value: unknown): ArticleStore | undefined => (isArticleStore(value) ? value : undefined),
    expected: 'a store with "get" and "set", such as a Map or createArticleCache()',
    description: "a store of articles by message-id, such as a Map: cached articles are not fetched",
  },
} as const;

/** The request to a server has no earlier year. */
const EARLIEST = new Date(0);

/** The options of news and snews. */
export const newsOptions: OptionSet<typeof DECLARATIONS & typeof NEWS_OPTIONS> = defineOptions("news", {
  ...DECLARATIONS,
  ...NEWS_OPTIONS,
});

export type NewsOptions = OptionsInput<typeof newsOptions>;
export type NewsSettings = ResolvedOptions<typeof newsOptions>;
