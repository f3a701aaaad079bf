import { once } from "node:events";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, test } from "vitest";
import {
  type FtpServer,
  type FtpServerOptions,
  folder,
  patternDocument,
  startFtpServer,
} from "../src/index.ts";
import { HIDES_RESETS } from "../src/resets.ts";
import { begunTls, secureClient, type TlsClient } from "./ftp-tls-client.ts";
import { shown } from "./ftp-upload.ts";
import { dial, ftpClient, guest, latin1, octets, readAll, until } from "./raw-client.ts";

const tls = SELF_SIGNED;
const open: (Disposable | FtpServer)[] = [];
const start = async (options: FtpServerOptions = {}): Promise<FtpServer> => {
  const server = await startFtpServer({ root: folder({ "x.txt": "x\n", dir: folder({}) }), tls, ...options });
  open.push(server);
  return server;
};
/** Creates a client that uses TLS and is logged in; optionally with TLS data connections. */
const secure = async (server: FtpServer, prot = "P", version?: "TLSv1.2"): Promise<TlsClient> => {
  const client = await secureClient(server, version);
  open.push(client);
  await client.ask("USER alice");
  expect(await client.ask("PASS s3cr:t@/%")).toMatch(/^230 /);
  expect(await client.ask("PBSZ 0")).toBe("200 PBSZ=0");
  expect(await client.ask(`PROT ${prot}`)).toMatch(/^200 /);
  return client;
};
afterEach(async () => {
  for (const it of open.splice(0)) await ("close" in it ? it.close() : it[Symbol.dispose]());
});

describe("AUTH TLS (RFC 4217 §4)", () => {
  test("starts TLS, and supports the same commands as without it", async () => {
    const server = await start();
    const client = await secureClient(server);
    open.push(client);
    expect(await client.ask("PWD")).toMatch(/^530 /);
    await client.ask("USER alice");
    expect(await client.ask("PASS s3cr:t@/%")).toMatch(/^230 /);
    expect(await client.ask("PWD")).toMatch(/^257 /);
    expect(server.received.map((lines) => lines.map(latin1))).toEqual([
      ["AUTH TLS", "PWD", "USER alice", "PASS s3cr:t@/%", "PWD"],
    ]);
    expect(await client.ask("QUIT")).toMatch(/^221 /);
    expect(await client.reply()).toBe("");
    await until(() => server.live === 0);
  });

  test.each([
    ["AUTH TLS-C", 234],
    ["AUTH tls", 234],
    ["AUTH SSL", 504],
    ["AUTH KERBEROS_V4", 504],
    ["AUTH", 501],
    ["PBSZ 0", 503],
    ["PROT P", 503],
    ["CCC", 502],
  ])("replies to %s without TLS: %i", async (command, code) => {
    using client = await guest(await start());
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(code);
  });

  test.each([
    ["AUTH TLS", 534],
    ["PROT P", 503],
    ["PBSZ", 501],
    ["PBSZ x", 501],
    ["PBSZ 4294967296", 501],
    ["PBSZ 4294967295", 200],
    ["PBSZ 0", 200],
  ])("replies to %s with TLS: %i", async (command, code) => {
    using client = await secureClient(await start());
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(code);
  });

  test.each([
    ["PROT C", 200],
    ["PROT p", 200],
    ["PROT S", 536],
    ["PROT E", 536],
    ["PROT X", 504],
    ["PROT", 501],
  ])("replies to %s after PBSZ: %i", async (command, code) => {
    using client = await secureClient(await start());
    await client.ask("PBSZ 0");
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(code);
  });

  test("ends a login (RFC 2228 §3)", async () => {
    const server = await start();
    const plain = await ftpClient(server);
    open.push(plain);
    expect(await plain.ask("PWD")).toMatch(/^257 /);
    expect(await plain.ask("AUTH TLS")).toMatch(/^234 /);
    using client = await secureClient(server, undefined, plain);
    expect(await client.ask("PWD")).toMatch(/^530 /);
  });

  test("FEAT names it (RFC 4217 §6)", async () => {
    using client = await guest(await start({ features: [] }));
    expect((await client.ask("FEAT")).split("\n").slice(1, -1)).toEqual([" AUTH TLS", " PBSZ", " PROT"]);
  });

  test("is rejected without the option tls", async () => {
    const server = await startFtpServer();
    open.push(server);
    using client = await guest(server);
    for (const command of ["AUTH TLS", "PBSZ 0", "PROT P"])
      expect(await client.ask(command)).toMatch(/^502 /);
    expect(await client.ask("FEAT")).not.toMatch(/AUTH|PBSZ|PROT/);
    expect(await client.ask("HELP")).not.toMatch(/AUTH|PBSZ|PROT/);
  });

  test("throws for an invalid certificate", async () => {
    await expect(startFtpServer({ tls: { cert: "no", key: SELF_SIGNED.key } })).rejects.toThrow();
  });
});

describe("unencrypted data after AUTH (CVE-2011-0411 and similar)", () => {
  test.each(["AUTH TLS\r\nUSER alice\r\n", "AUTH TLS\r\nUS", "AUTH TLS\r\n\r\n", "AUTH TLS\nNOOP\n"])(
    "closes the connection without a reply: %j",
    async (text) => {
      const server = await start();
      using client = await guest(server);
      client.send(text);
      expect(await client.reply()).toBe("");
      await until(() => server.live === 0);
      expect(server.received[0]?.map(latin1).join()).not.toContain("USER");
    },
  );

  test("closes the connection if it arrives instead of a handshake", async () => {
    const server = await start();
    using client = await guest(server);
    expect(await client.ask("AUTH TLS")).toMatch(/^234 /);
    client.send("USER alice\r\nPASS x\r\n");
    await once(client.control, "close");
    await until(() => server.live === 0);
    expect(server.received[0]?.map(latin1)).toEqual(["AUTH TLS"]);
  });

  test.each(["resets", "ends", "says nothing"])("handles a client that %s instead", async (how) => {
    const server = await start(how === "says nothing" ? { idleTimeout: 1000 } : {});
    using client = await guest(server);
    expect(await client.ask("AUTH TLS")).toMatch(/^234 /);
    if (how === "resets") client.control.resetAndDestroy();
    if (how === "ends") client.control.end();
    await until(() => server.live === 0);
  });

  test("handles a client that does not trust the certificate", async () => {
    const server = await start();
    using client = await guest(server);
    expect(await client.ask("AUTH TLS")).toMatch(/^234 /);
    const secured = connectTls({ socket: client.control });
    await once(secured, "error");
    secured.destroy();
    await until(() => server.live === 0);
  });

  test("handles close() during the handshake", async () => {
    const server = await start();
    using client = await guest(server);
    await client.ask("AUTH TLS");
    await server.close();
    expect(server.live).toBe(0);
  });
});

describe.each(["TLSv1.3", "TLSv1.2"] as const)("data connections, %s (RFC 4217 §9)", (version) => {
  const oldest = version === "TLSv1.2" ? version : undefined;

  test("use TLS in both directions after PROT P", async () => {
    const server = await start({ writable: true, root: folder({ big: patternDocument(300_000) }) });
    const client = await secure(server, "P", oldest);
    expect(client.control.getProtocol()).toBe(version);
    await client.ask("TYPE I");
    const { data, final } = await client.fetch("RETR big");
    expect(final).toMatch(/^226 /);
    expect(data).toHaveLength(300_000);
    expect((await client.fetch("NLST")).data).toBe("big\r\n");
    const up = await begunTls(client, "STOR up");
    up.end(octets("under TLS"));
    expect(await client.reply()).toMatch(/^226 /);
    expect(shown(server.tree())["up"]).toBe("under TLS");
    expect((await client.fetch("RETR up")).data).toBe("under TLS");
  });

  test("are unencrypted after PROT C, and by default", async () => {
    const client = await secure(await start(), "C", oldest);
    const read = readAll(await client.openData());
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^226 /);
    expect(await read).toEqual(octets("x\r\n"));
  });

  test("require the session of their control connection with reuse, or get 522 (RFC 4217 §10.2)", async () => {
    const server = await start({ tls: { ...tls, reuse: true } });
    const client = await secure(server, "P", oldest);
    for (let i = 0; i < 3; i++) expect((await client.fetch("RETR x.txt")).data).toBe("x\r\n");
    expect((await client.fetch("RETR x.txt", "new session")).final).toMatch(/^522 /);
    const other = await secure(server, "P", oldest);
    expect((await client.fetch("RETR x.txt", other.session())).final).toMatch(/^522 /);
    expect((await client.fetch("RETR x.txt")).data).toBe("x\r\n");
  });

  test("store nothing after a 522", async () => {
    const server = await start({ tls: { ...tls, reuse: true }, writable: true, root: folder({}) });
    const client = await secure(server, "P", oldest);
    const up = await begunTls(client, "STOR up", "new session");
    up.end("never");
    expect(await client.reply()).toMatch(/^522 /);
    expect(shown(server.tree())).toEqual({});
  });
});

describe("close_notify (RFC 8446 §6.1)", () => {
  /** Starts TLS over a data connection, and keeps the type and the length of each record from the server. */
  function tapped(data: Socket): { readonly stream: TLSSocket; readonly records: () => readonly string[] } {
    const heard: Uint8Array[] = [];
    const duplex = new Duplex({
      read: () => void data.resume(),
      write: (octets: Uint8Array, _, done) => void data.write(octets, done),
      final: (done) => void data.end(done),
    });
    data.on("data", (octets) => {
      heard.push(octets);
      duplex.push(octets);
    });
    data.once("end", () => duplex.push(null));
    const records = (): readonly string[] => {
      const all = Buffer.concat(heard);
      const found: string[] = [];
      for (let at = 0; at < all.length; at += 5 + all.readUInt16BE(at + 3)) {
        found.push(`${all[at]} ${all.readUInt16BE(at + 3)}`);
      }
      return found;
    };
    return {
      stream: connectTls({ socket: duplex, rejectUnauthorized: false }).on("error", () => {}),
      records,
    };
  }

  /** An alert of TLS 1.3: 2 bytes, their type, and 16 bytes of authentication tag. */
  const ALERT = "23 19";

  test("is sent after a document", async () => {
    const client = await secure(await start());
    const { stream, records } = tapped(await client.openData());
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    await once(stream.resume(), "end");
    expect(await client.reply()).toMatch(/^226 /);
    expect(records().at(-1)).toBe(ALERT);
  });

  test("answers the one of an upload", async () => {
    const client = await secure(await start({ writable: true }));
    const { stream, records } = tapped(await client.openData());
    expect(await client.ask("STOR up")).toMatch(/^150 /);
    stream.end("up");
    await once(stream.resume(), "end");
    expect(await client.reply()).toMatch(/^226 /);
    expect(records().at(-1)).toBe(ALERT);
  });
});

describe("handshake of a data connection", () => {
  test("stores an empty document if the client ends with its Finished message", async () => {
    const server = await start({ writable: true });
    const client = await secure(server);
    const up = await begunTls(client, "STOR empty");
    up.end();
    expect(await client.reply()).toMatch(/^226 /);
    expect(shown(server.tree())["empty"]).toBe("");
  });

  test("replies 522 to anything else, and the session continues", async () => {
    const server = await start();
    const client = await secure(server);
    const data = await client.openData();
    data.write("no handshake at all\r\n");
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^522 /);
    expect((await client.fetch("RETR x.txt")).data).toBe("x\r\n");
    await until(() => server.live === 1);
  });

  test("replies 522 to an end of the connection", async () => {
    const client = await secure(await start());
    const data = await client.openData();
    data.end();
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^522 /);
  });

  test("silence: 522", async () => {
    const client = await secure(await start({ dataTimeout: 1000 }));
    await client.openData();
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^522 /);
  });

  test("ABOR amid it: 522, then 226", async () => {
    const client = await secure(await start());
    await client.openData();
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await client.ask("ABOR")).toMatch(/^522 /);
    expect(await client.reply()).toMatch(/^226 /);
  });

  test("can begin before the command", async () => {
    const client = await secure(await start());
    const data = await client.openData();
    const secured = connectTls({
      socket: data,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    });
    const read = readAll(secured);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^226 /);
    expect(await read).toEqual(octets("x\r\n"));
  });

  test("does not send close_notify if a document fails", async () => {
    const broken = {
      size: 100,
      *chunks(): Generator<Uint8Array> {
        yield new Uint8Array(10);
        throw new Error("no more");
      },
    };
    const client = await secure(await start({ root: folder({ broken }) }));
    await client.ask("TYPE I");
    expect(await client.fetch("RETR broken")).toEqual({
      data: "reset",
      final: expect.stringMatching(/^451 /),
    });
    expect(await client.ask("NOOP")).toMatch(/^200 /);
  });

  test.skipIf(HIDES_RESETS)("stores nothing if an upload is reset", async () => {
    const server = await start({ writable: true, root: folder({}) });
    const client = await secure(server);
    const up = await begunTls(client, "STOR up");
    await new Promise((resolve) => up.write("half", resolve));
    client.lastData?.resetAndDestroy();
    expect(await client.reply()).toMatch(/^426 /);
    expect(shown(server.tree())).toEqual({});
    await until(() => server.live === 1);
  });
});

describe("required", () => {
  const required = { ...tls, required: true };

  test("rejects a login without TLS", async () => {
    const server = await start({ tls: required });
    using client = await guest(server);
    expect(await client.ask("USER anonymous")).toMatch(/^530 /);
    expect(await client.ask("PASS me@")).toMatch(/^503 /);
    expect(await client.ask("FEAT")).toMatch(/^211/);
  });

  test("replies 521 to a transfer command without PROT P (RFC 4217 §10.2)", async () => {
    const server = await start({ tls: required, writable: true });
    using client = await secureClient(server);
    await client.ask("USER alice");
    await client.ask("PASS s3cr:t@/%");
    await client.openData();
    for (const command of ["RETR x.txt", "LIST", "NLST", "MLSD", "STOR y", "APPE y", "STOU"]) {
      expect(await client.ask(command)).toMatch(/^521 /);
    }
    await client.ask("PBSZ 0");
    expect(await client.ask("PROT C")).toMatch(/^534 /);
    expect(await client.ask("LIST")).toMatch(/^521 /);
    expect(await client.ask("PROT P")).toMatch(/^200 /);
    expect((await client.fetch("RETR x.txt")).data).toBe("x\r\n");
  });
});

describe("implicit", () => {
  const implicit = { ...tls, implicit: true };

  async function connected(server: FtpServer): Promise<TlsClient> {
    const client = await secureClient(server, undefined, "implicit");
    open.push(client);
    return client;
  }

  test("uses TLS from the first byte", async () => {
    const server = await start({ tls: implicit });
    expect(server.origin).toBe(`ftps://127.0.0.1:${server.port}`);
    const client = await connected(server);
    expect(await client.ask("AUTH TLS")).toMatch(/^534 /);
    expect(await client.ask("FEAT")).not.toContain("AUTH");
    await client.ask("USER anonymous");
    expect(await client.ask("PASS me@")).toMatch(/^230 /);
    await client.ask("PBSZ 0");
    await client.ask("PROT P");
    expect((await client.fetch("RETR x.txt")).data).toBe("x\r\n");
  });

  test("sends nothing to a client without TLS", async () => {
    const server = await start({ tls: implicit });
    const socket = await dial(server.host, server.port);
    const heard = readAll(socket);
    socket.write("USER anonymous\r\n");
    const said = await heard;
    if (said !== "reset") expect(latin1(said)).not.toMatch(/220|331/);
    await until(() => server.live === 0);
    expect(server.received).toEqual([[]]);
  });

  test("sends 421 over TLS on close(), and closes everything", async () => {
    const server = await start({ tls: implicit });
    const client = await connected(server);
    const closing = server.close();
    expect(await client.reply()).toMatch(/^421 /);
    await closing;
    expect(server.live).toBe(0);
  });

  test("sends 421 to an idle client", async () => {
    // Longer than a handshake takes on a busy machine.
    const server = await start({ tls: implicit, idleTimeout: 1000 });
    const client = await connected(server);
    expect(await client.reply()).toMatch(/^421 /);
    await until(() => server.live === 0);
  });
});
