import { held, heldFacts, heldLines, heldNames } from "./held.ts";
import type { Block } from "./scene.ts";
import type { Stage } from "./stage.ts";

const ALICE = "alice:s3cr%3At%40%2F%25@";

export function ftpBlock({ root, ftp: { host, port, origin } }: Stage): Block {
  const alice = `ftp://${ALICE}${host}:${port}`;
  return {
    scheme: "ftp",
    title: "files and directories; each segment of a path is one step",
    scenes: [
      {
        title: "A file",
        url: `${origin}/welcome.txt`,
        operation: "get",
        expected: { octets: held(root, "welcome.txt") },
        anatomy: true,
        dialogue: true,
      },
      {
        title: "Sent as text: its lines come to end in CR LF",
        url: `${origin}/octets/lf.txt;type=a`,
        operation: "get",
        expected: { octets: heldLines(root, "octets", "lf.txt") },
        lineEnds: true,
      },
      {
        title: "A login: the file where.txt of alice's own directory",
        url: `${alice}/where.txt`,
        operation: "get",
        expected: { octets: held(root, "home", "alice", "where.txt") },
      },
      {
        title: "%2F is a slash inside of a name: now it is the where.txt of the root",
        url: `${alice}/%2Fwhere.txt`,
        operation: "get",
        expected: { octets: held(root, "where.txt") },
        anatomy: true,
      },
      {
        title: "%3B is a semicolon inside of a name: this only looks like a typecode",
        url: `${origin}/names/notes%3Btype=a`,
        operation: "get",
        expected: { octets: held(root, "names", "notes;type=a") },
      },
      {
        title: "A directory",
        url: `${origin}/octets/`,
        operation: "list",
        expected: { names: heldNames(root, "octets") },
      },
      {
        title: "What is known of a picture, without fetching it",
        url: `${origin}/pictures/compass.png`,
        operation: "stat",
        expected: { facts: heldFacts(root, "pictures", "compass.png") },
      },
      {
        title: "Two files over one connection, which is kept",
        kept: true,
        acts: [
          {
            url: `${origin}/poems/tide.txt`,
            operation: "get",
            expected: { octets: held(root, "poems", "tide.txt") },
            // PWD, so that the next one finds its way; and no QUIT.
            sent: (planned) => [...planned.slice(0, 2), "PWD", ...planned.slice(2, -1)],
          },
          {
            url: `${origin}/poems/percent.txt`,
            operation: "get",
            expected: { octets: held(root, "poems", "percent.txt") },
            sent: (planned) => planned.slice(-3, -1),
          },
        ],
      },
      {
        title: "Refused: there is no such typecode",
        url: `${origin}/welcome.txt;type=x`,
        operation: "get",
        expected: { code: "bad-ftp-type", at: ";type=x" },
      },
    ],
  };
}
