import { SCHEMES } from "@anyurl/all";
import { createGateway } from "@anyurl/gateway";
import { createGatewayClient, serveGateway } from "@anyurl/gateway/node";
import { SCHEME_LOADERS } from "anyurl/lazy";
import type { HostIo } from "../../packages/cli/src/host-io.ts";
import { createInterruption } from "../../packages/cli/src/terminal/interruption.ts";
import type { DemoEnvironment } from "./stage.ts";

/**
 * Serves web pages for the URLs of the demo servers on loopback until an interruption. Of the private addresses, it
 * reaches only the demo servers and servers on registered ports.
 *
 * @param isAll with the servers of further schemes.
 * @param announce receives the address as soon as the gateway listens.
 */
export async function serveStage(
  stage: DemoEnvironment,
  isAll: boolean,
  io: HostIo,
  announce: (url: string) => Promise<void>,
): Promise<void> {
  const { ftp, gopher, http, nntp, wais, prospero, ldap, nfs, dict, finger, gemini, imap } = stage;
  const servers = [
    ftp,
    gopher,
    http,
    nntp,
    wais,
    prospero,
    ...(isAll ? [ldap, nfs, dict, finger, gemini, imap] : []),
  ];
  const smaller = await Promise.all([...new Set(SCHEME_LOADERS.values())].map((load) => load()));
  const gateway = createGateway({
    client: createGatewayClient({
      schemes: [...smaller, ...(isAll ? SCHEMES : [])],
      allowPrivate: true,
      firstUse: isAll,
      allowPorts: [
        ...servers.map(({ origin, port }) => `${origin.slice(0, origin.indexOf(":"))}:${port}`),
        `news:${nntp.port}`,
      ],
    }),
    examples: [
      { url: `${gopher.origin}/`, text: "a menu" },
      { url: `${gopher.origin}/7/search%09tide`, text: "a search" },
      { url: `${ftp.origin}/`, text: "a directory" },
      { url: `${ftp.origin}/poems/tide.txt;type=a`, text: "a text" },
      { url: `${http.origin}/poems/`, text: "a page" },
      { url: `news://127.0.0.1:${nntp.port}/*`, text: "newsgroups" },
      { url: `${wais.origin}/library?tide`, text: "a database search" },
      { url: `${prospero.origin}/by-the-sea`, text: "links to other servers" },
      ...(isAll ? moreExamples(stage) : []),
    ],
  });
  await using serving = await serveGateway(gateway, { grace: 1_000 });
  await announce(serving.url);
  const interruption = createInterruption(io.signal);
  await interruption.rejection.catch(() => {});
  interruption.end();
}

function moreExamples({ ldap, nfs, dict, gemini, imap }: DemoEnvironment) {
  return [
    { url: `${ldap.origin}/dc=library,dc=example??one`, text: "a directory of people" },
    { url: `${nfs.origin}/`, text: "files over NFS" },
    { url: `${dict.origin}/`, text: "dictionaries" },
    { url: `${gemini.origin}/`, text: "a page of Gemini" },
    { url: `${imap.origin}/INBOX`, text: "a mailbox" },
  ];
}
