import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function ircBlock({ irc: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "irc",
    title: "channels of Internet Relay Chat",
    scenes: [
      {
        title: "The channels of a server",
        url: `${origin}/`,
        operation: "list",
        expected: { names: ["#anyurl", "#keyed"], urls: [`${origin}/%23anyurl`, `${origin}/%23keyed`] },
      },
      {
        title: "A channel: its topic and its users, without joining it",
        url: `${origin}/%23anyurl`,
        operation: "get",
        expected: {
          octets: octetsOf("#anyurl\r\nTopic: URLs of any scheme\r\nUsers: 2\r\n@keeper\r\ngull\r\n"),
        },
        anatomy: true,
      },
      {
        title: "A command in the name of a channel: nothing is sent",
        url: `${origin}/%23a%0D%0AQUIT`,
        operation: "get",
        expected: { code: "control-octet" },
      },
    ],
  };
}
