import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { createRegistry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { afterEach, describe, expect, it } from "vitest";
import type { GatewayRequest, Guard } from "../../src/guard/index.ts";
import { type ServeOptions, type Serving, serveGateway } from "../../src/node/index.ts";
import { createGuard } from "../guard/create-guard.ts";

/** The machine may be busy. */
const PATIENT = { timeout: 20_000 };

const running: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

interface Started {
  readonly serving: Serving;
  readonly port: number;
  readonly guard: Guard;
}

async function start(options: ServeOptions = {}): Promise<Started> {
  const rate = { perSecond: Number.POSITIVE_INFINITY, burst: 1 };
  const guard = createGuard({ registry: createRegistry(ftp), clientRate: rate });
  const route = async ({ request }: GatewayRequest) => {
    if (request.method === "POST") await request.text();
    return new Response("fine");
  };
  const serving = await serveGateway(
    { guard, fetch: (request, caller) => guard.answer(request, caller, route) },
    { grace: 500, ...options },
  );
  running.push(serving);
  return { serving, port: serving.port, guard };
}

/** The attackers share a process with the gateway: without a pause they would take all of its time. */
const REOPENED_AFTER_MS = 400;

/** Opens connections that send half of a request head, and opens each again when it is closed. */
function attack(port: number, count: number, addresses: readonly string[]): { readonly opened: number } {
  const sockets = new Set<Socket>();
  let opened = 0;
  let isOver = false;
  const open = (localAddress: string) => {
    if (isOver) return;
    const socket = connect({ port, host: "127.0.0.1", localAddress, allowHalfOpen: true });
    sockets.add(socket);
    opened++;
    socket.on("error", () => {}).resume();
    socket.once("end", () => socket.destroy());
    socket.once("connect", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX: "));
    socket.once("close", () => {
      sockets.delete(socket);
      // biome-ignore lint/plugin/no-fixed-waits: the pace of the attacker, not of the test.
      setTimeout(open, REOPENED_AFTER_MS, localAddress);
    });
  };
  for (let i = 0; i < count; i++) open(addresses[i % addresses.length]!);
  running.push({
    async [Symbol.asyncDispose]() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  });
  return {
    get opened() {
      return opened;
    },
  };
}

/** Sends one request on its own connection. Returns the status, or 0 if the connection was closed. */
function incoming(port: number): Promise<number> {
  return new Promise((resolve) => {
    get({ port, host: "127.0.0.1", localAddress: "127.0.0.2", agent: false }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    }).once("error", () => resolve(0));
  });
}

/** Returns how many of 40 requests of a normal visitor are served. */
async function served(port: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < 40; i++) if ((await incoming(port)) === 200) count++;
  return count;
}

/** Milliseconds. Each of the thousand connections is opened again whenever it closes. */
const SLOW = { timeout: 180_000 };

describe("a gateway with slow request heads", () => {
  it(
    "serves 40 of 40 requests of another client while one address holds 1,030 incomplete heads",
    SLOW,
    async () => {
      const { port } = await start();
      const attackers = attack(port, 1030, ["127.0.0.1"]);
      await expect.poll(() => attackers.opened, PATIENT).toBeGreaterThanOrEqual(1030);
      expect(await served(port)).toBe(40);
    },
  );

  it("serves 40 of 40 requests of another client while many addresses hold all connections", async () => {
    const { port } = await start({ maxConnections: 64, maxConnectionsPerClient: 8 });
    const addresses = Array.from({ length: 12 }, (_, i) => `127.0.1.${i + 1}`);
    const attackers = attack(port, 96, addresses);
    await expect.poll(() => attackers.opened, PATIENT).toBeGreaterThan(96);
    expect(await served(port)).toBe(40);
  });

  it("destroys a connection after headTimeout, even if the client keeps it open and continues to send", async () => {
    const { serving } = await start({ headTimeout: 200 });
    const socket = connect({ port: serving.port, host: "127.0.0.1", allowHalfOpen: true });
    let heard = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      heard += text;
    });
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    const drip = setInterval(() => socket.write("x"), 20);
    running.push({
      async [Symbol.asyncDispose]() {
        clearInterval(drip);
        socket.destroy();
      },
    });
    await expect.poll(() => heard, PATIENT).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(() => serving.live, PATIENT).toBe(0);
  });

  it("destroys a connection after an invalid head, even if the client keeps it open", async () => {
    const { serving } = await start({ headTimeout: 60_000 });
    const socket = connect({ port: serving.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {}).resume();
    running.push({ [Symbol.asyncDispose]: async () => void socket.destroy() });
    socket.write("nonsense\r\n\r\n");
    await new Promise((resolve) => socket.once("end", resolve));
    await expect.poll(() => serving.live, PATIENT).toBe(0);
  });

  it("destroys a connection whose form is late, and releases its slot", async () => {
    const { serving, guard } = await start({ headTimeout: 1000 });
    const socket = connect({ port: serving.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {}).resume();
    running.push({ [Symbol.asyncDispose]: async () => void socket.destroy() });
    socket.write("POST /_/form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nurl=");
    await expect.poll(() => guard.metrics.inFlight, PATIENT).toBe(1);
    await expect.poll(() => serving.live, PATIENT).toBe(0);
    await expect.poll(() => guard.metrics.inFlight, PATIENT).toBe(0);
  });
});
