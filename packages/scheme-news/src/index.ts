import { defineScheme, type Scheme } from "@anyurl/core";
import { ALL_ARTICLES, ARTICLE_VIEW, NEWSGROUP_VIEW, NEWSGROUPS_VIEW } from "@anyurl/protocol-nntp";
import { describe } from "./describe.ts";
import { newsOptions } from "./options.ts";
import { newsSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  isRecognizableInText,
  type NewsInit,
  type NewsName,
  type NewsParts,
  normalize,
  parse,
} from "./syntax.ts";

export { type ArticleCacheOptions, type ArticleStore, createArticleCache } from "./cache.ts";
export type { NewsOptions } from "./options.ts";
export type { NewsInit, NewsName, NewsParts, NewsUrl } from "./syntax.ts";

/** `news:` (RFC 5538 §4), and `snews:`, the same over TLS. */
export const news: Scheme<NewsName, NewsParts, NewsInit, typeof import("./access.ts"), typeof newsOptions> =
  defineScheme({
    name: newsSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { usual: [119, 563] },
    cite: ["RFC 5538 §4", "RFC 1738 §3.6", "RFC 3977", "RFC 5536"],
    check,
    parse,
    format,
    fields: ["user", "password", "host", "port", "newsgroupName", "wildmat", "messageId", "fragment"],
    normalize,
    describe,
    plan,
    isDirectory: ({ parts: { messageId } }) => messageId === undefined,
    inText: isRecognizableInText,
    examples: [
      { url: "news:comp.infosystems.www.misc", title: "a newsgroup on any server" },
      { url: "news:two$1%252@example.org", title: "an article by its message-id" },
      { url: "news:*", title: "all newsgroups" },
      { url: "news:example.group.*", title: "the newsgroups that match a pattern" },
      { url: "news://news.example/example.group.this", title: "a newsgroup on this server" },
      { url: "snews://news.example/example.group.this", title: "a newsgroup over TLS" },
    ],
    presentation: {
      view: ({ parts: { messageId, wildmat } }) => {
        // A message-id always identifies the same article (RFC 5536 §3.1.3).
        if (messageId !== undefined) return { ...ARTICLE_VIEW, immutable: true };
        if (wildmat === undefined) return NEWSGROUP_VIEW;
        return { ...NEWSGROUPS_VIEW, title: wildmat === "*" ? "Newsgroups" : `Newsgroups ${wildmat}` };
      },
      tree: {
        isTitled: ({ parts: { wildmat } }) => wildmat === undefined,
        path: ({ parts: { messageId, newsgroupName, wildmat } }) =>
          messageId === undefined ? [newsgroupName ?? wildmat!] : [`${messageId}.eml`],
        listOptions: ALL_ARTICLES,
      },
    },
    options: newsOptions,
    // Loaded on first use, so that parsing a URL does not load the network code.
    access: () => import("./access.ts"),
  });
