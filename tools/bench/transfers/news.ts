import { createServer, type Server } from "node:net";
import { createClient } from "@anyurl/client";
import { DEFAULT_LIMITS, type Limits } from "@anyurl/core";
import type { Connection, Context, Exchange } from "@anyurl/core/exchange";
import { perform } from "@anyurl/core/exchange";
import { listArticles, retrieveArticles, type SessionInit } from "@anyurl/protocol-nntp/exchange";
import { nntp } from "@anyurl/scheme-nntp";
import { startNntpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";

/*
 * Measures news over loopback: sequential requests for articles against pipelined ones; and an overview of many
 * articles as a stream. `node --conditions=anyurl-source tools/bench/transfers/news.ts` prints both.
 */

/** Returns how many times as fast pipelined requests for articles are. */
export async function pipelining(articles = 2_000): Promise<number> {
  const text = (i: number) =>
    `Newsgroups: a.b\nMessage-ID: <${i}@b.example>\nSubject: ${i}\n\n${"a line\n".repeat(40)}`;
  const newsgroups = { "a.b": { articles: Array.from({ length: articles }, (_, i) => text(i)) } };
  await using server = await startNntpServer({ newsgroups });
  const wanted = { newsgroupName: "a.b", wanted: { range: undefined, newest: Number.POSITIVE_INFINITY } };
  const time = async (window: number) => {
    const begun = performance.now();
    const got = await count(
      retrieveArticles(init(DEFAULT_LIMITS), wanted, { window }),
      server.port,
      DEFAULT_LIMITS,
    );
    if (got !== articles) throw new Error(`${got} of ${articles} articles received`);
    return performance.now() - begun;
  };
  await time(1);
  const ratios: number[] = [];
  for (let i = 0; i < 5; i++) ratios.push((await time(1)) / (await time(32)));
  return median(ratios);
}

export interface OverviewCost {
  /** Megabytes (10^6 bytes) per second. */
  readonly rate: number;
  readonly octets: number;
  /** Growth of the resident memory during the read, in bytes. */
  readonly growth: number;
}

/** Measures reading an overview line by line over loopback, without storing it. */
export async function overview(articles = 100_000): Promise<OverviewCost> {
  const limits: Limits = { ...DEFAULT_LIMITS, maxListing: Number.POSITIVE_INFINITY, maxEntries: articles };
  const { server, port, octets } = await overviewServer(articles);
  try {
    const wanted = { range: undefined, newest: Number.POSITIVE_INFINITY };
    const costs: OverviewCost[] = [];
    for (let i = 0; i < 5; i++) {
      const before = process.memoryUsage.rss();
      let peak = before;
      const begun = performance.now();
      const watch = (seen: number) => {
        if (seen % 64 === 0) peak = Math.max(peak, process.memoryUsage.rss());
      };
      const got = await count(listArticles(init(limits), "a.b", wanted), port, limits, watch);
      const seconds = (performance.now() - begun) / 1000;
      if (got !== articles) throw new Error(`${got} of ${articles} lines received`);
      costs.push({ rate: octets / 1e6 / seconds, octets, growth: peak - before });
    }
    // The first run warms up the compiler.
    const [, ...later] = costs;
    const rate = median(later.map((cost) => cost.rate));
    return { rate, octets, growth: Math.min(...later.map((cost) => cost.growth)) };
  } finally {
    server.close();
  }
}

/** The same as entries, each with its URL, date, and attributes, in megabytes (10^6 bytes) per second. */
export async function entries(articles = 100_000): Promise<number> {
  const { server, port, octets } = await overviewServer(articles);
  const limits = { maxListing: Number.POSITIVE_INFINITY, maxEntries: articles };
  const client = createClient({ schemes: [nntp], transport: nodeTransport(), limits });
  try {
    const rates: number[] = [];
    for (let i = 0; i < 4; i++) {
      const begun = performance.now();
      let things = 0;
      const options = { newest: Number.POSITIVE_INFINITY };
      for await (const _ of client.list(`nntp://127.0.0.1:${port}/a.b`, { options })) things++;
      if (things !== articles) throw new Error(`${things} of ${articles} entries received`);
      rates.push(octets / 1e3 / (performance.now() - begun));
    }
    return median(rates.slice(1));
  } finally {
    server.close();
  }
}

/** Sends the same overview to all clients from one buffer, so that the server's time is negligible. */
async function overviewServer(
  articles: number,
): Promise<{ readonly server: Server; readonly port: number; readonly octets: number }> {
  const line = (i: number) =>
    `${i}\tRe: What was seen at the harbour on day ${i}\tThe Keeper <keeper@harbour.example>\t` +
    `Sat, 03 Feb 2001 04:05:06 +0000\t<${i}.keeper@harbour.example>\t` +
    `<${i - 1}.keeper@harbour.example> <${i - 2}.keeper@harbour.example>\t${1000 + (i % 999)}\t${i % 99}\t` +
    `Xref: harbour.example a.b:${i}\r\n`;
  const block = Buffer.from(Array.from({ length: articles }, (_, i) => line(i + 1)).join(""));
  const replies = new Map<string, string>([
    ["CAPABILITIES", "101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\n.\r\n"],
    ["GROUP", `211 ${articles} 1 ${articles} a.b\r\n`],
    ["QUIT", "205 bye\r\n"],
  ]);
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on("error", () => {});
    socket.write("200 ready\r\n");
    socket.on("data", (octets) => {
      const [verb = ""] = octets.toString().trim().split(" ");
      if (verb !== "OVER") return void socket.write(replies.get(verb) ?? "500 what\r\n");
      socket.write("224 overview\r\n");
      socket.write(block);
      socket.write(".\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as { port: number }).port, octets: block.length };
}

function init(limits: Limits): SessionInit {
  const login = { user: undefined, password: undefined };
  return { login, secured: false, tls: "none", clearTextLogin: false, limits };
}

/** Performs the exchange, and counts the received articles or lines of an overview. */
async function count(
  exchange: Exchange<object>,
  port: number,
  limits: Limits,
  watch: (events: number) => void = () => {},
): Promise<number> {
  const never = new AbortController().signal;
  const connection: Connection = await nodeTransport().connect(
    { address: "127.0.0.1", port, maxBuffer: limits.maxBuffer },
    never,
  );
  const context = { limits, signal: never, record: () => {} } as unknown as Context;
  let events = 0;
  let things = 0;
  for await (const event of perform(exchange, connection, context)) {
    if (Array.isArray(event)) things += event.length;
    else if ("octets" in event) things++;
    watch(++events);
  }
  return things;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
}

if (import.meta.main) {
  console.log(`pipelined articles: ${(await pipelining()).toFixed(2)} times as fast`);
  const { rate, octets, growth } = await overview();
  const mib = (size: number) => (size / 1024 / 1024).toFixed(1);
  console.log(`an overview of ${mib(octets)} MiB: ${rate.toFixed(0)} MB/s, ${mib(growth)} MiB of memory`);
  console.log(`the same as entries of a client: ${(await entries()).toFixed(0)} MB/s`);
}
