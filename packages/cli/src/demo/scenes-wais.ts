import { held } from "./held.ts";
import type { Block } from "./scene.ts";
import type { Stage } from "./stage.ts";

export function waisBlock({ root, wais: { origin } }: Stage): Block {
  return {
    scheme: "wais",
    title: "databases that are searched",
    scenes: [
      {
        title: "A search: what it finds has URLs of its own",
        url: `${origin}/library?umlaut`,
        operation: "list",
        expected: { names: ["The percent sign"] },
      },
      {
        title: "A document, by the identifier that the server gave it",
        url: `${origin}/library/TEXT/278/3=0%20278%20docs/poems/percent.txt;`,
        operation: "get",
        expected: { octets: held(root, "poems", "percent.txt") },
        anatomy: true,
      },
    ],
  };
}
