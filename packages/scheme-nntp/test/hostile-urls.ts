import type { NewsUrls } from "../../protocol-nntp/test/hostile-server.ts";

/** What a client opens at the hostile peers. */
export const URLS: NewsUrls = {
  article: "nntp://alice:Swordfish%2F42@h.example/a.b/1",
  secureArticle: "nntps://alice:Swordfish%2F42@h.example/a.b/1",
  newsgroup: "nntp://h.example/a.b",
};
