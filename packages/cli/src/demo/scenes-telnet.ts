import { heldLines, heldNames } from "./fixtures.ts";
import type { Block } from "./scenario.ts";
import type { Stage } from "./stage.ts";

export function telnetBlock({ root, telnet: { host, port } }: Stage): Block {
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
            hear: heldNames(root, "poems")
              .map((name) => `${name}\r\n`)
              .join(""),
          },
          {
            say: "show poems/percent.txt",
            hear: new TextDecoder().decode(heldLines(root, "poems", "percent.txt")),
          },
          { say: "screen", hear: "UNKNOWN, 80 columns by 24 rows.\r\n" },
          { say: "quit", hear: "Goodbye.\r\n" },
        ],
      },
    ],
  };
}
