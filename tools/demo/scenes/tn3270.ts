import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function tn3270Block({ tn3270: { host, port } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "tn3270",
    title: "an application with screens and fields",
    scenes: [
      {
        title: "A menu, and a form; each line is typed into a field, and ends with Enter",
        url: `tn3270://guest@${host}:${port}/`,
        user: "guest",
        options: {},
        lines: [
          { say: "2", hear: "The library is open from 9 to 17." },
          { say: "1", hear: "REQUEST A CARD" },
        ],
      },
    ],
  };
}
