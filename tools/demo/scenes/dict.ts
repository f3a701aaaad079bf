import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function dictBlock({ dict: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "dict",
    title: "words and definitions",
    scenes: [
      {
        title: "The words that begin with another one, in all databases",
        url: `${origin}/m:tid:*:prefix`,
        operation: "list",
        expected: {
          names: ["tide", "tidal", "tide"],
          urls: [`${origin}/d:tide:sea`, `${origin}/d:tidal:sea`, `${origin}/d:tide:sky`],
        },
      },
      {
        title: "The second definition of a word: empty fields have defaults",
        url: `${origin}/d:tide::2`,
        operation: "get",
        expected: { octets: octetsOf("tide\r\n   a time, or a season\r\n") },
        anatomy: true,
      },
    ],
  };
}
