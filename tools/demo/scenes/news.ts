import { fixtureArticle } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function newsBlock({ newsgroups, nntp: { origin } }: DemoEnvironment): SchemeScenario {
  const options = { servers: [origin] };
  return {
    scheme: "news",
    title: "newsgroups and articles, on any server",
    scenes: [
      {
        title: "An article, by its message-id: %25 is the percent sign in it",
        url: "news:two$1%252@harbour.example",
        operation: "get",
        options,
        expected: { octets: fixtureArticle(newsgroups, "local.harbour", 2) },
        anatomy: true,
        body: true,
      },
      {
        title: "A newsgroup",
        url: "news:local.lines",
        operation: "list",
        options,
        expected: {
          names: ["Dots", "Empty lines", "A long line"],
          urls: ["dots", "empty-lines", "long"].map((id) => `news:${id}@harbour.example`),
        },
        // The reply to GROUP contains the number of articles.
        sent: (planned) => planned.map((line) => (line === "OVER 1-100" ? "OVER 1-3" : line)),
      },
    ],
  };
}
