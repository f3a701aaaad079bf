import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  startFtpServer,
  startGopherServer,
  startHttpServer,
  startNntpServer,
  startProsperoServer,
  startTelnetServer,
  startWaisServer,
} from "@anyurl/servers";

/** How a program of a case opens a URL of one scheme. */
export interface Opening {
  /** On a server of this process, or a file. */
  readonly url: string;
  /** Further options of the client, as TypeScript: "policy: …,". */
  readonly client?: string;
  /** TypeScript with `client` and `url` in it: what the URL gives, as a text. */
  readonly shown: string;
  /** What is in that text. */
  readonly expected: string;
}

/** The openings by the name of the scheme's constant; the servers end with the stack. */
export async function startOpenings(
  stack: AsyncDisposableStack,
  directory: string,
): Promise<ReadonlyMap<string, Opening>> {
  const [ftp, http, gopher, nntp, telnet, wais, prospero] = await Promise.all([
    startFtpServer(),
    startHttpServer(),
    startGopherServer(),
    startNntpServer(),
    startTelnetServer(),
    startWaisServer(),
    startProsperoServer(),
  ]);
  for (const server of [ftp, http, gopher, nntp, telnet, wais, prospero]) stack.use(server);
  const file = join(directory, "greeting.txt");
  await writeFile(file, "a file of this machine");
  return new Map<string, Opening>([
    ["ftp", { url: `${ftp.origin}/welcome.txt`, shown: TEXT, expected: "elcome" }],
    ["http", { url: `${http.origin}/welcome.txt`, shown: TEXT, expected: "elcome" }],
    ["gopher", { url: `${gopher.origin}/`, shown: NAMES, expected: "oems" }],
    [
      "news",
      { url: `news://127.0.0.1:${nntp.port}/local.harbour`, shown: NAMES, expected: "A light in the north" },
    ],
    [
      "nntp",
      { url: `nntp://127.0.0.1:${nntp.port}/local.harbour`, shown: NAMES, expected: "A light in the north" },
    ],
    ["telnet", { url: `telnet://127.0.0.1:${telnet.port}/`, shown: FIRST_OCTETS, expected: "1" }],
    ["wais", { url: `${wais.origin}/poems?tide`, shown: NAMES, expected: "Tide" }],
    ["prospero", { url: `${prospero.origin}//poems`, shown: NAMES, expected: "tide" }],
    [
      "file",
      {
        url: `file://${file}`,
        client: `policy: { files: { roots: [${JSON.stringify(directory)}] } },`,
        shown: TEXT,
        expected: "a file of this machine",
      },
    ],
    [
      "mailto",
      { url: "mailto:joe@example.org?subject=hello&body=hi", shown: SENT, expected: "Subject: hello" },
    ],
  ]);
}

const TEXT = "await (await client.get(url)).text()";

/** A listing, a line an entry. */
const NAMES = `await (async () => {
    let names = "";
    for await (const { name } of client.list(url)) names += name + " \\n";
    return names;
  })()`;

/** A session: "1" when the server has said something. */
const FIRST_OCTETS = `await (async () => {
    await using session = await client.open(url);
    for await (const octets of session.readable) if (octets.length > 0) return "1";
    return "0";
  })()`;

/** A message, handed to a submitter that keeps it. */
const SENT = `await (async () => {
    let sent = "";
    const submit = async ({ recipients, message }: { recipients: readonly string[]; message: Uint8Array }) => {
      sent = new TextDecoder().decode(message);
      return { accepted: recipients, refused: [], reply: "" };
    };
    await client.send(url, undefined, { options: { submit, from: "me@example.org", confirmed: true } });
    return sent;
  })()`;
