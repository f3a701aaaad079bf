import { fixtureBytes, fixtureLines } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function prosperoBlock({ root, ftp, gopher, prospero: { origin } }: DemoEnvironment): SchemeScenario {
  return {
    scheme: "prospero",
    title: "a directory of resources on other servers, over UDP",
    usual: (line) => /VERSION 5|^AUTHENTICATE /.test(line),
    scenes: [
      {
        title: "A directory: its entries are links to other servers",
        url: `${origin}//by-the-sea`,
        operation: "list",
        expected: {
          names: ["tide.txt", "percent.txt"],
          urls: [`${ftp.origin}/poems/tide.txt;type=i`, `${gopher.origin}/0/poems/percent.txt`],
        },
        anatomy: true,
        dialogue: true,
      },
      {
        title: "A poem that is downloaded over FTP",
        url: `${origin}//by-the-sea/tide.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "poems", "tide.txt") },
        // The plan has a second request, for a server that has the contents itself.
        sent: (planned) => [
          ...planned.slice(0, 3),
          ...["USER anonymous", "PASS anonymous@", "CWD poems", "TYPE I", "EPSV", "RETR tide.txt", "QUIT"],
        ],
      },
      {
        title: "A poem that is downloaded over Gopher",
        url: `${origin}//by-the-sea/percent.txt`,
        operation: "get",
        expected: { octets: fixtureLines(root, "poems", "percent.txt") },
        sent: (planned) => [...planned.slice(0, 3), "/poems/percent.txt"],
      },
    ],
  };
}
