import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function popBlock({ pop: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "pop",
    title: "messages of a mailbox",
    scenes: [
      {
        title: "A mailbox, with a digest of the password",
        url: origin.replace("//", "//alice;AUTH=+APOP@"),
        operation: "list",
        expected: { names: ["Welcome to the library", "Café at noon?", "Tide tables"] },
        // The plan has the header of one message.
        sent: (planned) =>
          planned.flatMap((line) => (line === "TOP 1 0" ? [line, "TOP 2 0", "TOP 3 0"] : line)),
        anatomy: true,
      },
      {
        title: "A password without TLS: nothing is sent",
        url: origin.replace("//", "//alice@"),
        operation: "list",
        expected: { code: "tls-required" },
      },
    ],
  };
}
