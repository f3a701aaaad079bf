import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ALREADY_SENT, type Connection } from "@anyurl/core/exchange";
import { expectNoLeaks } from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, it } from "vitest";
import { nodeTransport } from "../src/index.ts";

/** Node 22 reports a reset soon after data as an end. */
const REPORTS_RESETS = Number.parseInt(process.versions.node, 10) >= 24;

const transport = nodeTransport();
const never = new AbortController().signal;
const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

/** Starts a server on loopback that handles each connection with this function. */
async function serve(
  behave: (socket: Socket) => void,
  make: () => Server = () => createServer({ allowHalfOpen: true }),
) {
  const server = make();
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ server, sockets });
  const { port } = server.address() as { port: number };
  return { port, sockets };
}

afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

const connectTo = (port: number, maxBuffer = 256 * 1024, signal = never) =>
  transport.connect({ address: "127.0.0.1", port, maxBuffer }, signal);

describe("a poll of a connection", () => {
  it("returns what has arrived and does not wait for more", async () => {
    const { port } = await serve((socket) => {
      socket.on("error", () => {}).once("data", () => socket.write("early"));
    });
    const connection = await connectTo(port);
    expect(await connection.poll!()).toBeUndefined();
    await connection.send(new Uint8Array(1));
    let early: Uint8Array | undefined;
    await expect.poll(async () => (early = await connection.poll!())).toBeDefined();
    expect(Buffer.from(early!).toString()).toBe("early");
    expect(await connection.poll!()).toBeUndefined();
    connection.close();
    expect(await connection.poll!()).toBeUndefined();
  });
});

describe("a connection that resets unless it was ended", () => {
  /** Returns how the server sees the end: "end", or the code of an error. */
  async function seen(use: (connection: Connection) => Promise<void>): Promise<string> {
    let see = (_: string) => {};
    const saw = new Promise<string>((resolve) => {
      see = resolve;
    });
    const { port } = await serve((socket) =>
      socket
        .on("data", () => {})
        .once("end", () => see("end"))
        .once("error", (error) => see(String((error as { code?: unknown }).code))),
    );
    const connection = await connectTo(port);
    connection.resetUnlessEnded!();
    await use(connection);
    connection.close();
    return saw;
  }

  it.runIf(REPORTS_RESETS)("is reset by a close, with or without unsent bytes", async () => {
    expect(await seen(async () => {})).toBe("ECONNRESET");
    expect(await seen((connection) => connection.send(new Uint8Array(10)))).toBe("ECONNRESET");
    expect(
      await seen(async (connection) => {
        connection.send(new Uint8Array(10_000_000)).catch(() => {});
      }),
    ).toBe("ECONNRESET");
  });

  it.runIf(REPORTS_RESETS)("is reset if the end has not been sent yet", async () => {
    const ending = seen(async (connection) => {
      connection.send(new Uint8Array(50_000_000)).catch(() => {});
      connection.end!().catch(() => {});
    });
    expect(await ending).toBe("ECONNRESET");
  });

  it("is ended by an end", async () => {
    const whole = seen(async (connection) => {
      await connection.send(new Uint8Array(10_000));
      await connection.end!();
    });
    expect(await whole).toBe("end");
  });

  // Node cannot reset a socket whose shutdown is in progress, and would never close it.
  it("is closed if everything and its end have been sent", async () => {
    const { port, sockets } = await serve((socket) => socket.pipe(socket));
    await expectNoLeaks(async () => {
      const connection = await connectTo(port);
      connection.resetUnlessEnded!();
      await connection.send(new Uint8Array(1));
      await connection.receive();
      connection.end!().catch(() => {});
      connection.close();
      await expect.poll(() => sockets.size).toBe(0);
    });
  });
});

describe("a connection", () => {
  it("resolves a short send at once, but lets other work run", async () => {
    const { port } = await serve((socket) => socket.pipe(socket));
    const connection = await connectTo(port);
    const line = Buffer.from("a line\r\n");
    expect(connection.send(line)).toBe(ALREADY_SENT);
    // A caller that sends several lines in a row returns to the event loop.
    const second = connection.send(line);
    expect(second).not.toBe(ALREADY_SENT);
    await second;
    await connection.receive();
    expect(connection.send(line)).toBe(ALREADY_SENT);
    await connection.receive();
    const much = connection.send(Buffer.alloc(5_000));
    expect(much).not.toBe(ALREADY_SENT);
    await much;
    connection.close();
    await expect(connection.send(line)).rejects.toThrow("closed");
  });

  it("does not resolve a send at once after the connection was closed", async () => {
    const { port, sockets } = await serve((socket) => socket.resume().end());
    const connection = await connectTo(port);
    expect(await connection.receive()).toBeUndefined();
    await connection.end?.();
    await expect.poll(() => sockets.size).toBe(0);
    const late = connection.send(Buffer.from("a line\r\n"));
    expect(late).not.toBe(ALREADY_SENT);
    await expect(late).rejects.toThrow();
  });

  it("does not resolve a send at once if the peer cannot take it", async () => {
    const { port } = await serve((socket) => socket.pause());
    const connection = await connectTo(port);
    const heaped = connection.send(Buffer.alloc(64 * 1024 * 1024));
    heaped.catch(() => {});
    const line = connection.send(Buffer.from("a line\r\n"));
    line.catch(() => {});
    expect(line).not.toBe(ALREADY_SENT);
    connection.close();
    await expect(line).rejects.toThrow();
  });

  it("ends a pending receive and every later one when it is closed", async () => {
    const { port } = await serve(() => {});
    await expectNoLeaks(async () => {
      const connection = await connectTo(port);
      const waiting = connection.receive();
      waiting.catch(() => {});
      connection.close();
      connection.close();
      await expect(waiting).rejects.toThrow();
      await expect(connection.receive()).rejects.toThrow();
      await expect(connection.send(Buffer.from("x"))).rejects.toThrow();
    });
  });
});

describe("connecting", () => {
  it("fails with the system's error if no process listens", async () => {
    const { port } = await serve(() => {});
    await new Promise((resolve) => servers.splice(0)[0]!.server.close(resolve));
    await expectNoLeaks(async () => {
      await expect(connectTo(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    });
  });

  it("stops at an abort, and leaves no open handles", async () => {
    const controller = new AbortController();
    controller.abort(new Error("no"));
    await expect(connectTo(1, 1, controller.signal)).rejects.toThrow("no");
    await expect(transport.resolve("localhost", controller.signal)).rejects.toThrow("no");
    // TLS with a server that never answers the ClientHello, so that the abort occurs during the handshake.
    const late = new AbortController();
    const { port, sockets } = await serve(
      (socket) => socket.once("data", () => late.abort(new Error("too late"))),
      () => createServer(),
    );
    await expectNoLeaks(async () => {
      const tls = { serverName: "localhost" };
      const connecting = transport.connect({ address: "127.0.0.1", port, maxBuffer: 1, tls }, late.signal);
      await expect(connecting).rejects.toThrow("too late");
    });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("stops at an abort before TCP is connected, and removes its listener", async () => {
    const { port, sockets } = await serve(
      (socket) => socket.resume(),
      () => createServer(),
    );
    const late = new AbortController();
    await expectNoLeaks(async () => {
      // Connect once before, so that the modules are loaded and the connect does not wait for them.
      const connection = await connectTo(port, 1, late.signal);
      expect(getEventListeners(late.signal, "abort")).toEqual([]);
      connection.close();
      const connecting = connectTo(port, 1, late.signal);
      late.abort(new Error("too late"));
      await expect(connecting).rejects.toThrow("too late");
      expect(getEventListeners(late.signal, "abort")).toEqual([]);
    });
    await expect.poll(() => sockets.size).toBe(0);
    const refused = new AbortController();
    await expect(connectTo(1, 1, refused.signal)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(getEventListeners(refused.signal, "abort")).toEqual([]);
  });
});

describe("TLS", () => {
  it.each([
    ["localhost", "you said hello"],
    ["127.0.0.1", "you said hello"],
    ["another.example", "ERR_TLS_CERT_ALTNAME_INVALID\n"],
  ])("trusts the CAs of the machine, for the certificate's own name (%s)", async (serverName, printed) => {
    const { port } = await serve(
      () => {},
      () =>
        createTlsServer(SELF_SIGNED, (socket) => {
          socket
            .on("error", () => {})
            .on("data", (octets) => socket.end(`you said ${octets.toString().trim()}`));
        }),
    );
    const directory = await mkdtemp(join(tmpdir(), "anyurl-tls-"));
    try {
      await writeFile(join(directory, "ca.pem"), SELF_SIGNED.cert);
      const program = fileURLToPath(new URL("tls-client.ts", import.meta.url));
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["-C", "anyurl-source", program, String(port), serverName],
        { env: { ...process.env, NODE_EXTRA_CA_CERTS: join(directory, "ca.pem") } },
      );
      expect(stdout).toBe(printed);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
