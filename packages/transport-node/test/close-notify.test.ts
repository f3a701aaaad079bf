import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import type { Connection } from "@anyurl/core/exchange";
import { expectNoLeaks } from "@anyurl/testkit";
import { CA, VALID } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, it } from "vitest";
import { nodeTransport } from "../src/index.ts";

/** Node 22 reports a reset soon after data as an end. */
const REPORTS_RESETS = Number.parseInt(process.versions.node, 10) >= 24;

const transport = nodeTransport({ tls: { ca: CA } });
const never = new AbortController().signal;
const maxBuffer = 65_536;
const tls = { serverName: "h.example", closeNotify: true };
const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ server, sockets });
  return (server.address() as { port: number }).port;
}

async function stopServers(): Promise<void> {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

afterEach(stopServers);

type Ending = "close_notify" | "cut" | "reset";

/** Sends bytes after it receives some, and ends as given. `tcp` is the connection below the TLS of `socket`. */
function answer(socket: TLSSocket, tcp: Socket, size: number, ending: Ending): void {
  socket.on("error", () => {});
  socket.once("data", () => {
    const octets = Buffer.alloc(size, 7);
    if (ending === "close_notify") socket.end(octets);
    else {
      socket.write(octets, () => {
        if (ending === "cut") tcp.end();
        else if (tcp instanceof TLSSocket) tcp.destroy();
        else tcp.resetAndDestroy();
      });
    }
  });
}

/** Serves TLS over a TCP socket. `answer` may end the TCP socket without telling TLS. */
function speakTls(tcp: Socket, size: number, ending: Ending, maxVersion?: "TLSv1.2"): void {
  answer(
    new TLSSocket(tcp, { isServer: true, ...VALID, ...(maxVersion && { maxVersion }) }),
    tcp,
    size,
    ending,
  );
}

interface Way {
  readonly name: string;
  /** Connects to a server that sends this number of bytes and ends in this way. */
  readonly connect: (size: number, ending: Ending) => Promise<Connection>;
}

const endpoint = (port: number) => ({ address: "127.0.0.1", port, maxBuffer });

async function upgraded(
  size: number,
  ending: Ending,
  wrap: (connection: Connection) => Connection = (connection) => connection,
): Promise<Connection> {
  const port = await listening(
    createServer({ allowHalfOpen: true }, (socket) => {
      socket.write("go");
      speakTls(socket, size, ending);
    }),
  );
  const plain = await transport.connect(endpoint(port), never);
  await plain.receive();
  return transport.secure!(wrap(plain), { ...tls, maxBuffer }, never);
}

const WAYS: readonly Way[] = [
  ...([undefined, "TLSv1.2"] as const).map((version) => ({
    name: `TLS from the first byte (${version ?? "TLSv1.3"})`,
    connect: async (size: number, ending: Ending) => {
      const port = await listening(
        createServer({ allowHalfOpen: true }, (socket) => speakTls(socket, size, ending, version)),
      );
      return transport.connect({ ...endpoint(port), tls }, never);
    },
  })),
  { name: "TLS on an open connection", connect: upgraded },
  {
    name: "TLS over a connection that is not a socket",
    connect: (size, ending) =>
      upgraded(size, ending, (plain) => ({
        remote: plain.remote,
        send: (octets) => plain.send(octets),
        receive: () => plain.receive(),
        close: () => plain.close(),
      })),
  },
  {
    name: "TLS in TLS",
    connect: async (size, ending) => {
      const port = await listening(
        createTlsServer({ ...VALID, allowHalfOpen: true }, (outer) => speakTls(outer, size, ending)),
      );
      const plain = await transport.connect({ ...endpoint(port), tls: { serverName: "h.example" } }, never);
      return transport.secure!(plain, { ...tls, maxBuffer }, never);
    },
  },
  {
    name: "TLS on an accepted connection",
    connect: async (size, ending) => {
      const listener = await transport.awaitPeer!(
        { address: "127.0.0.1", peer: "127.0.0.1", maxBuffer },
        new AbortController().signal,
      );
      const server = createServer({ allowHalfOpen: true });
      await listening(server);
      const { connect } = await import("node:net");
      const socket = connect({ host: "127.0.0.1", port: listener.port, allowHalfOpen: true });
      servers.push({ server: createServer().listen(0), sockets: new Set([socket]) });
      socket.on("error", () => {});
      speakTls(socket, size, ending);
      return transport.secure!(await listener.accept(), { ...tls, maxBuffer }, never);
    },
  },
];

/** Returns the number of bytes that arrived, and how the body ended. */
async function ended(connection: Connection, turns = 0): Promise<[received: number, end: unknown]> {
  await connection.send(Buffer.from("go"));
  let received = 0;
  try {
    for (;;) {
      const octets = await connection.receive("body");
      if (octets === undefined) return [received, "end"];
      received += octets.length;
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    return [received, (error as { code?: unknown }).code ?? error];
  } finally {
    connection.close();
  }
}

describe.each(WAYS)("$name with closeNotify (RFC 8446 §6.1)", ({ connect }) => {
  it.each([0, 1, 20_000, 1_000_000])("ends cleanly after a close_notify (%i bytes)", async (size) => {
    const connection = await connect(size, "close_notify");
    expect(connection.tls).toMatchObject({ closeNotify: true, authorized: true });
    expect(await ended(connection)).toEqual([size, "end"]);
  });

  it.each([1, 20_000, 1_000_000])(
    "fails with truncated after a close without one (%i bytes)",
    async (size) => {
      expect(await ended(await connect(size, "cut"))).toEqual([size, "truncated"]);
    },
  );

  it("distinguishes both ends for a slow reader", async () => {
    expect(await ended(await connect(300_000, "close_notify"), 20)).toEqual([300_000, "end"]);
    expect(await ended(await connect(300_000, "cut"), 20)).toEqual([300_000, "truncated"]);
  });

  it("fails after a reset", async () => {
    const [, end] = await ended(await connect(20_000, "reset"));
    expect(end).not.toBe("end");
  });
});

describe("a TLS connection with closeNotify", () => {
  const [first] = WAYS as [Way];

  it.runIf(REPORTS_RESETS)("is reset by a close if it was not ended", async () => {
    const saw: unknown[] = [];
    const port = await listening(
      createServer((socket) => {
        socket.on("error", (error) => saw.push((error as { code?: unknown }).code));
        const secured = new TLSSocket(socket, { isServer: true, ...VALID });
        secured.write("ready");
        secured.on("data", () => {}).on("error", (error) => saw.push((error as { code?: unknown }).code));
        secured.on("end", () => saw.push("end")).on("close", () => saw.push("closed"));
      }),
    );
    const connection = await transport.connect({ ...endpoint(port), tls }, never);
    connection.resetUnlessEnded!();
    await connection.receive();
    await connection.send(new Uint8Array(100_000));
    connection.close();
    await expect.poll(() => saw).toContain("closed");
    expect(saw).toContain("ECONNRESET");
    expect(saw).not.toContain("end");
  });

  it("sends its own close_notify, and still receives", async () => {
    const heard: unknown[] = [];
    const port = await listening(
      createTlsServer({ ...VALID, allowHalfOpen: true }, (socket) => {
        socket.on("data", (octets) => heard.push(octets.length)).on("error", () => {});
        socket.on("end", () => socket.end("heard"));
      }),
    );
    const connection = await transport.connect({ ...endpoint(port), tls }, never);
    await connection.send(new Uint8Array(100_000));
    await connection.end!();
    expect(Buffer.from((await connection.receive())!).toString()).toBe("heard");
    expect(await connection.receive()).toBeUndefined();
    expect(heard.reduce<number>((sum, length) => sum + Number(length), 0)).toBe(100_000);
    connection.close();
  });

  it("knows its local address", async () => {
    const connection = await first.connect(1, "close_notify");
    expect(connection.local).toEqual({ address: "127.0.0.1" });
    connection.close();
  });

  it("does not keep the process alive while it is idle", async () => {
    const alive = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    for (const { connect } of WAYS.filter(
      ({ name }) => name !== "TLS over a connection that is not a socket",
    )) {
      const connection = await connect(1, "close_notify");
      const before = alive();
      connection.rest!(true);
      expect(alive()).toBe(before - 1);
      connection.rest!(false);
      expect(alive()).toBe(before);
      connection.close();
    }
  });

  it("leaves no open handles if it is read to its end, closed early, or aborted", async () => {
    await expectNoLeaks(async () => {
      for (const { connect } of WAYS) {
        await ended(await connect(20_000, "cut"));
        (await connect(1_000_000, "close_notify")).close();
      }
      const controller = new AbortController();
      const helloArrives = () => controller.abort(new Error("enough"));
      const port = await listening(createServer((socket) => socket.once("data", helloArrives)));
      const connecting = transport.connect({ ...endpoint(port), tls }, controller.signal);
      await expect(connecting).rejects.toThrow("enough");
      await stopServers();
    });
  });

  it("fails with the system's error if TLS does not start", async () => {
    const closed = await listening(createServer((socket) => socket.destroy()));
    await expect(transport.connect({ ...endpoint(closed), tls }, never)).rejects.toMatchObject({
      code: "ECONNRESET",
    });
    const clear = await listening(createServer((socket) => socket.end("220 hello\r\n")));
    await expect(transport.connect({ ...endpoint(clear), tls }, never)).rejects.toMatchObject({
      code: "ERR_SSL_WRONG_VERSION_NUMBER",
    });
  });
});

describe("a TLS connection without closeNotify", () => {
  it("ends the same way with and without a close_notify, and does not claim to distinguish them", async () => {
    for (const ending of ["close_notify", "cut"] as const) {
      const port = await listening(
        createServer({ allowHalfOpen: true }, (socket) => speakTls(socket, 20_000, ending)),
      );
      const connection = await transport.connect(
        { ...endpoint(port), tls: { serverName: "h.example" } },
        never,
      );
      expect(connection.tls).not.toHaveProperty("closeNotify");
      expect(await ended(connection)).toEqual([20_000, "end"]);
    }
  });
});
