import { fixtureLines, fixtureNames } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function telnetBlock({ root, telnet: { host, port } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "telnet",
    title: "a session; the user is a suggestion, and is never sent",
    scenes: [
      {
        title: "A session with a library",
        url: `telnet://guest:s3cret@${host}:${port}/`,
        user: "guest",
        options: { size: { columns: 80, rows: 24 } },
        lines: [
          {
            say: "list poems",
            hear: fixtureNames(root, "poems")
              .map((name) => `${name}\r\n`)
              .join(""),
          },
          {
            say: "show poems/percent.txt",
            hear: new TextDecoder().decode(fixtureLines(root, "poems", "percent.txt")),
          },
          { say: "screen", hear: "UNKNOWN, 80 columns by 24 rows.\r\n" },
          { say: "quit", hear: "Goodbye.\r\n" },
        ],
      },
    ],
  };
}
