import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function fingerBlock({ finger: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "finger",
    title: "what a server says about its users",
    scenes: [
      {
        title: "A user, in detail: %2FW asks for it",
        url: `${origin}/%2FW%20keeper`,
        operation: "get",
        expected: {
          octets: octetsOf("Login: keeper\r\nName: The Keeper\r\nPlan:\r\nTo keep the light.\r\n"),
        },
        anatomy: true,
      },
      {
        title: "A request that the server would forward: nothing is sent",
        url: `${origin}/keeper@harbour.example`,
        operation: "get",
        expected: { code: "redirect-refused" },
      },
    ],
  };
}
