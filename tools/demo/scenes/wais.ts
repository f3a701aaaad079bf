import { fixtureBytes } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function waisBlock({ root, wais: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "wais",
    title: "search in databases",
    scenes: [
      {
        title: "A search: the results have URLs",
        url: `${origin}/library?umlaut`,
        operation: "list",
        expected: { names: ["The percent sign"] },
      },
      {
        title: "A document, by the identifier from the server",
        url: `${origin}/library/TEXT/278/3=0%20278%20docs/poems/percent.txt;`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "poems", "percent.txt") },
        anatomy: true,
      },
    ],
  };
}
