import { createConnection, createServer, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { createGateway, formatLink, type Gateway } from "@anyurl/gateway";
import { closeStore, openStore } from "@anyurl/gateway/node";
import { gopher } from "@anyurl/scheme-gopher";
import { type EmbeddedServer, startGopherServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { missing, type Peer, startPeer } from "./start.ts";

type Store = NonNullable<Awaited<ReturnType<typeof openStore>>>;

describe.skipIf(missing("redis") !== undefined)("a cache in Redis", () => {
  let redis: Peer;
  let server: EmbeddedServer;
  const stores: Store[] = [];

  beforeAll(async () => {
    redis = await startPeer("redis", () => {});
    server = await startGopherServer();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await closeStore(store);
  });
  afterAll(async () => {
    await server?.close();
    await redis?.stop();
  });

  /** Starts a gateway with its own client. */
  async function gateway(port = redis.port): Promise<Gateway> {
    const store = await openStore(`redis://127.0.0.1:${port}/0`);
    stores.push(store!);
    const client = createClient({
      schemes: [gopher],
      transport: nodeTransport(),
      policy: { profile: "untrusted", allowAddresses: ["127.0.0.1"], allowPorts: ["gopher:*"] },
    });
    return createGateway({ client, cache: { store: store! } } as Parameters<typeof createGateway>[0]);
  }

  async function open(gate: Gateway, url: string): Promise<{ status: number; text: string }> {
    const headers = { accept: "application/json" };
    const response = await gate.fetch(new Request(`http://localhost${formatLink(url)}`, { headers }));
    return { status: response.status, text: await response.text() };
  }

  const count = () => server.received.length;

  it("shares responses between two gateways", async () => {
    const [one, two] = [await gateway(), await gateway()];
    const url = `${server.origin}/`;
    const first = await open(one, url);
    expect(first.status).toBe(200);
    // On a busy machine, Redis can be too slow for the first requests.
    await until(async () => {
      const before = count();
      for (const gate of [two, one]) expect((await open(gate, url)).text).toBe(first.text);
      return count() === before;
    });
  });

  it("stores the exact bytes of a text", async () => {
    const [one, two] = [await gateway(), await gateway()];
    const url = `${server.origin}/0/poems/tide.txt`;
    const ask = async (gate: Gateway) => {
      const headers = { accept: "text/plain" };
      const response = await gate.fetch(new Request(`http://localhost${formatLink(url)}`, { headers }));
      return Buffer.from(await response.arrayBuffer());
    };
    const first = await ask(one);
    expect(first.length).toBeGreaterThan(0);
    // On a busy machine, Redis can be too slow for the first requests.
    await until(async () => {
      const before = count();
      expect(await ask(two)).toEqual(first);
      return count() === before;
    });
  });

  it("does not fail requests if the server is down", async () => {
    const gate = await gateway(1);
    for (let i = 0; i < 3; i++) expect((await open(gate, `${server.origin}/`)).status).toBe(200);
  });

  it("does not wait for a server that does not respond, and then skips it for a while", async () => {
    const silent = await listening(() => {});
    const gate = await gateway(silent.port);
    expect((await open(gate, `${server.origin}/`)).status).toBe(200);
    const heard = silent.received();
    expect((await open(gate, `${server.origin}/`)).status).toBe(200);
    expect(silent.received()).toBe(heard);
    await silent.stop();
  });

  it("uses the server again after a restart", async () => {
    const relay = await startRelay(redis.port);
    const gate = await gateway(relay.port);
    const url = `${server.origin}/1/poems`;
    const first = await open(gate, url);
    expect(first.status).toBe(200);
    relay.cut();
    expect((await open(gate, url)).status).toBe(200);
    relay.restore();
    await until(async () => {
      await open(gate, url);
      await settled();
      const before = count();
      await open(gate, url);
      return count() === before;
    });
    await relay.stop();
  });

  it("ignores entries of other programs", async () => {
    const gate = await gateway();
    const url = `${server.origin}/1/poems`;
    const { text } = await open(gate, url);
    await settled();
    await overwriteAll(redis.port, "nonsense");
    expect((await open(gate, url)).text).toBe(text);
  });
});

/** Waits until the cache entry of a response is written. */
// biome-ignore lint/plugin/no-fixed-waits: the gateway does not say when it has written an entry.
const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds, { timeout: 20_000, interval: 100 }).toBe(true);
}

interface Stoppable {
  readonly port: number;
  /** The number of bytes that all clients have sent. */
  received(): number;
  stop(): Promise<void>;
}

/** A proxy between a client and a server that can be stopped. */
async function startRelay(to: number): Promise<Stoppable & { cut(): void; restore(): void }> {
  const open = new Set<Socket>();
  let isCut = false;
  const relay = await listening((socket) => {
    if (isCut) return void socket.destroy();
    const other = createConnection(to, "127.0.0.1");
    for (const each of [socket, other]) {
      open.add(each);
      each.on("error", () => {}).once("close", () => open.delete(each));
    }
    socket.pipe(other).pipe(socket);
  });
  return {
    ...relay,
    cut() {
      isCut = true;
      for (const each of open) each.destroy();
    },
    restore() {
      isCut = false;
    },
  };
}

async function listening(connected: (socket: Socket) => void): Promise<Stoppable> {
  const open = new Set<Socket>();
  let octets = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("data", (chunk) => {
      octets += chunk.length;
    });
    socket.on("error", () => {}).once("close", () => open.delete(socket));
    connected(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const each of open) each.destroy();
      server.close(() => resolve());
    });
  return { port: (server.address() as { port: number }).port, received: () => octets, stop };
}

/** Sets every key to a text with Redis's inline commands. */
async function overwriteAll(port: number, text: string): Promise<void> {
  const keys = (await said(port, "KEYS *")).split("\r\n").filter((line) => /^anyurl/.test(line));
  for (const key of keys) await said(port, `SET "${key.replace(/["\\]/g, "\\$&")}" ${text}`);
}

function said(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, "127.0.0.1");
    let heard = "";
    socket.setEncoding("utf8");
    socket.on("data", (more: string) => {
      heard += more;
    });
    socket.once("error", reject).once("close", () => resolve(heard));
    socket.write(`${command}\r\nQUIT\r\n`);
  });
}
