import { createClient } from "@anyurl/client";
import { type AccessRecord, createGateway, formatLink } from "@anyurl/gateway";
import { serveGateway } from "@anyurl/gateway/node";
import {
  document,
  folder,
  library,
  startFtpServer,
  startGopherServer,
  startNntpServer,
  startProsperoServer,
  startWaisServer,
} from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { createAnyurl } from "anyurl";

/** Our own servers, and a gateway to them. */
export interface GatewayWorld extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  readonly url: string;
  /** Where the gateway opens a URL. */
  at(url: string): string;
  readonly ftp: string;
  readonly gopher: string;
  readonly news: string;
  readonly wais: string;
  readonly prospero: string;
  /** The internal errors of the gateway. */
  readonly faults: readonly unknown[];
  /** The finished requests. */
  readonly records: readonly AccessRecord[];
}

/** A document whose script would be noticed if it ran, with a relative link. */
const PAGE = `<!doctype html><title>A page</title><h1>A page of 1994</h1>
<script>document.title = "it ran"</script><img src=x onerror="document.title='it ran'">
<p><a href="second.html">the second page</a></p>`;

/** @param ports of ftp, gopher, nntp, wais and prospero. Default any that are free. */
export async function openGatewayWorld(
  ports: readonly [number, number, number, number, number] = [0, 0, 0, 0, 0],
): Promise<GatewayWorld> {
  const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));
  const web = folder({
    "dated.html": document(PAGE, { modified }),
    "page.html": PAGE,
    "second.html": "<title>Second</title><h1>The second page</h1>",
  });
  const root = folder([...library().entries, ["web", web]]);
  const servers = await Promise.all([
    startFtpServer({ root, port: ports[0] }),
    startGopherServer({ port: ports[1] }),
    startNntpServer({ port: ports[2] }),
    startWaisServer({ port: ports[3] }),
    startProsperoServer({ port: ports[4] }),
  ]);
  const [ftp, gopher, nntp, wais, prospero] = servers.map(({ origin }) => origin) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const news = nntp.replace("nntp:", "news:");
  const urls = createAnyurl();
  const schemes = [...new Set(urls.names().map((name) => urls.scheme(name)!))];
  const client = createClient({
    schemes,
    transport: nodeTransport(),
    policy: {
      profile: "untrusted",
      allowAddresses: ["127.0.0.1/32"],
      allowPorts: ["ftp", "gopher", "nntp", "news", "wais", "prospero"].map((scheme) => `${scheme}:*`),
    },
  });
  const faults: unknown[] = [];
  const records: AccessRecord[] = [];
  const gateway = createGateway({
    client,
    // It represents a gateway to public servers, although its servers are on this machine.
    crossSite: "open",
    onFault: (error) => void faults.push(error),
    log: (record) => void records.push(record),
    contact: "mailto:abuse@gateway.example",
    clientRate: { perSecond: 10_000, burst: 10_000 },
    targetRate: { perSecond: 10_000, burst: 10_000 },
    examples: [
      { url: `${ftp}/poems/`, text: "a directory, by FTP" },
      { url: `${gopher}/`, text: "a Gopher menu with a search" },
      { url: `${news}/*`, text: "newsgroups" },
      { url: `${wais}/`, text: "WAIS databases" },
      { url: `${prospero}/`, text: "a Prospero directory" },
      { url: "mailto:poet@example.com?subject=An%20ode", text: "a letter, to be explained" },
    ],
  });
  const serving = await serveGateway(gateway);
  const url = serving.url.replace(/\/$/, "");
  return {
    ...{ url, ftp, gopher, news, wais, prospero, faults, records },
    at: (target) => url + formatLink(target),
    async [Symbol.asyncDispose]() {
      await serving.close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
