import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, test } from "vitest";
import { type EmbeddedServer, folder, type NfsServerOptions, startNfsServer } from "../src/index.ts";
import { dial, latin1, octets, until } from "./raw-client.ts";

const ROOT = folder({
  "a.txt": "hello\n",
  pub: folder({ "b.txt": "deep\n", "a%2fb": "escaped\n" }),
});

const [LOOKUP, READLINK, READ, WRITE, MKDIR, RMDIR, RENAME, READDIR] = [3, 5, 6, 7, 9, 13, 14, 16];

const uint = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const hyper = (value: number): Uint8Array => joinBytes([uint(0), uint(value)]);
const opaque = (bytes: Uint8Array | string): Uint8Array => {
  const data = typeof bytes === "string" ? octets(bytes) : bytes;
  return joinBytes([uint(data.length), data, new Uint8Array((4 - (data.length % 4)) % 4)]);
};

/** Calls procedures over one connection. Returns the reply after its xid, without the fragment header. */
async function start(options: NfsServerOptions = {}) {
  const server = await startNfsServer({ root: ROOT, ...options });
  const socket = await dial(server.host, server.port);
  let unread = Buffer.alloc(0);
  socket.on("data", (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes]);
  });
  const record = async (): Promise<Buffer> => {
    await until(() => unread.length >= 4 && unread.length >= 4 + (unread.readUInt32BE(0) - 0x8000_0000));
    const end = 4 + (unread.readUInt32BE(0) - 0x8000_0000);
    const message = unread.subarray(4, end);
    unread = unread.subarray(end);
    return message;
  };
  const call = async (
    procedure: number,
    args: readonly Uint8Array[],
    { program = 100_003, version = 3, split = false } = {},
  ): Promise<Buffer> => {
    const head = joinBytes([7, 0, 2, program, version, procedure, 0, 0, 0, 0].map(uint));
    const message = joinBytes([head, ...args]);
    if (split) {
      const [a, b] = [message.subarray(0, 9), message.subarray(9)];
      socket.write(joinBytes([uint(a.length), a, uint(0x8000_0000 + b.length), b]));
    } else socket.write(joinBytes([uint(0x8000_0000 + message.length), message]));
    return (await record()).subarray(4);
  };
  /** Calls an NFS procedure. Returns its status, and what follows. */
  const nfs = async (procedure: number, ...args: readonly Uint8Array[]) => {
    const reply = await call(procedure, args);
    expect(latin1(reply.subarray(0, 20))).toBe(`\0\0\0\x01${"\0".repeat(16)}`);
    return { status: reply.readUInt32BE(20), rest: reply.subarray(24) };
  };
  const lookup = async (path: string, directory: Uint8Array = new Uint8Array(0)) => {
    const { status, rest } = await nfs(LOOKUP, opaque(directory), opaque(path));
    return status === 0 ? Uint8Array.from(rest.subarray(4, 4 + rest.readUInt32BE(0))) : status;
  };
  const close = async () => {
    socket.destroy();
    await server.close();
  };
  return { server: server as EmbeddedServer, socket, call, nfs, lookup, [Symbol.asyncDispose]: close };
}

describe("the public file handle (RFC 2055 §6)", () => {
  test("takes canonical paths, native ones after the byte 80, and absolute ones", async () => {
    await using world = await start({
      publicDirectory: "pub",
      links: { again: "pub", "pub/up": "../a.txt" },
    });
    const { lookup } = world;
    const file = await lookup("b.txt");
    expect(file).toBeInstanceOf(Uint8Array);
    expect(await lookup("/pub/b.txt")).toEqual(file);
    expect(await lookup("/again/b.txt")).toEqual(file);
    expect(await lookup("%62.txt")).toEqual(file);
    expect(await lookup("\x80b.txt")).toEqual(file);
    expect(await lookup("../a.txt")).toEqual(await lookup("/a.txt"));
    // Names with a percent sign: escaped in a canonical path, plain in a native one.
    expect(await lookup("a%252fb")).toEqual(await lookup("\x80a%2fb"));
    expect(await lookup("a%2fb")).toBe(2);
    expect(await lookup("missing")).toBe(2);
    expect(await lookup("../../a.txt")).toBe(13);
    expect(await lookup("\x81b.txt")).toBe(5);
  });

  test("returns a link that is the last name", async () => {
    await using world = await start({ links: { link: "a.txt", loop: "loop/x" } });
    const link = await world.lookup("link");
    const { status, rest } = await world.nfs(READLINK, opaque(link as Uint8Array));
    expect(status).toBe(0);
    expect(latin1(rest)).toContain("a.txt");
    expect(await world.lookup("loop/x")).toBe(5);
  });

  test("is unknown with publicDirectory: null", async () => {
    await using world = await start({ publicDirectory: null });
    expect(await world.lookup("a.txt")).toBe(10_001);
  });
});

describe("file handles", () => {
  test("stay with a file that is renamed, and are stale after it is removed", async () => {
    await using world = await start({ writable: true });
    const root = (await world.lookup(".")) as Uint8Array;
    const pub = (await world.lookup("pub")) as Uint8Array;
    const file = (await world.lookup("pub/b.txt")) as Uint8Array;
    const read = () => world.nfs(READ, opaque(file), hyper(0), uint(100));
    await world.nfs(RENAME, opaque(root), opaque("pub"), opaque(root), opaque("moved"));
    expect(latin1((await read()).rest)).toContain("deep\n");
    expect((await world.nfs(12, opaque(pub), opaque("b.txt"))).status).toBe(0);
    expect((await read()).status).toBe(70);
    expect((await world.nfs(READ, opaque(new Uint8Array(12)), hyper(0), uint(1))).status).toBe(10_001);
  });
});

describe("changes", () => {
  test("are rejected by default", async () => {
    await using world = await start();
    const root = (await world.lookup(".")) as Uint8Array;
    expect((await world.nfs(MKDIR, opaque(root), opaque("x"))).status).toBe(30);
  });

  test("have the errors of a file system", async () => {
    await using world = await start({ writable: true, maxTree: 4_000 });
    const root = (await world.lookup(".")) as Uint8Array;
    const file = (await world.lookup("a.txt")) as Uint8Array;
    expect((await world.nfs(MKDIR, opaque(root), opaque("pub"))).status).toBe(17);
    expect((await world.nfs(MKDIR, opaque(file), opaque("x"))).status).toBe(20);
    expect((await world.nfs(MKDIR, opaque(root), opaque("a/b"))).status).toBe(22);
    expect((await world.nfs(RMDIR, opaque(root), opaque("pub"))).status).toBe(66);
    expect((await world.nfs(RMDIR, opaque(root), opaque("a.txt"))).status).toBe(20);
    const large = opaque(new Uint8Array(4_000));
    expect((await world.nfs(WRITE, opaque(file), hyper(0), uint(4_000), uint(0), large)).status).toBe(28);
    const into = await world.nfs(RENAME, opaque(root), opaque("pub"), opaque(root), opaque("pub"));
    expect(into.status).toBe(0);
  });
});

describe("RPC (RFC 5531)", () => {
  test("reads calls in several fragments", async () => {
    await using world = await start();
    const reply = await world.call(LOOKUP, [opaque(""), opaque("a.txt")], { split: true });
    expect(reply.readUInt32BE(20)).toBe(0);
  });

  test.each([
    ["an unknown program", { program: 100_099 }, 0, [1]],
    ["another version", { version: 2 }, 0, [2, 3, 3]],
    ["an unknown procedure", {}, 22, [3]],
    ["missing arguments", {}, LOOKUP, [4]],
    ["the null procedure", {}, 0, [0]],
  ] as const)("answers %s", async (_, options, procedure, expected) => {
    await using world = await start();
    const reply = await world.call(procedure, [], options);
    const words = Array.from({ length: (reply.length - 16) / 4 }, (_, i) => reply.readUInt32BE(16 + 4 * i));
    expect(words).toEqual(expected);
  });

  test("rejects AUTH_NONE as too weak with needsUser", async () => {
    await using world = await start({ needsUser: true });
    const reply = await world.call(LOOKUP, [opaque(""), opaque("a.txt")]);
    expect([4, 8, 12].map((at) => reply.readUInt32BE(at))).toEqual([1, 1, 5]);
  });

  test("disconnects a client whose message is not a call, or too long", async () => {
    for (const bytes of [joinBytes([uint(0x8000_0008), uint(1), uint(1)]), uint(0xffff_ffff)]) {
      await using world = await start();
      world.socket.write(bytes);
      await until(() => world.server.live === 0 || world.socket.destroyed || world.socket.readableEnded);
    }
  });

  test("rejects a READDIR without room for one entry", async () => {
    await using world = await start();
    const root = (await world.lookup(".")) as Uint8Array;
    const { status } = await world.nfs(READDIR, opaque(root), hyper(0), hyper(0), uint(40));
    expect(status).toBe(10_005);
  });
});
