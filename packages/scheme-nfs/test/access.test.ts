import { createClient } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import {
  type EmbeddedServer,
  folder,
  type NfsServerOptions,
  patternDocument,
  startNfsServer,
} from "@anyurl/servers";
import { expectNoLeaks } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { type NfsOptions, nfs } from "../src/index.ts";

const BIG: Uint8Array = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251);
const ROOT = folder({
  "text.txt": "line one\nline two\n",
  "empty.txt": "",
  "big.bin": BIG,
  "a b%.txt": "x\n",
  pub: folder([
    ["deep.txt", "deep\n"],
    [Uint8Array.of(0x66, 0xe9), "not UTF-8\n"],
    ["inner", folder({ "x.txt": "x\n" })],
  ]),
});
const LINKS = {
  link: "text.txt",
  directory: "pub",
  "pub/up": "../text.txt",
  rooted: "/pub/deep.txt",
  loop: "loop",
  elsewhere: "http://h.example/",
  "other-server": "nfs://other.example/x",
  "native name": "a b%.txt",
};

let server: EmbeddedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: NfsServerOptions = {}, given: NfsOptions = {}) {
  server = await startNfsServer({ root: ROOT, links: LINKS, ...options });
  const { origin, port } = server;
  const client = createClient({
    schemes: [nfs],
    transport: nodeTransport(),
    options: { nfs: { portmapperPort: port, ...given } },
  });
  const at = (path: string) => `${origin}${path}` as "nfs://h/";
  const text = async (path: string) => (await client.get(at(path))).text();
  return { client, at, text };
}

async function all(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

/** The numbers of the procedures that the server was called with, on each connection. */
function called(): readonly (readonly number[])[] {
  return server!.received.map((messages) => messages.map((message) => Buffer.from(message).readUInt32BE(20)));
}

describe.each([
  ["with the public file handle", {}],
  ["with MOUNT", { publicDirectory: null }],
  ["that requires a user", { needsUser: true }],
  ["with MOUNT, that requires a user", { needsUser: true, publicDirectory: null }],
] as const)("a server %s", (_, options) => {
  it("sends files, also with names that need escapes", async () => {
    const { text } = await start(options);
    expect(await text("/text.txt")).toBe("line one\nline two\n");
    expect(await text("//text.txt")).toBe("line one\nline two\n");
    expect(await text("/a%20b%25.txt")).toBe("x\n");
    expect(await text("/pub/f%E9")).toBe("not UTF-8\n");
    expect(await text("/pub/inner/../deep.txt")).toBe("deep\n");
    expect(await text("/empty.txt")).toBe("");
  });

  it("sends a large file in chunks, and a range of it", async () => {
    const { client, at } = await start(options);
    const whole = await client.get(at("/big.bin"));
    expect(whole.size).toBe(BIG.length);
    expect(await whole.bytes()).toEqual(BIG);
    expect(await whole.complete).toBe(true);
    const part = await client.get(at("/big.bin"), { range: { start: 100_005, end: 100_010 } });
    expect(await part.bytes()).toEqual(BIG.subarray(100_005, 100_010));
    const rest = await client.get(at("/big.bin"), { range: { start: 199_990 } });
    expect(await rest.bytes()).toEqual(BIG.subarray(199_990));
  });

  it("lists directories, with URLs that can be opened", async () => {
    const { client, at, text } = await start(options);
    const entries = await all(client.list(at("/pub/")));
    expect(entries.map(({ name, kind, size }) => [name, kind, size])).toEqual([
      ["deep.txt", "file", 5],
      ["f\udce9", "file", 10],
      ["inner", "directory", undefined],
      ["up", "link", undefined],
    ]);
    expect(entries.map(({ url }) => url)).toEqual(
      ["deep.txt", "f%E9", "inner/", "up"].map((name) => at(`/pub/${name}`)),
    );
    expect(entries[0]).toMatchObject({ mediaType: "text/plain", attributes: { mode: "0644", uid: "65534" } });
    expect(await text(new URL(entries[1]!.url!).pathname)).toBe("not UTF-8\n");
    expect((await all(client.list(at("/")))).length).toBe(ROOT.entries.size + 8 - 1);
  });

  it("follows symbolic links on itself", async () => {
    const { client, text, at } = await start(options);
    expect(await text("/link")).toBe("line one\nline two\n");
    expect(await text("/pub/up")).toBe("line one\nline two\n");
    expect(await text("/rooted")).toBe("deep\n");
    expect(await text("/directory/deep.txt")).toBe("deep\n");
    expect((await all(client.list(at("/directory/")))).length).toBe(4);
    expect(await client.stat(at("/directory"))).toMatchObject({ kind: "directory" });
  });

  it("rejects what does not exist, and the wrong kind", async () => {
    const { client, at } = await start(options);
    await expect(client.get(at("/missing"))).rejects.toMatchObject({ code: "not-found", replyCode: 2 });
    await expect(client.get(at("/text.txt/x"))).rejects.toMatchObject({
      code: expect.stringMatching(/^not-/),
    });
    await expect(client.get(at("/pub"))).rejects.toMatchObject({ code: "is-a-directory", hint: "use list" });
    await expect(all(client.list(at("/text.txt")))).rejects.toMatchObject({ code: "not-a-directory" });
    await expect(client.stat(at("/text.txt/"))).rejects.toMatchObject({ code: "not-a-directory" });
  });

  it("accepts changes if it is writable", async () => {
    const { client, at, text } = await start({ ...options, writable: true, unstable: true });
    await client.put(at("/pub/new.txt"), "first");
    await client.put(at("/pub/new.txt"), "2nd");
    expect(await text("/pub/new.txt")).toBe("2nd");
    await client.put(at("/big.copy"), BIG);
    expect(await (await client.get(at("/big.copy"))).bytes()).toEqual(BIG);
    await client.makeDirectory(at("/made/"));
    await client.rename(at("/pub/new.txt"), at("/made/moved.txt"));
    expect(await text("/made/moved.txt")).toBe("2nd");
    await expect(client.remove(at("/made/"))).rejects.toMatchObject({ code: "not-empty" });
    await client.remove(at("/made/moved.txt"));
    await client.remove(at("/made/"));
    await expect(client.stat(at("/made/"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.makeDirectory(at("/pub/"))).rejects.toMatchObject({ code: "already-exists" });
  });

  it("is read-only otherwise", async () => {
    const { client, at } = await start(options);
    const denied = { code: "permission-denied", reply: "NFS3ERR_ROFS" };
    await expect(client.put(at("/new.txt"), "x", { atomic: false })).rejects.toMatchObject(denied);
    await expect(client.remove(at("/text.txt"))).rejects.toMatchObject(denied);
    await expect(client.makeDirectory(at("/new/"))).rejects.toMatchObject(denied);
    await expect(client.rename(at("/text.txt"), at("/new.txt"))).rejects.toMatchObject(denied);
  });
});

describe("the calls", () => {
  const LOOKUP = 3;
  const READ = 6;

  it("are one LOOKUP and one READ for a small file", async () => {
    const { text } = await start();
    await text("/pub/inner/x.txt");
    expect(called()).toEqual([[LOOKUP, READ]]);
  });

  it("of MOUNT end with UMNT, and do not use the portmapper with the option mountPort", async () => {
    const { client, at } = await start({ publicDirectory: null });
    const options = { mountPort: server!.port };
    expect(await (await client.get(at("/pub/deep.txt"), { options })).text()).toBe("deep\n");
    const [mnt, umnt] = [1, 3];
    // The file cannot be mounted, its directory can.
    expect(called()).toEqual([
      [LOOKUP, 1, LOOKUP, READ],
      [mnt, mnt, umnt],
    ]);
  });

  it("READDIR and LOOKUP replace READDIRPLUS if the server lacks it", async () => {
    const { client, at } = await start({ readDirPlus: false });
    const entries = await all(client.list(at("/pub/")));
    expect(entries.map(({ kind, size }) => [kind, size])).toEqual([
      ["file", 5],
      ["file", 10],
      ["directory", undefined],
      ["link", undefined],
    ]);
    expect(called()[0]).toEqual([LOOKUP, 17, 16, LOOKUP, LOOKUP, LOOKUP, LOOKUP]);
  });

  it("adapt to the transfer size of the server", async () => {
    const { client, at } = await start({ transferSize: 50_000, writable: true });
    expect(await (await client.get(at("/big.bin"))).bytes()).toEqual(BIG);
    expect(called()[0]).toEqual([LOOKUP, READ, READ, READ, READ]);
    await client.put(at("/copy"), BIG, { atomic: false });
    const [fsinfo, create, write] = [19, 8, 7];
    expect(called()[1]).toEqual([LOOKUP, LOOKUP, fsinfo, create, write, write, write, write]);
    expect(await (await client.get(at("/copy"))).bytes()).toEqual(BIG);
  });

  it("list a large directory in several chunks", async () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `file ${i}`);
    const { client, at } = await start({
      root: folder(names.map((name) => [name, "x"])),
      transferSize: 8_192,
      links: {},
    });
    expect((await all(client.list(at("/")))).map(({ name }) => name)).toEqual(names);
    expect(called()[0]!.length).toBeGreaterThan(10);
  });

  it("send no user by default, the anonymous one if the server insists, and the user of the options", async () => {
    const { client, at } = await start({ needsUser: true });
    await client.stat(at("/text.txt"));
    await client.stat(at("/text.txt"), { options: { uid: 1000, gid: 100, machineName: "host" } });
    const credentials = server!.received.map((messages) =>
      messages.map((message) =>
        Buffer.from(message)
          .subarray(24, 24 + 8 + Buffer.from(message).readUInt32BE(28))
          .toString("hex"),
      ),
    );
    const anonymous = "0000fffe0000fffe00000000";
    expect(credentials).toEqual([
      [
        "0000000000000000",
        `000000010000001c0000000000000006${Buffer.from("anyurl").toString("hex")}0000${anonymous}`,
      ],
      [`00000001000000180000000000000004${Buffer.from("host").toString("hex")}000003e80000006400000000`],
    ]);
  });
});

describe("symbolic links to other places", () => {
  it("are not followed silently", async () => {
    const { client, at } = await start();
    for (const [path, target] of [
      ["/elsewhere", "http://h.example/"],
      ["/other-server", "nfs://other.example/x"],
    ] as const) {
      const refused = { code: "redirect-refused", reply: target, hint: expect.stringContaining("links") };
      await expect(client.get(at(path))).rejects.toMatchObject(refused);
      await expect(all(client.list(at(path)))).rejects.toMatchObject(refused);
      expect(await client.stat(at(path))).toEqual({ kind: "link", attributes: { target } });
    }
  });

  it("are opened by get with the option links, under the policy", async () => {
    const { client, at } = await start({}, { links: "any" });
    // The client has only nfs, and the host of the other URL does not exist.
    await expect(client.get(at("/elsewhere"))).rejects.toMatchObject({ code: "scheme-not-installed" });
  });

  it("are not followed at all with links: none", async () => {
    const { client, at } = await start({}, { links: "none" });
    await expect(client.get(at("/link"))).rejects.toMatchObject({
      code: "redirect-refused",
      reply: "text.txt",
    });
  });

  it("end in a loop with an error", async () => {
    const { client, at } = await start();
    await expect(client.get(at("/loop"))).rejects.toMatchObject({ code: "too-many-redirects" });
    expect(called()[0]!.filter((procedure) => procedure === 5)).toHaveLength(9);
  });

  it("are relative to their own directory, whatever links lead to it (RFC 1813 §3.3.5)", async () => {
    const links = {
      short: "pub/inner",
      "pub/inner/back": "../deep.txt",
      "pub/inner/further": "../again",
      "pub/again": "inner/../deep.txt",
      "pub/inner/above": "..",
    };
    const { client, text, at } = await start({ links, publicDirectory: null });
    for (const path of ["/pub/inner/back", "/short/back", "/short/further", "/short/above/deep.txt"])
      expect(await text(path)).toBe("deep\n");
    expect((await all(client.list(at("/short/above/")))).map(({ name }) => name)).toContain("deep.txt");
  });

  it("are URL references, or paths with the option linkText", async () => {
    const { client, at } = await start();
    await expect(client.get(at("/native%20name"))).rejects.toMatchObject({
      ...{ code: "protocol-error", reply: "a b%.txt", hint: expect.stringContaining("linkText") },
    });
    const options = { linkText: "path" } as const;
    expect(await (await client.get(at("/native%20name"), { options })).text()).toBe("x\n");
    expect(await (await client.get(at("/rooted"), { options })).text()).toBe("deep\n");
  });

  it("are not written to", async () => {
    const { client, at, text } = await start({ writable: true });
    await expect(client.put(at("/link"), "x", { atomic: false })).rejects.toMatchObject({
      ...{ code: "unsupported", target: "unchanged" },
    });
    expect(await text("/text.txt")).toBe("line one\nline two\n");
    await client.remove(at("/link"));
    expect(await text("/text.txt")).toBe("line one\nline two\n");
  });
});

describe("a relative path", () => {
  it("begins in the public directory, and an absolute one at the root", async () => {
    const { text } = await start({ publicDirectory: "pub" });
    expect(await text("/deep.txt")).toBe("deep\n");
    expect(await text("//pub/deep.txt")).toBe("deep\n");
    expect(await text("//text.txt")).toBe("line one\nline two\n");
  });
});

describe("before connecting", () => {
  it("rejects NUL, and the port of the portmapper", async () => {
    const { client, at } = await start();
    await expect(client.get(at("/a%00b"))).rejects.toMatchObject({ code: "control-octet" });
    await expect(client.get("nfs://127.0.0.1:111/a")).rejects.toMatchObject({ code: "port-blocked" });
    expect(server!.received).toEqual([]);
  });
});

describe("a body", () => {
  it("is streamed: the connection closes if the reader stops", async () => {
    const root = folder({ "huge.bin": patternDocument(50_000_000) });
    const { client, at } = await start({ root, links: {} });
    await expectNoLeaks(async () => {
      const { body } = await client.get(at("/huge.bin"));
      for await (const _ of body) break;
    });
    await expect.poll(() => server!.live).toBe(0);
    expect(called()[0]!.length).toBeLessThan(50);
  });
});

it("rejects a server without the public file handle if fallback is off", async () => {
  const { client, at } = await start({ publicDirectory: null }, { fallback: false });
  await expect(client.get(at("/text.txt"))).rejects.toMatchObject({ code: "unsupported", replyCode: 10_001 });
  expect(called()).toEqual([[3]]);
});
