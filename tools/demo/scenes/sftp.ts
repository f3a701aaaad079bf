import { fixtureBytes, fixtureNames } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function sftpBlock({ root, sftp: { host, port } }: DemoEnvironment): SchemeScenario {
  const origin = `sftp://alice@${host}:${port}`;
  return {
    scheme: "sftp",
    title: "files over SSH, with the key of the host",
    scenes: [
      {
        title: "A directory",
        url: `${origin}/poems/`,
        operation: "list",
        expected: { names: fixtureNames(root, "poems") },
      },
      {
        title: "A file in the home directory of the user",
        url: `${origin}/~/notes.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "home", "alice", "notes.txt") },
        anatomy: true,
      },
      {
        title: "A slash in a name: nothing is sent",
        url: `${origin}/poems%2Ftide.txt`,
        operation: "get",
        expected: { code: "separator-in-segment" },
      },
    ],
  };
}
