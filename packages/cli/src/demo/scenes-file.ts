import { octetsOf } from "@anyurl/servers";
import type { Block } from "./scene.ts";
import type { Stage } from "./stage.ts";

const NOTE: Uint8Array = octetsOf("A blue whale was seen.\n");

export function fileBlock({ directory }: Stage): Block {
  return {
    scheme: "file",
    title: "files of this machine, in the one directory that this client may open",
    scenes: [
      {
        title: "A file is written, and read: %20 is a blank in its name",
        acts: [
          { url: `${directory}/a%20whale.txt`, operation: "put", source: NOTE, expected: { done: true } },
          { url: `${directory}/a%20whale.txt`, operation: "get", expected: { octets: NOTE } },
        ],
      },
      {
        title: "Refused: it lies outside of the directory",
        url: `${directory}/../what.txt`,
        operation: "get",
        expected: { code: "path-blocked" },
      },
      {
        title: "Refused: %2F is a slash inside of a name, and no name of a file has one",
        url: `${directory}/..%2Fwhat.txt`,
        operation: "get",
        expected: { code: "separator-in-segment" },
      },
    ],
  };
}
