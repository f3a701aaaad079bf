import { connect, type Socket } from "node:net";
import { createRegistry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { afterEach, describe, expect, it } from "vitest";
import {
  type AccessRecord,
  CONTENT_POLICY,
  type GatewayRequest,
  type Guard,
  type GuardOptions,
} from "../../src/guard/index.ts";
import { type ServeOptions, type Serving, serveGateway } from "../../src/node/index.ts";
import { createGuard } from "../guard/create-guard.ts";

const registry = createRegistry(ftp);
const running: Serving[] = [];
afterEach(async () => {
  for (const serving of running.splice(0)) await serving.close();
});

type Route = (incoming: GatewayRequest) => Response | Promise<Response>;

interface Started extends Serving {
  readonly guard: Guard;
  readonly records: AccessRecord[];
}

async function start(route: Route, options: ServeOptions = {}, own: GuardOptions = {}): Promise<Started> {
  const records: AccessRecord[] = [];
  const guard = createGuard({ registry, log: (record) => records.push(record), ...own });
  const serving = await serveGateway(
    { guard, fetch: (request, caller) => guard.answer(request, caller, route) },
    { grace: 500, ...options },
  );
  running.push(serving);
  return Object.defineProperties(Object.create(serving), {
    guard: { value: guard },
    records: { value: records },
  }) as Started;
}

const fine: Route = () =>
  new Response("fine", { headers: { "content-type": "text/plain", "content-length": "4" } });

/** A stream of a number of chunks, each on demand. */
function endless(piece: number, told: { octets: number; cancelled: boolean }): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(new Uint8Array(piece));
        told.octets += piece;
      },
      cancel() {
        told.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sends a text and reads to the end. */
function dialogue(port: number, say: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      heard += text;
    });
    socket.on("error", () => {});
    socket.once("close", () => resolve(heard));
    socket.write(say);
  });
}

/** Milliseconds: longer than any test may take. */
const FOREVER = 600_000;

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

describe("serving", () => {
  it("listens on loopback by default", async () => {
    const { url, port } = await start(fine);
    expect(url).toBe(`http://127.0.0.1:${port}/`);
    const response = await fetch(`${url}x`);
    expect(await response.text()).toBe("fine");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("listens on an IPv6 address", async () => {
    const { url } = await start(fine, { host: "::1" });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/$/);
    expect(await (await fetch(url)).text()).toBe("fine");
  });

  it("rejects if it cannot listen", async () => {
    const { port } = await start(fine);
    await expect(start(fine, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("distinguishes its own port from other ports of the host", async () => {
    const { guard, port } = await start(fine);
    const ask = async (text: string) =>
      (
        await guard.answer(new Request("http://localhost/x"), undefined, async (incoming) => {
          await incoming.target(registry.parse(text));
          return new Response("fine");
        })
      ).status;
    expect(await ask(`ftp://localhost:${port}/x`)).toBe(403);
    expect(await ask(`ftp://127.0.0.1:${port}/x`)).toBe(403);
    expect(await ask("ftp://localhost/x")).toBe(200);
  });

  it("does not replace the global Request and Response", async () => {
    const before = [globalThis.Request, globalThis.Response];
    await start(fine);
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });

  it("rejects an unknown host name", async () => {
    const { port } = await start(fine);
    const heard = await dialogue(
      port,
      "GET / HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n",
    );
    expect(heard).toMatch(/^HTTP\/1\.1 421 /);
  });

  it.each([
    ["GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 4\d\d /],
    ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["nonsense\r\n\r\n", /^HTTP\/1\.1 400 /],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ["CONNECT h:21 HTTP/1.1\r\nHost: localhost\r\n\r\n", /^(?:HTTP\/1\.1 4\d\d |$)/],
    ["TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 405 /],
    [
      "GET http://attacker.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      /^HTTP\/1\.1 421 /,
    ],
  ])("rejects %j", async (say, heard) => {
    const { port } = await start(fine);
    expect(await dialogue(port, say)).toMatch(heard);
  });

  // RFC 9112 §3.2: "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a
  // Host header field and to any request message that contains more than one Host header field line".
  it.each([
    ["twice the same", "GET / HTTP/1.1", "Host: localhost\r\nHost: localhost"],
    ["a second one of another case", "GET / HTTP/1.1", "Host: localhost\r\nhOST: attacker.example"],
    ["two in HTTP/1.0", "GET / HTTP/1.0", "Host: localhost\r\nHost: localhost"],
    ["two beside an absolute URL", "GET http://localhost/ HTTP/1.1", "Host: localhost\r\nHost: localhost"],
    ["none", "GET / HTTP/1.1", "Accept: */*"],
    ["none beside an absolute URL", "GET http://localhost/ HTTP/1.1", "Accept: */*"],
  ])("answers 400 to a request without a single Host: %s", async (_name, line, fields) => {
    const { port, records } = await start(fine);
    const heard = await dialogue(port, `${line}\r\n${fields}\r\nConnection: close\r\n\r\n`);
    expect(heard.slice(0, 12)).toBe("HTTP/1.1 400");
    expect(records).toEqual([]);
  });

  const get = (fields: string, line = "GET / HTTP/1.1") =>
    `${line}\r\n${fields}\r\nConnection: close\r\n\r\n`;
  it.each([
    [400, "not HTTP", "nonsense\r\n\r\n"],
    [400, "no Host", get("Accept: */*")],
    [400, "a Host with a space", get("Host: a b")],
    [400, "two Hosts", get("Host: h\r\nHost: h")],
    [400, "a backslash", get("Host: localhost", "GET \\x HTTP/1.1")],
    [405, "another method", get("Host: localhost", "TRACE / HTTP/1.1")],
    [408, "a head that does not end", "GET / HTTP/1.1\r\nHost: localhost\r\nX: "],
    [421, "another name", get("Host: attacker.example")],
    [431, "a long head", get(`Host: localhost\r\nX: ${"x".repeat(70_000)}`)],
    [200, "HEAD", get("Host: localhost", "HEAD / HTTP/1.1")],
  ])("answers %i with the security headers: %s", async (status, _name, say) => {
    const { port } = await start(fine, status === 408 ? { headTimeout: 200 } : {});
    const head = (await dialogue(port, say)).split("\r\n\r\n", 1)[0]!.toLowerCase();
    expect(head.slice(0, 12)).toBe(`http/1.1 ${status}`);
    for (const field of [
      `content-security-policy: ${CONTENT_POLICY.octets}`,
      "x-content-type-options: nosniff",
      "referrer-policy: no-referrer",
      "cross-origin-resource-policy: same-origin",
      "cross-origin-opener-policy: same-origin",
    ])
      expect(head).toContain(field);
  });

  it("answers 408 if the request headers take longer than headTimeout", async () => {
    const head = "GET / HTTP/1.1\r\nHost: localhost\r\nX: ";
    const waiting = [{}, { headTimeout: 300 }].map(async (options) => {
      const { port } = await start(fine, options);
      return { options, heard: await dialogue(port, head) };
    });
    // The other one waits for the default time.
    expect(await Promise.race(waiting)).toEqual({
      options: { headTimeout: 300 },
      heard: expect.stringMatching(/^HTTP\/1\.1 408 /),
    });
  });

  it("replaces the connection that has waited longest for a request head by a new one", async () => {
    const { port } = await start(fine, { maxConnections: 2 });
    const [first, second] = [await open(port), await open(port)];
    const closed = new Promise((resolve) => first.once("close", resolve));
    expect(await dialogue(port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    await closed;
    expect(second.destroyed).toBe(false);
    second.destroy();
  });

  it("closes a new connection if all others have in-flight requests", async () => {
    const told = { octets: 0, cancelled: false };
    const { port } = await start(() => new Response(endless(1024, told)), { maxConnections: 2 });
    const sockets = await Promise.all([open(port), open(port)]);
    for (const socket of sockets) {
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await new Promise((resolve) => socket.once("data", resolve));
    }
    expect(await dialogue(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).toBe("");
    for (const socket of sockets) socket.destroy();
  });
});

describe("a slow client", () => {
  it("stops the gateway from reading ahead", async () => {
    const told = { octets: 0, cancelled: false };
    const { port, guard } = await start(() => new Response(endless(64 * 1024, told)));
    const socket = await open(port);
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await until(() => told.octets > 0);
    let after = -1;
    while (after !== told.octets) {
      after = told.octets;
      // biome-ignore lint/plugin/no-fixed-waits: nothing is read during this time.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(after).toBeLessThan(12 * 1024 * 1024);
    expect(guard.metrics.inFlight).toBe(1);
    socket.destroy();
    await until(() => told.cancelled);
    await until(() => guard.metrics.inFlight === 0);
  });

  it("is disconnected if it reads nothing", async () => {
    const told = { octets: 0, cancelled: false };
    const { port, records } = await start(() => new Response(endless(64 * 1024, told)), { stall: 300 });
    const socket = await open(port);
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await until(() => told.cancelled);
    expect(records).toMatchObject([{ cut: true }]);
    socket.destroy();
  });
});

describe("streamed content", () => {
  /** A stream whose bytes count. */
  function counting(length: number): ReadableStream<Uint8Array> {
    let at = 0;
    return new ReadableStream(
      {
        pull(controller) {
          const octets = Uint8Array.from({ length: Math.min(5000, length - at) }, (_, i) => (at + i) % 251);
          at += octets.length;
          if (octets.length === 0) controller.close();
          else controller.enqueue(octets);
        },
      },
      { highWaterMark: 0 },
    );
  }

  it("has a head that does not wait for the first byte", async () => {
    const waiting = new ReadableStream({ pull: () => new Promise(() => {}) });
    const { url } = await start(() => new Response(waiting));
    const response = await fetch(url);
    expect(response.status).toBe(200);
    await response.body!.cancel();
  });

  it("arrives byte for byte at any pace", async () => {
    const length = 8 * 1024 * 1024;
    const { url, records } = await start(() => new Response(counting(length)));
    const { body } = await fetch(url);
    let got = 0;
    let wrong = 0;
    for await (const piece of body!) {
      for (let i = 0; i < piece.length; i++) if (piece[i] !== (got + i) % 251) wrong++;
      got += piece.length;
      if (got % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect({ got, wrong }).toEqual({ got: length, wrong: 0 });
    await until(() => records.length === 1);
    expect(records).toMatchObject([{ octets: length, status: 200 }]);
    expect(records[0]).not.toHaveProperty("cut");
  });
});

describe("content that fails", () => {
  it("closes the connection without the end of the content, and prints nothing", async () => {
    const printed: unknown[] = [];
    const { error, info } = console;
    console.error = (...given) => printed.push(given);
    console.info = (...given) => printed.push(given);
    try {
      let pulls = 0;
      const { port, records } = await start(
        () =>
          new Response(
            new ReadableStream(
              {
                async pull(controller) {
                  await new Promise((resolve) => setImmediate(resolve));
                  if (pulls++ > 4) throw new Error("broken");
                  controller.enqueue(new Uint8Array(10).fill(97));
                },
              },
              { highWaterMark: 0 },
            ),
          ),
      );
      const heard = await dialogue(port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      expect(heard).toMatch(/^HTTP\/1\.1 200 /);
      expect(heard).not.toMatch(/0\r\n\r\n$/);
      expect(heard).not.toContain("broken");
      await until(() => records.length === 1);
      expect(records).toMatchObject([{ cut: true, octets: 50 }]);
    } finally {
      Object.assign(console, { error, info });
    }
    expect(printed).toEqual([]);
  });
});

describe("the client address", () => {
  const told = (options: ServeOptions, fields: Record<string, string>) =>
    start(fine, options, { logAddresses: "whole" }).then(async (serving) => {
      await (await fetch(serving.url, { headers: fields })).text();
      return serving.records[0]?.client;
    });

  it("is the peer address if the peer is not a trusted proxy", async () => {
    expect(await told({}, { "x-forwarded-for": "192.0.2.1" })).toBe("127.0.0.1");
  });
  it("is the last address that is not a trusted proxy", async () => {
    const trustedProxies = ["127.0.0.0/8", "2001:db8::/32"];
    const ask = (field: string) => told({ trustedProxies }, { "x-forwarded-for": field });
    expect(await ask("198.51.100.9, 192.0.2.1, 2001:db8::7")).toBe("192.0.2.1");
    expect(await ask("nobody, 127.0.0.2")).toBe("127.0.0.2");
  });
  it("is not treated as loopback if a proxy forwards the request: health is hidden", async () => {
    const { url } = await start(fine);
    expect(await (await fetch(`${url}_/health`)).json()).toMatchObject({ status: "ok" });
    const other = await fetch(`${url}_/health`, { headers: { "x-forwarded-for": "127.0.0.1" } });
    expect(await other.text()).toBe("fine");
  });
});

describe("health and metrics", () => {
  it("can have a separate listener", async () => {
    const { operationsUrl, url } = await start(fine, { operations: { port: 0 } }, { operations: "none" });
    expect(await (await fetch(`${operationsUrl}_/metrics`)).text()).toContain("anyurl_gateway_in_flight 0");
    expect((await fetch(`${operationsUrl}x`)).status).toBe(404);
    expect(await (await fetch(`${url}_/health`)).text()).toBe("fine");
  });
});

describe("closing", () => {
  it("accepts no new requests, finishes in-flight ones, and reports draining", async () => {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("first, "));
        finish = () => {
          controller.enqueue(new TextEncoder().encode("last"));
          controller.close();
        };
      },
    });
    let requests = 0;
    const route = () => {
      requests++;
      return new Response(body);
    };
    const serving = await start(route, { grace: FOREVER });
    const response = await fetch(serving.url);
    const closing = serving.close();
    // The port may already be that of another server.
    await fetch(serving.url).then(
      (other) => other.body?.cancel(),
      () => {},
    );
    expect(requests).toBe(1);
    expect(serving.guard.health().status).toBe("draining");
    finish();
    expect(await response.text()).toBe("first, last");
    await closing;
    expect(serving.live).toBe(0);
  });

  it("closes the remaining connections after grace", async () => {
    const told = { octets: 0, cancelled: false };
    const serving = await start(() => new Response(endless(1024, told)), { grace: 100 });
    const socket = await open(serving.port);
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await until(() => told.octets > 0);
    await serving.close();
    await until(() => told.cancelled);
    expect(serving.live).toBe(0);
    socket.destroy();
  });

  it("does not wait for connections without a request", async () => {
    const serving = await start(fine, { grace: FOREVER });
    const socket = await open(serving.port);
    socket.on("error", () => {});
    await (await fetch(serving.url)).text();
    await serving.close();
    socket.destroy();
  });
});

describe("options", () => {
  it.each<ServeOptions>([
    { headTimeout: 0 },
    { maxHead: -1 },
    { stall: Number.NaN },
    { maxConnections: 0 },
    { maxConnectionsPerClient: 0 },
    { grace: -1 },
    { trustedProxies: ["h.example"] },
    { trustedProxies: ["10.0.0.0/33"] },
    { operations: { host: "127.0.0.1" } },
    { prot: 8080 } as never,
  ])("rejects %o", async (options) => {
    await expect(start(fine, options)).rejects.toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
