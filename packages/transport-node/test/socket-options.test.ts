import { createServer, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, it, vi } from "vitest";
import { nodeTransport } from "../src/index.ts";

const never = new AbortController().signal;
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
});

/** Connects to a server that reads, and notes what is set on the socket of the client. */
async function connected(tls: boolean) {
  const ignore = (socket: Socket) => void socket.on("error", () => {}).resume();
  const server = tls ? createTlsServer(SELF_SIGNED, ignore) : createServer(ignore);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const set: string[] = [];
  const note = (name: "setNoDelay" | "setKeepAlive" | "setTimeout") =>
    vi.spyOn(Socket.prototype, name).mockImplementation(function (this: Socket, ...args: unknown[]) {
      if (this.remotePort === port) set.push(`${name} ${typeof args[1] === "function" ? args[0] : args}`);
      const [, onSilence] = args;
      if (typeof onSilence === "function") this.once("timeout", onSilence as () => void);
      return this;
    });
  const timeout = note("setTimeout");
  for (const name of ["setNoDelay", "setKeepAlive"] as const) note(name);
  const endpoint = { address: "127.0.0.1", port, maxBuffer: 1024 };
  const secure = { tls: { serverName: "localhost", insecure: true } } as const;
  const connection = await nodeTransport().connect({ ...endpoint, ...(tls && secure) }, never);
  ends.push(() => {
    connection.close();
    return new Promise((resolve) => server.close(resolve));
  });
  const silence = () => (timeout.mock.contexts.at(-1) as Socket).emit("timeout");
  return { connection, set, silence };
}

describe("the options of a socket", () => {
  it("are not set for a connection that only receives", async () => {
    const { set } = await connected(false);
    expect(set).toEqual([]);
  });

  it("disable Nagle's algorithm before a second send, which it could delay (RFC 896)", async () => {
    const { connection, set } = await connected(false);
    await connection.send(new Uint8Array(1));
    expect(set).not.toContain("setNoDelay true");
    for (let i = 0; i < 2; i++) await connection.send(new Uint8Array(1));
    expect(set.filter((each) => each === "setNoDelay true")).toHaveLength(1);
  });

  it("disable it before the first send over TLS, which has sent its handshake", async () => {
    const { connection, set } = await connected(true);
    await connection.send(new Uint8Array(1));
    expect(set).toContain("setNoDelay true");
  });

  it("let the system check the peer of a silent connection", async () => {
    const { connection, set, silence } = await connected(false);
    await connection.send(new Uint8Array(1));
    expect(set).toEqual(["setTimeout 15000"]);
    silence();
    expect(set.at(-1)).toBe("setKeepAlive true,15000");
  });
});
