import { createHash } from "node:crypto";
import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import ssh2 from "ssh2";
import { describe, expect, test } from "vitest";
import { folder, type SftpServerOptions, startSftpServer } from "../src/index.ts";
import { dial, latin1, until } from "./raw-client.ts";

const ROOT = folder({ "a.txt": "hello\n", home: folder({ "b.txt": "home" }), pub: folder({ "c.txt": "c" }) });

const [INIT, OPEN, CLOSE, READ, WRITE, FSTAT] = [1, 3, 4, 5, 6, 8];
const [OPENDIR, READDIR, REMOVE, MKDIR, RMDIR, STAT, RENAME, EXTENDED] = [11, 12, 13, 14, 15, 17, 18, 200];
const [STATUS, HANDLE, DATA, NAME, ATTRS] = [101, 102, 103, 104, 105];
const [OK, EOF, NO_SUCH_FILE, DENIED, FAILURE, UNSUPPORTED] = [0, 1, 2, 3, 4, 8];
const [FOR_READ, FOR_WRITE] = [1, 2 | 8 | 16];

const uint = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const hyper = (value: number): Uint8Array => joinBytes([uint(0), uint(value)]);
const text = (value: string | Uint8Array): Uint8Array => {
  const bytes = typeof value === "string" ? octetsOf(value) : value;
  return joinBytes([uint(bytes.length), bytes]);
};
const packet = (type: number, fields: readonly Uint8Array[]): Uint8Array =>
  text(joinBytes([Uint8Array.of(type), ...fields]));
/** No attributes. */
const NONE = uint(0);

interface Login {
  readonly username?: string;
  readonly password?: string;
  readonly privateKey?: string;
}

/** Logs in over ssh2. Rejects with its error. */
function connect(
  { host, port }: { readonly host: string; readonly port: number },
  { username = "alice", ...login }: Login = { password: "wonderland" },
): Promise<ssh2.Client> {
  const client = new ssh2.Client();
  return new Promise((resolve, reject) => {
    client.on("ready", () => resolve(client)).on("error", reject);
    client.connect({ host, port, username, ...login });
  });
}

/** Opens the subsystem. `ask` sends a request, and returns the type and the fields of its reply. */
async function start(options: SftpServerOptions = {}) {
  const server = await startSftpServer({ root: ROOT, home: "home", ...options });
  const client = await connect(server);
  const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) => {
    client.subsys("sftp", (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  let unread = Buffer.alloc(0);
  let isOver = false;
  channel.on("data", (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes]);
  });
  channel.on("close", () => {
    isOver = true;
  });
  const reply = async (): Promise<{ readonly type: number; readonly rest: Buffer }> => {
    await until(() => isOver || (unread.length >= 4 && unread.length >= 4 + unread.readUInt32BE(0)));
    if (isOver) return { type: -1, rest: unread };
    const end = 4 + unread.readUInt32BE(0);
    const message = unread.subarray(4, end);
    unread = unread.subarray(end);
    return { type: message[0]!, rest: message.subarray(1) };
  };
  const ask = async (type: number, ...fields: readonly Uint8Array[]) => {
    channel.write(packet(type, [uint(7), ...fields]));
    const { type: kind, rest } = await reply();
    if (kind >= 0) expect(rest.readUInt32BE(0)).toBe(7);
    return { type: kind, rest: rest.subarray(4) };
  };
  /** Returns the code of a status. */
  const status = async (type: number, ...fields: readonly Uint8Array[]) => {
    const { type: kind, rest } = await ask(type, ...fields);
    expect(kind).toBe(STATUS);
    return rest.readUInt32BE(0);
  };
  const open = async (path: string, flags = FOR_READ) => {
    const { type, rest } = await ask(OPEN, text(path), uint(flags), NONE);
    return type === HANDLE ? Uint8Array.from(rest) : rest.readUInt32BE(0);
  };
  const readFile = async (path: string) => {
    const handle = (await open(path)) as Uint8Array;
    const { type, rest } = await ask(READ, handle, hyper(0), uint(1000));
    return type === DATA ? latin1(rest.subarray(4)) : rest.readUInt32BE(0);
  };
  channel.write(packet(INIT, [uint(3)]));
  const version = await reply();
  const close = async () => {
    client.end();
    await server.close();
  };
  return { server, channel, version, ask, status, open, readFile, [Symbol.asyncDispose]: close };
}

describe("a login (RFC 4252)", () => {
  test("takes the password of an account, and no other", async () => {
    await using server = await startSftpServer({ accounts: { bob: "builder" } });
    (await connect(server, { username: "bob", password: "builder" })).end();
    for (const login of [
      { username: "bob", password: "wonderland" },
      { username: "alice", password: "wonderland" },
      { username: "constructor", password: "" },
    ])
      await expect(connect(server, login)).rejects.toMatchObject({ level: "client-authentication" });
    await until(() => server.live === 0);
  });

  test("takes a key, which must sign", async () => {
    const [own, other] = [1, 2].map(() => ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 }));
    await using server = await startSftpServer({ methods: [], authorizedKeys: [own!.public] });
    (await connect(server, { privateKey: own!.private })).end();
    for (const login of [{ privateKey: other!.private }, { password: "wonderland" }])
      await expect(connect(server, login)).rejects.toMatchObject({ level: "client-authentication" });
  });

  test("gives the key of the host as a line of known_hosts, and its fingerprint", async () => {
    await using server = await startSftpServer();
    const { host, port, knownHosts, fingerprint } = server;
    const [name, type, key = ""] = knownHosts.trimEnd().split(" ");
    expect([name, type]).toEqual([`[${host}]:${port}`, "ecdsa-sha2-nistp256"]);
    const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
    expect(fingerprint).toBe(`SHA256:${hash.replace(/=+$/, "")}`);
  });

  test("opens no shell and no other subsystem", async () => {
    await using server = await startSftpServer();
    const client = await connect(server);
    const refused = (open: (done: (error: Error | undefined) => void) => void) =>
      new Promise((resolve) => open((error) => resolve(error instanceof Error)));
    expect(await refused((done) => client.subsys("netconf", done))).toBe(true);
    expect(await refused((done) => client.exec("id", done))).toBe(true);
    client.end();
  });

  test("listens on loopback only", async () => {
    await expect(startSftpServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError);
  });
});

describe("reading (draft-ietf-secsh-filexfer-02)", () => {
  test("agrees on version 3, with posix-rename unless it is disabled", async () => {
    for (const renamesOver of [true, false]) {
      await using world = await start({ renamesOver });
      expect(world.version.type).toBe(2);
      expect(world.version.rest.readUInt32BE(0)).toBe(3);
      expect(latin1(world.version.rest).includes("posix-rename@openssh.com")).toBe(renamesOver);
    }
  });

  test("sends a range of a file, and EOF at its end", async () => {
    await using world = await start();
    const handle = (await world.open("/a.txt")) as Uint8Array;
    const { type, rest } = await world.ask(READ, handle, hyper(1), uint(3));
    expect([type, latin1(rest)]).toEqual([DATA, "\0\0\0\x03ell"]);
    expect(await world.status(READ, handle, hyper(6), uint(3))).toBe(EOF);
    expect(await world.status(CLOSE, handle)).toBe(OK);
    expect(await world.status(READ, handle, hyper(0), uint(3))).toBe(FAILURE);
  });

  test("begins relative paths in the home directory", async () => {
    await using world = await start();
    expect(await world.readFile("b.txt")).toBe("home");
    expect(await world.readFile("../a.txt")).toBe("hello\n");
    expect(await world.readFile("/../../a.txt")).toBe("hello\n");
  });

  test("tells attributes of a file by its path and its handle, and of a directory", async () => {
    await using world = await start();
    const handle = (await world.open("/a.txt")) as Uint8Array;
    for (const [type, field] of [[STAT, text("/a.txt")] as const, [FSTAT, handle] as const]) {
      const { type: kind, rest } = await world.ask(type, field);
      expect([kind, rest.readUInt32BE(0), rest.readUInt32BE(8), rest.readUInt32BE(20)]).toEqual([
        ...[ATTRS, 0xf, 6, 0o100644],
      ]);
    }
    expect((await world.ask(STAT, text("/pub"))).rest.readUInt32BE(20)).toBe(0o040755);
    expect(await world.status(STAT, text("/nothing"))).toBe(NO_SUCH_FILE);
  });

  test("lists a directory with . and .., then EOF", async () => {
    await using world = await start();
    const { type, rest } = await world.ask(OPENDIR, text("/pub"));
    expect(type).toBe(HANDLE);
    const handle = Uint8Array.from(rest);
    const names = await world.ask(READDIR, handle);
    expect([names.type, names.rest.readUInt32BE(0)]).toEqual([NAME, 3]);
    expect(latin1(names.rest)).toContain("\0\0\0\x05c.txt");
    expect(await world.status(READDIR, handle)).toBe(EOF);
    expect(await world.status(OPENDIR, text("/a.txt"))).toBe(FAILURE);
    expect(await world.status(OPENDIR, text("/nothing"))).toBe(NO_SUCH_FILE);
  });

  test("lists a directory of many entries in parts", async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`f${i}`, ""]));
    await using world = await start({ root: folder({ many: folder(many) }) });
    const handle = Uint8Array.from((await world.ask(OPENDIR, text("/many"))).rest);
    const counts: number[] = [];
    for (;;) {
      const { type, rest } = await world.ask(READDIR, handle);
      if (type !== NAME) break;
      counts.push(rest.readUInt32BE(0));
    }
    expect(counts).toEqual([100, 100, 52]);
  });
});

describe("writing", () => {
  test("is denied unless the server is writable", async () => {
    await using world = await start();
    expect(await world.open("/new", FOR_WRITE)).toBe(DENIED);
    for (const [type, ...fields] of [
      [REMOVE, text("/a.txt")],
      [MKDIR, text("/new"), NONE],
      [RMDIR, text("/pub")],
      [RENAME, text("/a.txt"), text("/b.txt")],
    ] as const)
      expect(await world.status(type, ...fields)).toBe(DENIED);
  });

  test("stores what is written at any offset, and keeps the rest of a file", async () => {
    await using world = await start({ writable: true });
    const handle = (await world.open("/new", FOR_WRITE)) as Uint8Array;
    expect(await world.status(WRITE, handle, hyper(3), text("def"))).toBe(OK);
    expect(await world.status(WRITE, handle, hyper(0), text("abc"))).toBe(OK);
    expect(await world.status(CLOSE, handle)).toBe(OK);
    expect(await world.readFile("/new")).toBe("abcdef");
    const again = (await world.open("/new", 2)) as Uint8Array;
    await world.status(WRITE, again, hyper(1), text("X"));
    expect(await world.readFile("/new")).toBe("aXcdef");
    expect(await world.status(WRITE, (await world.open("/new")) as Uint8Array, hyper(0), text("x"))).toBe(
      DENIED,
    );
  });

  test("needs an existing directory, and a file without CREATE", async () => {
    await using world = await start({ writable: true });
    expect(await world.open("/nothing/new", FOR_WRITE)).toBe(NO_SUCH_FILE);
    expect(await world.open("/new", 2)).toBe(NO_SUCH_FILE);
    expect(await world.open("/pub", FOR_WRITE)).toBe(FAILURE);
    expect(await world.open("/a.txt/new", FOR_WRITE)).toBe(FAILURE);
  });

  test("fails when the tree is full", async () => {
    await using world = await start({ writable: true, maxTree: 4_000 });
    const handle = (await world.open("/new", FOR_WRITE)) as Uint8Array;
    expect(await world.status(WRITE, handle, hyper(0), text("x".repeat(4_000)))).toBe(FAILURE);
  });

  test("makes and removes directories, and removes files", async () => {
    await using world = await start({ writable: true });
    expect(await world.status(MKDIR, text("/new"), NONE)).toBe(OK);
    expect(await world.status(MKDIR, text("/new"), NONE)).toBe(FAILURE);
    expect(await world.status(REMOVE, text("/new"))).toBe(FAILURE);
    expect(await world.status(RMDIR, text("/new"))).toBe(OK);
    expect(await world.status(RMDIR, text("/pub"))).toBe(FAILURE);
    expect(await world.status(REMOVE, text("/pub/c.txt"))).toBe(OK);
    expect(await world.status(RMDIR, text("/pub"))).toBe(OK);
  });

  test("renames over a file only with posix-rename, and never into itself", async () => {
    await using world = await start({ writable: true });
    expect(await world.status(RENAME, text("/a.txt"), text("/pub/c.txt"))).toBe(FAILURE);
    expect(await world.status(RENAME, text("/pub"), text("/pub/deeper"))).toBe(FAILURE);
    expect(
      await world.status(EXTENDED, text("posix-rename@openssh.com"), text("/a.txt"), text("/pub/c.txt")),
    ).toBe(OK);
    expect(await world.readFile("/pub/c.txt")).toBe("hello\n");
    expect(await world.status(EXTENDED, text("x@h.example"))).toBe(UNSUPPORTED);
    expect(await world.status(99)).toBe(UNSUPPORTED);
  });
});

describe("malformed packets close the channel", () => {
  test.each([
    ["a string beyond its packet", packet(OPEN, [uint(7), uint(99)])],
    ["a packet without an id", packet(OPEN, [])],
    ["a packet above maxPacket", uint(300_000)],
  ])("%s", async (_, sent) => {
    await using world = await start();
    world.channel.write(sent);
    await new Promise((resolve) => world.channel.once("close", resolve));
    expect(latin1(joinBytes(world.server.received.flat()))).toMatch(/^\0\0\0\x05\x01\0\0\0\x03/);
  });

  test("bytes of another protocol close the connection", async () => {
    await using server = await startSftpServer();
    const socket = await dial(server.host, server.port);
    socket.resume().write("GET / HTTP/1.1\r\n\r\n");
    await until(() => server.live === 0);
  });
});
