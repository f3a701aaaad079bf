import { octetsOf } from "@anyurl/core";
import { fixtureArticle, withCrLf } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

const ARTICLE = `From: A Reader <reader@sea.example>
Newsgroups: local.lines
Subject: Re: Dots

The line that follows is a dot:
.
`;

export function nntpBlock({ newsgroups, nntp: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "nntp",
    title: "articles of one server, by number",
    scenes: [
      {
        title: "An article",
        url: `${origin}/local.harbour/3`,
        operation: "get",
        expected: { octets: fixtureArticle(newsgroups, "local.harbour", 3) },
        anatomy: true,
        body: true,
      },
      {
        title: "A newsgroup: non-ASCII titles are decoded",
        url: `${origin}/local.harbour`,
        operation: "list",
        expected: {
          names: ["A light in the north", "Re: A light in the north", "Grüße von der Mühle"],
          urls: [1, 2, 3].map((number) => `${origin}/local.harbour/${number}`),
        },
        // The reply to GROUP contains the number of articles.
        sent: (planned) => planned.map((line) => (line === "OVER 1-100" ? "OVER 1-3" : line)),
      },
      {
        title: "Post and read an article: the line with a dot is dot-stuffed",
        acts: [
          {
            url: `${origin}/local.lines`,
            operation: "send",
            source: octetsOf(ARTICLE),
            options: { confirmed: true },
            expected: { done: true },
            sent: ([capabilities = "", post = ""]) => [
              capabilities,
              post,
              ...ARTICLE.split("\n")
                .map((line) => (line === "." ? ".." : line))
                .slice(0, -1),
              ".",
              "QUIT",
            ],
          },
          {
            url: `${origin}/local.lines/4`,
            operation: "get",
            expected: { ending: withCrLf(octetsOf(ARTICLE)) },
          },
        ],
      },
    ],
  };
}
