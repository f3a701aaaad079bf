import type { OptionDescriptions } from "@anyurl/core";
import { NEWS_OPTIONS } from "@anyurl/protocol-nntp/operations";

/** What the options of news and snews are. */
export const OPTIONS: OptionDescriptions = {
  servers: {
    type: "list",
    summary: "where URLs that name no server are read: hosts, host:port or nntps://host, one after the other",
    cite: "RFC 5538 §4",
  },
  ...NEWS_OPTIONS,
  since: {
    type: "date",
    summary: "list only what has come to the server since then",
    cite: "RFC 3977 §7.4",
  },
  cache: {
    type: "callback",
    summary: "a store of articles by message-id, as a Map: what is in there is not fetched",
  },
};
