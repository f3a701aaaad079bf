import { defineScheme, type Scheme } from "@anyurl/core";
import { ALL_ARTICLES, ARTICLE_VIEW, NEWSGROUP_VIEW } from "@anyurl/protocol-nntp";
import { describe } from "./describe.ts";
import { nntpOptions } from "./options.ts";
import { nntpSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  type NntpInit,
  type NntpName,
  type NntpParts,
  normalize,
  parse,
} from "./syntax.ts";

export type { NntpOptions } from "./options.ts";
export type { NntpInit, NntpName, NntpParts, NntpUrl } from "./syntax.ts";

/** `nntp:` (RFC 5538 §3), and `nntps:`, the same over TLS. */
export const nntp: Scheme<NntpName, NntpParts, NntpInit, typeof import("./access.ts"), typeof nntpOptions> =
  defineScheme({
    name: nntpSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { usual: [119, 563] },
    cite: ["RFC 5538 §3", "RFC 1738 §3.7", "RFC 3977", "RFC 5536"],
    check,
    parse,
    format,
    fields: ["user", "password", "host", "port", "newsgroupName", "articleNumber", "fragment"],
    normalize,
    describe,
    plan,
    isDirectory: ({ parts: { articleNumber } }) => articleNumber === undefined,
    examples: [
      { url: "nntp://news.example/example.group.this", title: "a newsgroup on this server" },
      {
        url: "nntp://news.example/example.group.this/12345",
        title: "an article by its number on this server",
      },
      { url: "nntps://news.example/example.group.this", title: "a newsgroup over TLS" },
    ],
    presentation: {
      breadcrumbs: "segments",
      tree: {
        path: ({ parts: { newsgroupName, articleNumber } }) =>
          articleNumber === undefined ? [newsgroupName] : [newsgroupName, `${articleNumber}.eml`],
        listOptions: ALL_ARTICLES,
      },
      view: ({ parts: { articleNumber } }) => (articleNumber === undefined ? NEWSGROUP_VIEW : ARTICLE_VIEW),
    },
    options: nntpOptions,
    // Loaded on first use, so that parsing a URL does not load the network code.
    access: () => import("./access.ts"),
  });
