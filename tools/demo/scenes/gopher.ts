import { fixtureBytes, fixtureLines, fixtureNames } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function gopherBlock({ root, gopher: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "gopher",
    title: "menus; the first character of the path is the type",
    scenes: [
      {
        title: "A menu",
        url: `${origin}/1/poems`,
        operation: "list",
        expected: { names: fixtureNames(root, "poems") },
      },
      {
        title: "A text",
        url: `${origin}/0/poems/tide.txt`,
        operation: "get",
        expected: { octets: fixtureLines(root, "poems", "tide.txt") },
      },
      {
        title: "A search: %09 separates the selector from the search words",
        url: `${origin}/7/search%09umlaut`,
        operation: "list",
        expected: { names: ["percent.txt"] },
        anatomy: true,
      },
      {
        title: "All 256 byte values",
        url: `${origin}/9/octets/bytes.bin`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "octets", "bytes.bin") },
      },
      {
        title: "Rejected: a line break would send two commands",
        url: `${origin}/0/welcome.txt%0D%0ADELETE%20everything`,
        operation: "get",
        expected: { code: "control-octet", at: "%0D" },
      },
    ],
  };
}
