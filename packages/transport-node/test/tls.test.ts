import { createHash, X509Certificate } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions as ServerOptions, TLSSocket } from "node:tls";
import type { Connection, TlsEndpoint } from "@anyurl/core/exchange";
import { expectNoLeaks } from "@anyurl/testkit";
import { CA, EXPIRED, FUTURE, OTHER_VALID, SELF_SIGNED, VALID } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, it } from "vitest";
import { nodeTransport } from "../src/index.ts";
import { certifiedName } from "../src/tls.ts";

/** Node 22 reports a reset soon after data as an end. */
const REPORTS_RESETS = Number.parseInt(process.versions.node, 10) >= 24;

const transport = nodeTransport({ tls: { ca: CA } });
const never = new AbortController().signal;
const maxBuffer = 65_536;
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

/** Starts a TLS server that echoes the data it receives, and then ends. */
const echo = (options: ServerOptions) =>
  listening(
    createTlsServer(options, (socket) => {
      socket.on("error", () => {}).on("data", (octets) => socket.end(octets));
    }).on("tlsClientError", () => {}),
  );

/** Starts a server that sends "go" in clear text, and then becomes a TLS server that echoes the data it receives. */
const upgrading = (options: ServerOptions = VALID) =>
  listening(
    createServer((socket) => {
      socket.write("go");
      const secured = new TLSSocket(socket, { isServer: true, ...options });
      secured.on("error", () => socket.destroy()).on("data", (octets) => secured.end(octets));
    }),
  );

afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

const connect = (port: number, tls?: TlsEndpoint) =>
  transport.connect({ address: "127.0.0.1", port, maxBuffer, ...(tls && { tls }) }, never);

async function heardBack(connection: Connection, said = "hello"): Promise<string> {
  await connection.send(Buffer.from(said));
  let text = "";
  for (;;) {
    const octets = await connection.receive();
    if (octets === undefined) break;
    text += Buffer.from(octets).toString("latin1");
  }
  connection.close();
  return text;
}

/** The same connection, wrapped so that the transport does not see its own socket. */
function wrapped(connection: Connection): Connection {
  return {
    remote: connection.remote,
    send: (octets) => connection.send(octets),
    receive: () => connection.receive(),
    close: () => connection.close(),
  };
}

describe("a connection below TLS that resets unless it was ended", () => {
  /** How the server sees the end in TLS and in TCP. */
  async function seen(use: (connection: Connection) => Promise<void>, wrap = false): Promise<string[]> {
    const saw: string[] = [];
    const port = await listening(
      createServer((socket) => {
        socket.write("go");
        socket.on("error", (error) => saw.push(String((error as { code?: unknown }).code)));
        const secured = new TLSSocket(socket, { isServer: true, ...VALID });
        secured.write("ready");
        secured
          .on("data", () => {})
          .on("error", (error) => saw.push(String((error as { code?: unknown }).code)));
        secured.on("end", () => saw.push("end")).on("close", () => saw.push("closed"));
      }),
    );
    const plain = await connect(port);
    await plain.receive();
    plain.resetUnlessEnded!();
    const way = wrap
      ? { ...wrapped(plain), resetUnlessEnded: () => plain.resetUnlessEnded!(), end: () => plain.end!() }
      : plain;
    const connection = await transport.secure!(way, { serverName: "h.example", maxBuffer }, never);
    connection.resetUnlessEnded!();
    // A server that is still sending its tickets gets the reset at that point.
    await connection.receive();
    await use(connection);
    connection.close();
    await expect.poll(() => saw).toContain("closed");
    return saw;
  }

  it.runIf(REPORTS_RESETS).each([false, true])(
    "is reset by a close (over another connection: %s)",
    async (wrap) => {
      for (const octets of [0, 10, 10_000_000]) {
        const saw = await seen(async (connection) => {
          connection.send(new Uint8Array(octets)).catch(() => {});
        }, wrap);
        expect(saw).toContain("ECONNRESET");
        expect(saw).not.toContain("end");
      }
    },
  );

  it.each([false, true])("is ended by an end (over another connection: %s)", async (wrap) => {
    const saw = await seen(async (connection) => {
      await connection.send(new Uint8Array(100_000));
      await connection.end!();
    }, wrap);
    expect(saw).toEqual(["end", "closed"]);
  });
});

describe("certificate verification", () => {
  it("trusts the CAs in `ca` of the transport or of the connection", async () => {
    const port = await echo(VALID);
    expect(await heardBack(await connect(port, { serverName: "h.example" }))).toBe("hello");
    const plain = nodeTransport();
    const endpoint = { address: "127.0.0.1", port, maxBuffer };
    const tls = { serverName: "h.example" };
    await expect(plain.connect({ ...endpoint, tls }, never)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:UNABLE_TO|SELF_SIGNED)/),
    });
    const own = await plain.connect({ ...endpoint, tls: { ...tls, ca: [CA] } }, never);
    expect(await heardBack(own)).toBe("hello");
  });

  it("trusts no other CA if `ca` is set", async () => {
    const port = await echo(SELF_SIGNED);
    const failing = connect(port, { serverName: "localhost" });
    await expect(failing).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    await expect(failing).rejects.toThrow(/self-signed/);
  });

  it.each([
    ["expired", EXPIRED, "CERT_HAS_EXPIRED", /expired: it was valid until Jan +1 .*2021/],
    ["not yet valid", FUTURE, "CERT_NOT_YET_VALID", /not valid yet: it is valid from Jan +1 .*2120/],
  ] as const)("rejects a certificate that is %s", async (_, certified, code, message) => {
    const port = await echo(certified);
    await expectNoLeaks(async () => {
      const failing = connect(port, { serverName: "h.example" });
      await expect(failing).rejects.toMatchObject({ code });
      await expect(failing).rejects.toThrow(message);
    });
  });

  it("rejects a certificate for another name, and lists its names", async () => {
    const port = await echo(VALID);
    for (const serverName of ["example", "x.h.example", "127.0.0.2", "h.example.example"]) {
      const failing = connect(port, { serverName });
      await expect(failing).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
      await expect(failing).rejects.toThrow(
        `not for ${serverName}, but for h.example, proxy.example, 127.0.0.1`,
      );
    }
  });

  it.each(["h.example.", "H.EXAMPLE", "fe80::1%eth0", "127.0.0.1"])(
    "accepts the name %s",
    async (serverName) => {
      expect(await heardBack(await connect(await echo(VALID), { serverName }))).toBe("hello");
    },
  );

  it("sends SNI only for names, without a root dot (RFC 6066 §3)", async () => {
    const names: (string | false)[] = [];
    const server = createTlsServer(VALID, (socket) => {
      names.push(socket.servername as string | false);
      socket.on("error", () => {}).on("data", () => socket.end());
    });
    const port = await listening(server);
    for (const serverName of ["h.example.", "127.0.0.1", "fe80::1%eth0"])
      await heardBack(await connect(port, { serverName }));
    expect(names).toEqual(["h.example", false, false]);
    expect(["h.", "::1%1", "a.b"].map(certifiedName)).toEqual(["h", "::1", "a.b"]);
  });

  it("does not ask whether the certificate was revoked (RFC 6066 §8), because Node.js does not", async () => {
    let asked = 0;
    const server = createTlsServer(VALID, (socket) => {
      socket.on("error", () => {}).on("data", (octets) => socket.end(octets));
    }).on("OCSPRequest", (_certificate, _issuer, answer: (error: null, response: null) => void) => {
      asked++;
      answer(null, null);
    });
    const port = await listening(server);
    expect(await heardBack(await connect(port, { serverName: "h.example" }))).toBe("hello");
    expect(asked).toBe(0);
  });

  it("accepts any certificate with `insecure`, and reports it as not authorized", async () => {
    const port = await echo(EXPIRED);
    const connection = await connect(port, { serverName: "another.example", insecure: true });
    expect(connection.tls).toMatchObject({ authorized: false });
    expect(await heardBack(connection)).toBe("hello");
    const loud = { tls: { insecure: true } as object };
    expect(() => nodeTransport(loud)).toThrow(TypeError);
  });
});

describe("TLS", () => {
  it("reports the protocol and the fingerprint, and no secret", async () => {
    const connection = await connect(await echo(VALID), { serverName: "h.example" });
    expect(connection.tls).toEqual({
      protocol: "TLSv1.3",
      authorized: true,
      fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      session: {},
    });
    connection.close();
  });

  it("requires TLS 1.2, or the minVersion if it is newer", async () => {
    const old = await echo({ ...VALID, minVersion: "TLSv1.2", maxVersion: "TLSv1.2" });
    const serverName = "h.example";
    const connection = await connect(old, { serverName });
    expect(connection.tls?.protocol).toBe("TLSv1.2");
    connection.close();
    await expect(connect(old, { serverName, minVersion: "TLSv1.3" })).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_SSL_/),
      message: expect.stringContaining("a common TLS version"),
    });
    const older = await echo({
      ...VALID,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    await expect(connect(older, { serverName })).rejects.toThrow("a common TLS version");
  });

  it("sends our certificate to a server that requests one", async () => {
    const port = await echo({ ...VALID, requestCert: true, rejectUnauthorized: true, ca: CA });
    const serverName = "h.example";
    expect(await heardBack(await connect(port, { serverName, ...OTHER_VALID }))).toBe("hello");
    // In TLS 1.3 the server reports it after the handshake.
    const without = await connect(port, { serverName });
    await expect(heardBack(without)).rejects.toThrow();
    without.close();
  });

  it("fails with a clear message if the server uses another protocol", async () => {
    const port = await listening(createServer((socket) => socket.end("220 this is FTP\r\n")));
    await expect(connect(port, { serverName: "h.example" })).rejects.toThrow(
      "the server did not answer with TLS",
    );
  });
});

describe.each([
  ["a socket", (connection: Connection) => connection],
  ["secure() on an open connection", wrapped],
])("securing %s", (_, given) => {
  const upgrade = { serverName: "h.example", maxBuffer };

  /** Opens a connection on which the server has sent "go". */
  async function opened(port: number): Promise<Connection> {
    const connection = await connect(port);
    expect(Buffer.from((await connection.receive())!).toString()).toBe("go");
    return given(connection);
  }

  it("returns a connection over TLS", async () => {
    const port = await upgrading();
    await expectNoLeaks(async () => {
      const plain = await opened(port);
      const secured = await transport.secure!(plain, upgrade, never);
      expect(secured.remote).toEqual(plain.remote);
      expect(secured.tls).toMatchObject({ protocol: "TLSv1.3", authorized: true });
      expect(await heardBack(secured)).toBe("hello");
      await expect(plain.send(Buffer.from("clear text"))).rejects.toThrow();
    });
  });

  it("carries more than one buffer can hold, complete and in order", async () => {
    const size = 3_000_000;
    const port = await listening(
      createServer((socket) => {
        socket.write("go");
        const secured = new TLSSocket(socket, { isServer: true, ...VALID });
        secured.on("error", () => socket.destroy());
        secured.end(Buffer.alloc(size, "0123456789"));
      }),
    );
    const secured = await transport.secure!(await opened(port), { ...upgrade, maxBuffer: 10_000 }, never);
    let length = 0;
    for (;;) {
      const octets = await secured.receive();
      if (octets === undefined) break;
      expect(octets[0]).toBe(0x30 + (length % 10));
      length += octets.length;
    }
    expect(length).toBe(size);
    secured.close();
  });

  it("fails if bytes have arrived before TLS", async () => {
    const port = await listening(createServer((socket) => socket.write("go")));
    const [server] = servers.slice(-1);
    await expectNoLeaks(async () => {
      const plain = await opened(port);
      for (const socket of server!.sockets) socket.write("250 injected\r\n");
      // biome-ignore lint/plugin/no-fixed-waits: a connection around another one does not say what has arrived.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await expect(transport.secure!(plain, upgrade, never)).rejects.toMatchObject({ code: "desync" });
      await expect(plain.receive()).rejects.toThrow();
    });
    await expect.poll(() => server!.sockets.size).toBe(0);
  });

  it("verifies certificates, and leaves no open handles after a failure", async () => {
    const [expired, port] = [await upgrading(EXPIRED), await upgrading()];
    await expectNoLeaks(async () => {
      const securing = transport.secure!(await opened(expired), upgrade, never);
      await expect(securing).rejects.toMatchObject({ code: "CERT_HAS_EXPIRED" });
    });
    await expectNoLeaks(async () => {
      const other = { ...upgrade, serverName: "another.example" };
      const securing = transport.secure!(await opened(port), other, never);
      await expect(securing).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    });
  });

  it("stops at an abort", async () => {
    const late = new AbortController();
    const helloArrives = (socket: Socket) => socket.once("data", () => late.abort(new Error("too late")));
    const port = await listening(createServer((socket) => helloArrives(socket).write("go")));
    const [server] = servers.slice(-1);
    await expectNoLeaks(async () => {
      const securing = transport.secure!(await opened(port), upgrade, late.signal);
      await expect(securing).rejects.toThrow("too late");
    });
    await expect.poll(() => server!.sockets.size).toBe(0);
  });

  it("fails if the peer closes the connection", async () => {
    const port = await listening(
      createServer((socket) => {
        socket.write("go");
        socket.once("data", () => socket.destroy());
      }),
    );
    await expectNoLeaks(async () => {
      await expect(transport.secure!(await opened(port), upgrade, never)).rejects.toThrow();
    });
  });
});

describe.each(["TLSv1.2", "TLSv1.3"] as const)("a %s session", (version) => {
  const reused: boolean[] = [];
  const serving = () =>
    listening(
      createTlsServer({ ...VALID, minVersion: version, maxVersion: version }, (socket) => {
        reused.push(socket.isSessionReused());
        socket.on("error", () => {}).on("data", (octets) => socket.end(octets));
      }),
    );

  it("is resumed in another connection to the same server", async () => {
    reused.length = 0;
    const port = await serving();
    const first = await connect(port, { serverName: "h.example" });
    const tls = first.tls!;
    expect(await heardBack(first)).toBe("hello");
    const second = await connect(port, { serverName: "h.example.", resume: tls.session! });
    expect(second.tls).toMatchObject({ authorized: true, fingerprint: tls.fingerprint });
    expect(await heardBack(second)).toBe("hello");
    expect(reused).toEqual([false, true]);
  });

  it("does not verify another name or an unverified server", async () => {
    reused.length = 0;
    const port = await serving();
    // IP addresses: for another host name the server would not resume the session.
    const first = await connect(port, { serverName: "127.0.0.1" });
    const resume = first.tls!.session!;
    await heardBack(first);
    await expect(connect(port, { serverName: "127.0.0.2", resume })).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
    const loose = await connect(port, { serverName: "127.0.0.2", insecure: true });
    const { session } = loose.tls!;
    expect(loose.tls!.authorized).toBe(false);
    await heardBack(loose);
    await expect(connect(port, { serverName: "127.0.0.2", resume: session! })).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
    const again = await connect(port, { serverName: "127.0.0.2", insecure: true, resume: session! });
    expect(again.tls!.authorized).toBe(false);
    await heardBack(again);
    expect(reused.at(-1)).toBe(true);
  });
});

it("uses TLS within TLS, as through an HTTPS proxy", async () => {
  const port = await listening(
    createTlsServer(OTHER_VALID, (outer) => {
      outer.write("go");
      const inner = new TLSSocket(outer, { isServer: true, ...VALID });
      outer.on("error", () => {});
      inner.on("error", () => {}).on("data", (octets) => inner.end(octets));
    }),
  );
  await expectNoLeaks(async () => {
    const outer = await connect(port, { serverName: "proxy.example" });
    await outer.receive();
    const inner = await transport.secure!(outer, { serverName: "h.example", maxBuffer }, never);
    expect(inner.tls!.fingerprint).not.toBe(outer.tls!.fingerprint);
    expect(await heardBack(inner)).toBe("hello");
  });
});

describe("what a handshake reports", () => {
  const echoWith = (options: ServerOptions) => echo({ ...VALID, ...options });
  const facts = async (port: number, tls: Partial<TlsEndpoint>) => {
    const connection = await connect(port, { serverName: "h.example", ...tls });
    connection.close();
    return connection.tls;
  };

  it("has the application protocol that the server selected (RFC 7301)", async () => {
    const port = await echoWith({ ALPNProtocols: ["two", "one"] });
    expect(await facts(port, { alpn: ["one", "two"] })).toMatchObject({ alpn: "two" });
    expect(await facts(port, {})).not.toHaveProperty("alpn");
    await expect(facts(port, { alpn: ["three"] })).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_SSL_/),
    });
  });

  it("has the hash of the public key if it was requested (RFC 7469 §2.4)", async () => {
    const spki = new X509Certificate(VALID.cert).publicKey.export({ type: "spki", format: "der" });
    const publicKey = `sha256/${createHash("sha256").update(spki).digest("base64")}`;
    const port = await echoWith({});
    expect(await facts(port, { showKey: true })).toMatchObject({ publicKey, authorized: true });
    expect(await facts(port, {})).not.toHaveProperty("publicKey");
    const other = await facts(await echo(SELF_SIGNED), { showKey: true, insecure: true });
    expect(other).toMatchObject({ authorized: false, publicKey: expect.stringMatching(/^sha256\//) });
    expect(other?.publicKey).not.toBe(publicKey);
    const wrongName = await facts(port, { serverName: "other.example", showKey: true, insecure: true });
    expect(wrongName).toMatchObject({ publicKey, authorized: false });
  });
});

describe("certificates and keys of the options", () => {
  it("are text or bytes", async () => {
    const own = nodeTransport({ tls: { ca: [Buffer.from(CA), SELF_SIGNED.cert] } });
    const port = await echo(VALID);
    const tls = { serverName: "h.example" };
    (await own.connect({ address: "127.0.0.1", port, maxBuffer, tls }, never)).close();
  });

  it("are checked without a connection", async () => {
    const check = (tls: object) => transport.checkTls!(tls);
    await check({ ca: [CA, SELF_SIGNED.cert], ...VALID });
    await check({});
    for (const [tls, option] of [
      [{ ca: [CA, CA.replace("MIIB", "MIIA")] }, "ca"],
      [{ cert: VALID.cert, key: OTHER_VALID.key }, "key"],
      [{ cert: VALID.cert.replace("MIIB", "MIIA"), key: VALID.key }, "cert"],
    ] as const) {
      const message = expect.stringContaining(`tls option ${option}`);
      await expect(check(tls)).rejects.toMatchObject({ code: "bad-option", message });
    }
  });
});
