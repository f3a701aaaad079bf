import type { NewsUrls } from "../../protocol-nntp/test/hostile-server.ts";

/** What a client opens at the hostile peers. */
export const URLS: NewsUrls = {
  article: "news://alice:Swordfish%2F42@h.example/a%2F$x@b.example",
  secureArticle: "snews://alice:Swordfish%2F42@h.example/a@b.example",
  newsgroup: "news://h.example/a.b",
};
