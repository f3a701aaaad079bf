import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import type { Connection, Transport } from "@anyurl/core/exchange";
import { CA, VALID } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { systemClock } from "../../src/call/clock.ts";
import type { DialOptions } from "../../src/connection/dial-options.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { resolveProxySettings } from "../../src/proxies/settings.ts";
import { connect } from "./managed.ts";
import { connectProxy, type Running, running, socksProxy } from "./proxy-servers.ts";

const servers: Running[] = [];
const calls: CallScope[] = [];

async function serve(server: Parameters<typeof running>[0]): Promise<Running> {
  const made = await running(server);
  servers.push(made);
  return made;
}

afterEach(async () => {
  for (const call of calls.splice(0)) call.end();
  // Closes everything that was opened, including the peers' sockets, without a reset.
  for (const { sockets } of servers) await expect.poll(() => sockets.size).toBe(0);
  for (const server of servers.splice(0)) await server.stop();
});

/** h.example and proxy.example are this machine. */
function diallingBy(proxy: string | undefined): DialOptions {
  const call = new CallScope(systemClock, Number.POSITIVE_INFINITY, undefined);
  calls.push(call);
  return {
    transport: { ...nodeTransport({ tls: { ca: CA } }), resolve: async () => ["127.0.0.1"] },
    policy: resolvePolicy(),
    limits: DEFAULT_LIMITS,
    clock: systemClock,
    call,
    scheme: "ftp",
    defaultPort: 21,
    proxies: resolveProxySettings(proxy === undefined ? {} : { proxy, tunnel: true }),
  };
}

async function readAll(connection: Connection): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const octets = await connection.receive();
    if (octets === undefined) return Buffer.concat(pieces);
    pieces.push(octets);
  }
}

const LARGE = Buffer.from(Array.from({ length: 1_500_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff));

/** Greets at once, and then sends many bytes. */
const greeting = () =>
  createServer((socket) => socket.on("error", () => {}).end(Buffer.concat([octetsOf("220 "), LARGE])));
const echoing = () =>
  createTlsServer(VALID, (socket) => {
    socket.on("error", () => {}).on("data", (octets) => socket.end(octets));
  });

interface Kind {
  readonly name: string;
  readonly url: (port: number) => string;
  readonly server: (asked: string[]) => Parameters<typeof running>[0];
  /** The form of h.example that the proxy receives. */
  readonly told: string;
}

const kinds: readonly Kind[] = [
  {
    name: "http",
    url: (port) => `http://127.0.0.1:${port}`,
    server: (asked) => connectProxy(asked),
    told: "h.example",
  },
  {
    name: "http with a login",
    url: (port) => `http://me:p%C3%A4ss@proxy.example:${port}`,
    server: (asked) => connectProxy(asked, { login: "me:päss" }),
    told: "h.example",
  },
  {
    name: "https",
    url: (port) => `https://proxy.example:${port}`,
    server: (asked) => connectProxy(asked, { tls: true }),
    told: "h.example",
  },
  {
    name: "socks5",
    url: (port) => `socks5://127.0.0.1:${port}`,
    server: (asked) => socksProxy(asked),
    told: "127.0.0.1",
  },
  {
    name: "socks5h with a login",
    url: (port) => `socks5h://me:p%C3%A4ss@127.0.0.1:${port}`,
    server: (asked) => socksProxy(asked, { login: "me:päss" }),
    told: "h.example",
  },
];

describe.each(kinds)("through a proxy: $name", ({ url, server, told }) => {
  const proxied = async () => {
    const asked: string[] = [];
    const { port } = await serve(server(asked));
    return { asked, dialling: diallingBy(url(port)), shown: url(port).replace(/\/\/.*@/, "//") };
  };

  it("transfers all bytes in both directions", async () => {
    const target = await serve(greeting());
    const { asked, dialling, shown } = await proxied();
    const connection = await connect(dialling, { host: "h.example", port: target.port });
    expect((await readAll(connection)).equals(Buffer.concat([octetsOf("220 "), LARGE]))).toBe(true);
    expect(asked).toEqual([`${told}:${target.port}`]);
    expect(connection.remote).toEqual({ address: told, port: target.port, host: "h.example", proxy: shown });
    // TLS with the proxy does not imply TLS with the host.
    expect(connection.tls).toBeUndefined();
    const data = await connect(dialling, { port: target.port }, { peerOf: connection });
    expect(await readAll(data)).toHaveLength(LARGE.length + 4);
    expect(asked[1]).toBe(asked[0]);
  });

  it("supports TLS from the first byte with the host after the proxy", async () => {
    const target = await serve(echoing());
    const { dialling } = await proxied();
    const connection = await connect(dialling, { host: "h.example", port: target.port, tls: true });
    expect(connection.tls).toMatchObject({ protocol: "TLSv1.3", authorized: true });
    await connection.send(octetsOf("hello"));
    expect(String(await readAll(connection))).toBe("hello");
    const other = connect(dialling, { host: "another.example", port: target.port, tls: true });
    await expect(other).rejects.toMatchObject({
      code: "tls-failed",
      message: expect.stringContaining("not for another.example, but for h.example"),
      cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" },
    });
  });

  it("supports STARTTLS, and another connection with the same session", async () => {
    const reused: boolean[] = [];
    const target = await serve(
      createServer((socket) => {
        socket.write("234 go on\r\n");
        const secured = new TLSSocket(socket, { isServer: true, ...VALID });
        secured.on("secure", () => reused.push(secured.isSessionReused()));
        secured.on("error", () => socket.destroy()).on("data", (octets) => secured.end(octets));
      }),
    );
    const { dialling } = await proxied();
    const control = await connect(dialling, { host: "h.example", port: target.port });
    expect(String(await control.receive())).toBe(String(octetsOf("234 go on\r\n")));
    await control.secure!();
    await control.send(octetsOf("hello"));
    expect(String(await readAll(control))).toBe("hello");
    const data = await connect(dialling, { port: target.port }, { peerOf: control });
    await data.receive();
    await data.secure!();
    expect(data.tls).toMatchObject({ authorized: true, fingerprint: control.tls!.fingerprint });
    await data.send(octetsOf("more"));
    expect(String(await readAll(data))).toBe("more");
    expect(reused[0]).toBe(false);
  });

  it.each([
    ["with", undefined],
    ["without", "truncated"],
  ] as const)("distinguishes a TLS end %s a close_notify (RFC 8446 §6.1)", async (ending, code) => {
    const end = (tcp: Socket) => {
      const secured = new TLSSocket(tcp, { isServer: true, ...VALID }).on("error", () => {}).resume();
      for (const event of ["end", "close"]) secured.once(event, () => tcp.destroy());
      secured.write(LARGE, () => (ending === "with" ? secured.end() : tcp.end()));
    };
    const implicit = await serve(createServer({ allowHalfOpen: true }, end));
    const upgraded = await serve(
      createServer({ allowHalfOpen: true }, (tcp) => {
        tcp.write("go", () => end(tcp));
      }),
    );
    const { dialling } = await proxied();
    const fromFirstByte = await connect(dialling, {
      ...{ host: "h.example", port: implicit.port, tls: true, closeNotify: true },
    });
    const later = await connect(dialling, { host: "h.example", port: upgraded.port });
    expect(await later.receive()).toHaveLength(2);
    await later.secure!({ closeNotify: true });
    for (const connection of [fromFirstByte, later]) {
      expect(connection.tls).toMatchObject({ closeNotify: true });
      let received = 0;
      const reading = (async () => {
        for (let bytes = await connection.receive("body"); bytes; bytes = await connection.receive("body"))
          received += bytes.length;
      })();
      expect(await reading.catch((error) => error.code)).toBe(code);
      expect(received).toBe(LARGE.length);
      connection.close();
    }
  });

  it("fails with proxy-refused for an unreachable target", async () => {
    const gone = await running(createServer());
    await gone.stop();
    const { dialling } = await proxied();
    await expect(connect(dialling, { host: "h.example", port: gone.port })).rejects.toMatchObject({
      code: "proxy-refused",
      retryable: true,
    });
  });
});

describe.each([
  ["http", (asked: string[]) => connectProxy(asked, { login: "me:right" })],
  ["socks5", (asked: string[]) => socksProxy(asked, { login: "me:right" })],
] as const)("a proxy of %s that requires a login", (kind, server) => {
  it.each(["", "me:wrong@"])("rejects %j", async (login) => {
    const asked: string[] = [];
    const { port } = await serve(server(asked));
    const error = await connect(diallingBy(`${kind}://${login}127.0.0.1:${port}`), {
      host: "h.example",
      port: 4000,
    }).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "proxy-auth-required",
      hint: expect.stringContaining(`${kind}://user`),
    });
    expect(asked).toEqual([]);
  });
});

describe("bytes before TLS", () => {
  it("are an error if the proxy or a peer injects them", async () => {
    const { port } = await serve(
      createServer((socket) => {
        socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n220 not from the server\r\n"));
      }),
    );
    const dialling = diallingBy(`http://127.0.0.1:${port}`);
    await expect(connect(dialling, { host: "h.example", port: 4000, tls: true })).rejects.toMatchObject({
      code: "desync",
    });
  });

  it("are an error if the server sends them directly", async () => {
    const { port } = await serve(
      createServer((socket) => void socket.write("234 go on\r\n230 logged in already\r\n")),
    );
    const dialling = diallingBy(undefined);
    let dialed: { readonly unread: number } | undefined;
    const transport: Transport = {
      ...dialling.transport,
      async connect(endpoint, signal) {
        const connection = await dialling.transport.connect(endpoint, signal);
        dialed = connection as unknown as { readonly unread: number };
        return connection;
      },
    };
    const control = await connect({ ...dialling, transport }, { host: "h.example", port });
    await expect.poll(() => dialed?.unread).toBeGreaterThan(0);
    await expect(control.secure!()).rejects.toMatchObject({ code: "desync" });
    await expect(control.send(octetsOf("PASS secret"))).rejects.toThrow();
  });
});
