import type { OptionDescriptions } from "@anyurl/core";
import { NEWS_OPTIONS } from "@anyurl/protocol-nntp/operations";

/** Descriptions of the options of news and snews. */
export const OPTIONS: OptionDescriptions = {
  servers: {
    type: "list",
    summary: "servers for URLs without one: hosts, host:port or nntps://host, tried in order",
    cite: "RFC 5538 §4",
  },
  ...NEWS_OPTIONS,
  since: {
    type: "date",
    summary: "list only articles that have arrived at the server since then",
    cite: "RFC 3977 §7.4",
  },
  cache: {
    type: "callback",
    summary: "a store of articles by message-id, such as a Map: cached articles are not fetched",
  },
};
