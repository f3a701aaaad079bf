import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function wsBlock({ ws: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "ws",
    title: "sessions of messages",
    scenes: [
      {
        title: "A service that returns each message; each line is a message",
        url: `${origin}/echo?tide=high`,
        lines: [
          { say: "The tide turns.", hear: "The tide turns." },
          { say: "Grüße von der Mühle", hear: "Grüße von der Mühle" },
        ],
        messages: true,
        options: {},
      },
    ],
  };
}
