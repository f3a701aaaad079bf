import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  startDictServer,
  startFingerServer,
  startFtpServer,
  startGeminiServer,
  startGopherServer,
  startHttpServer,
  startImapServer,
  startNfsServer,
  startNntpServer,
  startPopServer,
  startProsperoServer,
  startSftpServer,
  startTelnetServer,
  startWaisServer,
  startWsServer,
  startZ3950Server,
} from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";

/** The code with which a program opens a URL of one scheme. */
export interface Opening {
  /** The URL on a server of this process, or of a file. */
  readonly url: string;
  /** Further options of the client, as TypeScript: "policy: …,". */
  readonly client?: string;
  /** A TypeScript expression with `client` and `url` that returns the content as a string. */
  readonly shown: string;
  /** A part of that string. */
  readonly expected: string;
}

/** Returns the openings by the name of the scheme's constant. The servers stop with the stack. */
export async function startOpenings(
  stack: AsyncDisposableStack,
  directory: string,
): Promise<ReadonlyMap<string, Opening>> {
  const servers = await Promise.all([
    startFtpServer(),
    startHttpServer(),
    startGopherServer(),
    startNntpServer(),
    startTelnetServer(),
    startWaisServer(),
    startProsperoServer(),
    startNfsServer(),
    startDictServer(),
    startFingerServer(),
    startGeminiServer({ tls: SELF_SIGNED }),
    startZ3950Server(),
    startSftpServer(),
    startWsServer(),
    startImapServer(),
    startPopServer(),
  ]);
  for (const server of servers) stack.use(server);
  const [
    ftp,
    http,
    gopher,
    nntp,
    telnet,
    wais,
    prospero,
    nfs,
    dict,
    finger,
    gemini,
    z3950,
    sftp,
    ws,
    imap,
    pop,
  ] = servers;
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
    ["nfs", { url: `${nfs.origin}/welcome.txt`, shown: TEXT, expected: "elcome" }],
    ["dict", { url: `${dict.origin}/d:tide`, shown: TEXT, expected: "of the sea" }],
    ["finger", { url: `${finger.origin}/keeper`, shown: TEXT, expected: "The Keeper" }],
    ["gemini", { url: `${gemini.origin}/welcome.txt`, shown: TEXT, expected: "elcome" }],
    ["z3950", { url: `${z3950.origin}/Default`, shown: NAMES, expected: "Tides" }],
    [
      "sftp",
      {
        url: `sftp://alice@127.0.0.1:${sftp.port}/welcome.txt`,
        client:
          `credentials: () => ({ password: "wonderland" }), ` +
          `options: { sftp: { knownHosts: ${JSON.stringify(sftp.knownHosts)} } },`,
        shown: TEXT,
        expected: "elcome",
      },
    ],
    ["imap", { url: `${imap.origin}/INBOX`, shown: NAMES, expected: "Tide tables" }],
    [
      "pop",
      {
        url: `pop://alice;AUTH=+APOP@127.0.0.1:${pop.port}`,
        client: `credentials: () => ({ password: "s3cr:t@/%" }),`,
        shown: NAMES,
        expected: "Tide tables",
      },
    ],
    ["ws", { url: `${ws.origin}/tides`, shown: FIRST_OCTETS, expected: "1" }],
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
    ["data", { url: "data:,hello", shown: TEXT, expected: "hello" }],
    ["mid", { url: "mid:a@h.example", shown: CODE, expected: "unsupported" }],
    ["cid", { url: "cid:a@h.example", shown: CODE, expected: "unsupported" }],
    ["urn", { url: "urn:example:a", shown: CODE, expected: "unsupported" }],
    ["doi", { url: "doi:10.1000/182", shown: CODE, expected: "unsupported" }],
    ["info", { url: "info:doi/10.1000/182", shown: CODE, expected: "unsupported" }],
    ["sip", { url: "sip:alice@atlanta.example", shown: REFUSED, expected: "unsupported" }],
    ["tel", { url: "tel:+12015550123", shown: REFUSED, expected: "unsupported" }],
    ["sms", { url: "sms:+15105550101", shown: REFUSED, expected: "unsupported" }],
    ["geo", { url: "geo:13.4125,103.8667", shown: REFUSED, expected: "unsupported" }],
  ]);
}

/** Code for a URL that needs an option: returns the code of the error. */
const CODE = "await client.get(url).catch((error) => error.code)";

/** The same for a scheme without operations: by its types, get accepts none of its URLs. */
const REFUSED = "await client.get(url as never).catch((error: any) => error.code)";

const TEXT = "await (await client.get(url)).text()";

/** Code for a listing, with one line for each entry. */
const NAMES = `await (async () => {
    let names = "";
    for await (const { name } of client.list(url)) names += name + " \\n";
    return names;
  })()`;

/** Code for a session, which returns "1" if the server has sent data. */
const FIRST_OCTETS = `await (async () => {
    await using session = await client.open(url);
    for await (const octets of session.readable) if (octets.length > 0) return "1";
    return "0";
  })()`;

/** Code for a message, which a submitter stores. */
const SENT = `await (async () => {
    let sent = "";
    const submit = async ({ recipients, message }: { recipients: readonly string[]; message: Uint8Array }) => {
      sent = new TextDecoder().decode(message);
      return { accepted: recipients, refused: [], reply: "" };
    };
    await client.send(url, undefined, { options: { submit, from: "me@example.org", confirmed: true } });
    return sent;
  })()`;
