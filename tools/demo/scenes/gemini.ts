import { fixtureBytes, fixtureNames } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function geminiBlock({ root, gemini: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "gemini",
    title: "pages with links, over TLS with trust on first use",
    scenes: [
      {
        title: "A page: its lines of text and its links",
        url: `${origin}/poems/`,
        operation: "list",
        expected: { names: ["# /poems/", "", ...fixtureNames(root, "poems")] },
      },
      {
        title: "A text",
        url: `${origin}/poems/tide.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "poems", "tide.txt") },
      },
      {
        title: "A page that asks a question first",
        url: `${origin}/search`,
        operation: "get",
        expected: { code: "input-required" },
        sent: (planned) => planned,
      },
      {
        title: "The same page with the answer",
        url: `${origin}/search?umlaut`,
        operation: "get",
        expected: {
          octets: new TextEncoder().encode("# 1 found\n=> /poems/percent.txt\n"),
        },
        anatomy: true,
      },
    ],
  };
}
