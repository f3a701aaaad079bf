import { fixtureBytes, fixtureLines, fixtureMetadata, fixtureNames } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

const ALICE = "alice:s3cr%3At%40%2F%25@";

export function ftpBlock({ root, ftp: { host, port, origin } }: DemoEnvironment): SchemeScenario {
  const alice = `ftp://${ALICE}${host}:${port}`;
  return {
    scheme: "ftp",
    title: "files and directories; each segment of a path is one step",
    scenes: [
      {
        title: "A file",
        url: `${origin}/welcome.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "welcome.txt") },
        anatomy: true,
        dialogue: true,
      },
      {
        title: "Text mode: lines end in CR LF",
        url: `${origin}/octets/lf.txt;type=a`,
        operation: "get",
        expected: { octets: fixtureLines(root, "octets", "lf.txt") },
        lineEnds: true,
      },
      {
        title: "A login: where.txt in the home directory of alice",
        url: `${alice}/where.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "home", "alice", "where.txt") },
      },
      {
        title: "%2F is a slash in a name: this is where.txt in the root directory",
        url: `${alice}/%2Fwhere.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "where.txt") },
        anatomy: true,
      },
      {
        title: "%3B is a semicolon in a name: this only looks like a typecode",
        url: `${origin}/names/notes%3Btype=a`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "names", "notes;type=a") },
      },
      {
        title: "A directory",
        url: `${origin}/octets/`,
        operation: "list",
        expected: { names: fixtureNames(root, "octets") },
      },
      {
        title: "Metadata of a picture, without a download",
        url: `${origin}/pictures/compass.png`,
        operation: "stat",
        expected: { facts: fixtureMetadata(root, "pictures", "compass.png") },
      },
      {
        title: "Two files over one pooled connection",
        kept: true,
        acts: [
          {
            url: `${origin}/poems/tide.txt`,
            operation: "get",
            expected: { octets: fixtureBytes(root, "poems", "tide.txt") },
            // PWD, so that the next step can return to the initial directory; and no QUIT.
            sent: (planned) => [...planned.slice(0, 2), "PWD", ...planned.slice(2, -1)],
          },
          {
            url: `${origin}/poems/percent.txt`,
            operation: "get",
            expected: { octets: fixtureBytes(root, "poems", "percent.txt") },
            sent: (planned) => planned.slice(-3, -1),
          },
        ],
      },
      {
        title: "Rejected: unknown typecode",
        url: `${origin}/welcome.txt;type=x`,
        operation: "get",
        expected: { code: "bad-ftp-type", at: ";type=x" },
      },
    ],
  };
}
