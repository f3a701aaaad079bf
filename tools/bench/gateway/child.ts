/**
 * One process of the benchmark. Its role is `sources` (Gopher and FTP servers), `bare` (a handler of the same framework
 * that sends the given bytes), or a gateway, `cached` or `uncached`. It reports its ports, and its memory on request.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { createGateway } from "@anyurl/gateway";
import { createGatewayClient, serveGateway } from "@anyurl/gateway/node";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { document, folder, patternDocument, startFtpServer, startGopherServer } from "@anyurl/servers";
import type { FromChild, ToChild } from "./messages.ts";

/** Size of the large file in bytes. */
const LARGE = 256 * 1024 * 1024;
const ITEMS = 30;

// Node writes a profile only if the process exits normally.
process.on("SIGINT", () => process.exit());
process.on("message", async (message: ToChild) => {
  switch (message.do) {
    case "sources":
      return tell({ ports: await sources() });
    case "bare":
      return tell({ ports: { http: await bare(message.headers, message.body) } });
    case "gateway":
      return tell({ ports: { http: await gateway(message.cached) } });
    case "memory":
      globalThis.gc?.();
      return tell({ rss: process.memoryUsage.rss(), cpu: cpuTime() });
  }
});

/** Processor time of this process in microseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function tell(message: FromChild): void {
  process.send!(message);
}

async function sources(): Promise<Record<string, number>> {
  const names = Array.from({ length: ITEMS }, (_, i) => `A document with a longer name, number ${i + 1}.txt`);
  const menu = folder(Object.fromEntries(names.map((name) => [name, "A text.\n"])));
  const page = "A line of a document that is not very long.\n".repeat(2000);
  const [gopherServer, ftpServer] = await Promise.all([
    startGopherServer({ root: folder({ menu, "page.txt": page }) }),
    startFtpServer({ root: folder({ "large.bin": document(patternDocument(LARGE)), "page.txt": page }) }),
  ]);
  return { gopher: gopherServer.port, ftp: ftpServer.port };
}

/** Hono and its server for Node, with default settings. */
async function bare(headers: Record<string, string>, body: string): Promise<number> {
  const { resolve } = createRequire(join(import.meta.dirname, "../../../packages/gateway/package.json"));
  const load = (name: string) => import(pathToFileURL(resolve(name)).href);
  const [{ Hono }, { serve }] = await Promise.all([load("hono"), load("@hono/node-server")]);
  const app = new Hono();
  app.get("*", () => new Response(body, { headers }));
  return new Promise((done) => {
    serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }: { port: number }) => done(port));
  });
}

/** With all its guards except the limits: here all requests come from one client, and there are two servers. */
async function gateway(cached: boolean): Promise<number> {
  const client = createGatewayClient({
    schemes: [gopher, ftp],
    allowPrivate: true,
    allowPorts: ["gopher:*", "ftp:*"],
    connections: { perServer: 1000, total: 1000, waiting: 10_000 },
  });
  const endless = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY };
  const never = { list: 0, get: 0, stat: 0, search: 0, notFound: 0 };
  const hour = 3_600_000;
  const serving = await serveGateway(
    createGateway({
      client,
      maxRequests: 2000,
      maxPerClient: 2000,
      maxPerTarget: 2000,
      clientRate: endless,
      targetRate: endless,
      cache: { ttl: cached ? { list: hour, get: hour, stat: hour } : never },
    }),
    { maxConnections: 4000, maxConnectionsPerClient: 4000 },
  );
  return serving.port;
}
