import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

const NOTE: Uint8Array = octetsOf("A blue whale was seen.\n");

export function fileBlock({ directory }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "file",
    title: "local files, in the only directory that this client may open",
    scenes: [
      {
        title: "Write and read a file: %20 is a space in its name",
        acts: [
          { url: `${directory}/a%20whale.txt`, operation: "put", source: NOTE, expected: { done: true } },
          { url: `${directory}/a%20whale.txt`, operation: "get", expected: { octets: NOTE } },
        ],
      },
      {
        title: "Rejected: outside of the directory",
        url: `${directory}/../what.txt`,
        operation: "get",
        expected: { code: "path-blocked" },
      },
      {
        title: "Rejected: %2F is a slash in a name, and a file name cannot contain one",
        url: `${directory}/..%2Fwhat.txt`,
        operation: "get",
        expected: { code: "separator-in-segment" },
      },
    ],
  };
}
