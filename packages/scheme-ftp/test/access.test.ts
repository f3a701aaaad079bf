import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Client, createClient, Transcript } from "@anyurl/client";
import { createRegistry, type Entry, type Limits, octetsOf, type Source } from "@anyurl/core";
import {
  document,
  type EmbeddedServer,
  type Folder,
  type FtpServer,
  type FtpServerOptions,
  folder,
  patternDocument,
  startFtpServer,
} from "@anyurl/servers";
import {
  describeHostile,
  expectNoLeaks,
  planEqualsWire,
  readVectors,
  reusedChunks,
  type Vector,
} from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FtpUrl, ftp } from "../src/index.ts";
import type { FtpOptions } from "../src/options.ts";
import { withoutDotSegments } from "../src/syntax.ts";
import { NOTICES_TLS_RESETS } from "./tls-resets.ts";

const PASSWORD = "a secret that was asked for";
const USER = "somebody";

const clientWith = (limits: Partial<Limits> = {}) =>
  createClient({
    schemes: [ftp],
    transport: nodeTransport(),
    limits,
    credentials: ({ user }) => ({ user: user ?? USER, password: PASSWORD }),
  });
const client = clientWith();

/** Returns the options of a server that has only the resource and the user of the URL. */
function worldOf({ parts, user, password }: FtpUrl): FtpServerOptions {
  const root: Tree = new Map();
  let here = root;
  const enter = (pathname: string) => {
    // An empty CWD and a leading "/" lead to the root of the server.
    if (pathname === "" || pathname.startsWith("/")) here = root;
    for (const segment of pathname.split("/")) if (segment !== "") here = below(here, segment);
  };
  const { cwds, name } = withoutDotSegments(parts);
  for (const { cwd } of cwds) enter(cwd);
  if (parts.typecode === "d" || name === "") enter(name === "" ? "." : name);
  else here.set(name.replace(/^\//, ""), "text");
  if (user === undefined) return { root: folderOf(root) };
  const login = decodeURIComponent(user) || USER;
  const secret = password === undefined ? PASSWORD : decodeURIComponent(password);
  return { root: folderOf(root), accounts: { [login]: { password: secret } } };
}

type Tree = Map<string, Tree | string>;

function below(tree: Tree, name: string): Tree {
  if (name === ".") return tree;
  const next: Tree = new Map();
  tree.set(name, next);
  return next;
}

function folderOf(tree: Tree): Folder {
  return folder(
    [...tree].map(([name, node]) => [octetsOf(name), typeof node === "string" ? node : folderOf(node)]),
  );
}

/** Returns the same URL on another host. */
function movedTo(port: number, url: FtpUrl): string {
  const { hostStart, pathStart } = url.offsets;
  return `${url.href.slice(0, hostStart)}127.0.0.1:${port}${url.href.slice(pathStart)}`;
}

const urls = createRegistry(ftp);

function openable({ url, code, access, warning, profile }: Vector): FtpUrl | undefined {
  if (
    url === undefined ||
    profile !== undefined ||
    code !== undefined ||
    access !== undefined ||
    warning === "ambiguous-authority"
  )
    return undefined;
  const parsed = urls.parse(url);
  return ftp.is(parsed) && parsed.scheme === "ftp" ? parsed : undefined;
}

describe("plan equals the sent commands", () => {
  const vectors = readVectors(new URL("vectors.json", import.meta.url)).flatMap((row) => openable(row) ?? []);
  it("for most vectors", () => expect(vectors.length).toBeGreaterThan(30));

  it.each(vectors.map((url) => [url.toJSON(), url] as const))("get %s", async (_, url) => {
    await using server = await startFtpServer(worldOf(url));
    await planEqualsWire({
      registry: client.registry,
      url: movedTo(server.port, url),
      open: async (text) => (await client.get(text)).bytes(),
      server,
    });
  });

  it("list", async () => {
    await using server = await startFtpServer({ root: folder({ sub: folder({ "x.txt": "x" }) }) });
    await planEqualsWire({
      registry: client.registry,
      url: `${server.origin}/sub/`,
      operation: "list",
      open: (text) => all(client.list(text)),
      server,
    });
  });
});

describe("get", () => {
  it("uses PASV if the server rejects EPSV, and ignores the address in the reply", async () => {
    await using server = await startFtpServer({
      root: folder({ "x.txt": "x" }),
      features: [],
      passiveAddress: "192.0.2.1",
    });
    expect(await (await client.get(`${server.origin}/x.txt`)).text()).toBe("x");
  });

  it("returns the size from the server and that the body is complete", async () => {
    await using server = await startFtpServer({ root: folder({ "x.txt": "twelve octet" }) });
    const resource = await client.get(`${server.origin}/x.txt`);
    await resource.bytes();
    expect(await resource.complete).toBe(true);
  });

  it.each([
    ["/nosuch", "not-found"],
    ["/nosuch/x", "not-found"],
    ["/x.txt/y", "not-a-directory", "not-found"],
  ])("fails for %s with the server's reply", async (path, ...codes) => {
    await using server = await startFtpServer({ root: folder({ "x.txt": "x" }) });
    await expectNoLeaks(async () => {
      await expect(client.get(`${server.origin}${path}`)).rejects.toMatchObject({
        code: expect.stringMatching(codes.join("|")),
        scheme: "ftp",
        operation: "get",
        replyCode: 550,
      });
    });
  });

  it("rejects bytes that would end a command before it connects", async () => {
    await using server = await startFtpServer();
    for (const path of ["x%0D%0ADELE%20y", "x%0AQUIT", "pub%00x", "a%0d/b"]) {
      await expect(client.get(`${server.origin}/${path}`)).rejects.toMatchObject({ code: "control-octet" });
    }
    await expect(client.get(`ftp://a%0Db@127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: "control-octet",
    });
    expect(server.received).toEqual([]);
  });

  it("does not log in as anonymous if the user is empty", async () => {
    await using server = await startFtpServer();
    const nobody = createClient({ schemes: [ftp], transport: nodeTransport() });
    await expect(nobody.get(`ftp://@127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: "auth-required",
    });
    expect(server.received).toEqual([]);
  });

  it("hides a wrong password in every error", async () => {
    await using server = await startFtpServer();
    const error = await client
      .get(`ftp://alice:hunter2%21@127.0.0.1:${server.port}/x`)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "auth-failed" });
    const { inspect } = await import("node:util");
    expect(`${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`).not.toMatch(
      /hunter2/,
    );
  });

  it.each([
    ["a reader with its own buffer", "byob"],
    ["a slow reader", "slowly"],
  ])(
    "downloads 256 MiB with less than 64 MiB of memory, for %s",
    async (_, how) => {
      const program = fileURLToPath(new URL("big-download.ts", import.meta.url));
      const measure = async () => {
        const { stdout } = await promisify(execFile)(process.execPath, ["-C", "anyurl-source", program, how]);
        return JSON.parse(stdout) as { received: number; growth: number };
      };
      // V8 frees buffers on its own thread, which is late when other tests keep the cores busy. That can only add
      // memory, so the minimum of five runs counts.
      const growths: number[] = [];
      while (growths.length < 5 && !(Math.min(...growths) < 64 * 1024 ** 2)) {
        const { received, growth } = await measure();
        expect(received).toBe(256 * 1024 ** 2);
        growths.push(growth);
      }
      expect(Math.min(...growths)).toBeLessThan(64 * 1024 ** 2);
    },
    90_000,
  );

  it("ends the exchange when the caller stops reading a listing", async () => {
    await using server = await startFtpServer({ root: folder({ one: document("1"), two: document("2") }) });
    const transcript = new Transcript();
    for await (const _ of client.list(`${server.origin}/`, { transcript })) break;
    await expect
      .poll(() => transcript.entries.filter(({ kind }) => kind === "close").map(({ on }) => on))
      .toContain("control");
    await expect.poll(() => server.live).toBe(0);
  });

  it("closes all connections when the caller stops reading the body", async () => {
    await using server = await startFtpServer({ root: folder({ big: patternDocument(1024 ** 3) }) });
    await expectNoLeaks(async () => {
      const { body } = await client.get(`${server.origin}/big`);
      for await (const _ of body) break;
    });
    await expect.poll(() => server.live).toBe(0);
  });
});

describe("get with a range", () => {
  const root = folder({ "x.bin": "0123456789", "lines.txt": document("ab\ncd\n") });

  it("starts at the offset of REST (RFC 3659 §5.3) and stops at the end of the range", async () => {
    await using server = await startFtpServer({ root });
    const range = { start: 3, end: 7 };
    await expectNoLeaks(async () => {
      const { body, complete } = await client.get(`${server.origin}/x.bin`, { range });
      expect(await new Response(body).text()).toBe("3456");
      expect(await complete).toBe(true);
    });
    expect(heard(server)).toEqual(expect.arrayContaining(["REST 3", "RETR x.bin"]));
  });

  it("reads from the beginning if the server does not support REST", async () => {
    await using server = await startFtpServer({ root, features: ["EPSV"] });
    const { body } = await client.get(`${server.origin}/x.bin`, { range: { start: 8 } });
    expect(await new Response(body).text()).toBe("89");
  });

  it("counts the bytes of a text as received and never sends REST for one", async () => {
    await using server = await startFtpServer({ root });
    const { body } = await client.get(`${server.origin}/lines.txt;type=a`, { range: { start: 3 } });
    expect(await new Response(body).text()).toBe("\ncd\r\n");
    expect(heard(server).join()).not.toContain("REST");
  });

  /** Returns the lines received on the control connection. */
  const heard = ({ received }: EmbeddedServer) =>
    received.flat().map((line) => String.fromCharCode(...line).trim());
});

describe("list", () => {
  it("returns entries with URLs that can be opened", async () => {
    const root = folder({ "a b;c.txt": "x", sub: folder({ "y.txt": "y" }) });
    await using server = await startFtpServer({ root });
    const entries = await all(client.list(`${server.origin}/`));
    expect(entries.map(({ name, kind }) => [name, kind])).toEqual(
      expect.arrayContaining([
        ["a b;c.txt", "file"],
        ["sub", "directory"],
      ]),
    );
    const file = entries.find(({ kind }) => kind === "file")!;
    expect(file.url).toBe(`${server.origin}/a%20b%3Bc.txt`);
    expect(await (await client.get(file.url!)).text()).toBe("x");
    const sub = entries.find(({ kind }) => kind === "directory")!;
    expect((await all(client.list(sub.url!))).map(({ name }) => name)).toEqual(["y.txt"]);
  });

  it.each([["MLSD"], ["none"]])("returns the same entries from MLSD and LIST (%s)", async (feature) => {
    const root = folder({ "x.txt": "four", sub: folder({}) });
    await using server = await startFtpServer({
      root,
      features: feature === "MLSD" ? ["EPSV", "MLSD"] : ["EPSV"],
    });
    const entries = await all(client.list(`${server.origin}/`));
    expect(entries.map(({ name, kind, size }) => ({ name, kind, size }))).toEqual([
      { name: "x.txt", kind: "file", size: 4 },
      { name: "sub", kind: "directory", size: undefined },
    ]);
  });
});

describeHostile(ftp, {
  client: clientWith,
  url: (port) => `ftp://alice:secret@127.0.0.1:${port}/a/b`,
  opening: ["220 ready\r\n", "331 password\r\n", "230 welcome\r\n", "250 there\r\n", "200 done\r\n"],
  reply: "220-hello\r\n220 ready\r\n",
});

async function all(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

/** Ways to connect to the embedded server: the options of the server and of the client. */
const WAYS: readonly (readonly [name: string, tls: FtpServerOptions["tls"], options: FtpOptions])[] = [
  ["in the clear", undefined, {}],
  ["in the clear, with TLS preferred", undefined, { tls: "preferred" }],
  ["with TLS", { ...SELF_SIGNED, required: true, reuse: true }, { tls: "required" }],
  ["with implicit TLS", { ...SELF_SIGNED, required: true, reuse: true, implicit: true }, {}],
];

describe.each(WAYS)("ftp with the embedded server, %s", (_, tls, options) => {
  const DATE = new Date("2001-02-03T04:05:06Z");
  const root = folder({
    "where.txt": "root of the server\n",
    pub: folder({
      "lf.txt": document("one\ntwo\n", { modified: DATE }),
      " leading space.txt": "lead\n",
      "bytes.bin": Uint8Array.from({ length: 256 }, (_, i) => i),
      "gr\u00fc\u00dfe;type=a": "greetings\n",
      "caf\udce9 \udcff": "no UTF-8\n",
      dir: folder({ sub: folder({ "deep.txt": "deep\n" }) }),
    }),
    home: folder({ alice: folder({ "where.txt": "alice's house\n" }) }),
  });

  let server: FtpServer;
  let client: Client<typeof ftp>;
  const clients: Client<typeof ftp>[] = [];
  const made = (more: FtpOptions = {}, idle = 0) => {
    const one = createClient({
      schemes: [ftp] as const,
      transport: nodeTransport(),
      connections: { idle },
      tls: { ca: SELF_SIGNED.cert },
      options: { ftp: { ...options, ...more }, ftps: { ...options, ...more } },
    });
    clients.push(one);
    return one;
  };
  const started = (more: FtpServerOptions) =>
    startFtpServer({ root, writable: true, active: true, ...(tls && { tls }), ...more });
  beforeEach(async () => {
    server = await started({});
    client = made();
  });
  afterEach(async () => {
    for (const one of clients.splice(0)) await one[Symbol.asyncDispose]();
    await expect.poll(() => server.live).toBe(0);
    await server.close();
  });

  const from = (user: string) => (path: string) =>
    tls?.implicit
      ? (`ftps://${user}localhost:${server.port}/${path}` as const)
      : (`ftp://${user}127.0.0.1:${server.port}/${path}` as const);
  const at = from("");
  const own = from("alice:s3cr%3At%40%2F%25@");
  const read = async (url: FtpText, by = client) => (await by.get(url)).text();
  const said = (text: string) => source(new TextEncoder().encode(text));
  const names = async (url: FtpText, by = client) => (await all(by.list(url))).map(({ name }) => name);

  it.each(["rfc1738", "cwd-once", "full-path"] as const)("reads with the path strategy %s", async (path) => {
    const by = made({ path });
    expect(await read(at("pub/dir/sub/deep.txt"), by)).toBe("deep\n");
    expect(await read(at("pub/%20leading%20space.txt"), by)).toBe("lead\n");
    expect(await read(at("pub/gr%C3%BC%C3%9Fe%3Btype=a"), by)).toBe("greetings\n");
    expect(await read(at("pub/caf%E9%20%FF"), by)).toBe("no UTF-8\n");
    expect(await read(own("where.txt"), by)).toBe("alice's house\n");
    expect(await read(own("%2Fwhere.txt"), by)).toBe("root of the server\n");
    expect(await names(at("pub/dir/"), by)).toEqual(["sub"]);
  });

  it("lists kinds, sizes, and dates", async () => {
    const entries = new Map((await all(client.list(at("pub/")))).map((entry) => [entry.name, entry]));
    expect([...entries.keys()]).toEqual([...(root.entries.get("pub") as Folder).entries.keys()]);
    expect(entries.get("dir")?.kind).toBe("directory");
    expect(entries.get("lf.txt")).toMatchObject({ kind: "file", size: 8, modified: DATE });
    for (const { kind, url } of entries.values()) if (kind === "file") await read(url as FtpText);
    expect(await client.stat(at("pub/lf.txt"))).toMatchObject({ kind: "file", size: 8, modified: DATE });
    expect(await client.stat(at("pub/dir"))).toMatchObject({ kind: "directory" });
    await expect(client.stat(at("pub/nothing"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("reads a range and returns the full size", async () => {
    const part = await client.get(at("pub/bytes.bin"), { range: { start: 200, end: 210 } });
    expect([...(await part.bytes())]).toEqual([200, 201, 202, 203, 204, 205, 206, 207, 208, 209]);
    expect(part.size).toBe(256);
  });

  it("uploads, appends, resumes an upload, renames, and removes", async () => {
    await client.makeDirectory(own("new/"));
    await client.put(own("new/a.txt"), said("one\n"));
    await client.append(own("new/a.txt"), said("two\n"));
    expect(await read(own("new/a.txt"))).toBe("one\ntwo\n");
    await client.put(own("new/a.txt"), said("TWO\n"), { range: { start: 4 } });
    expect(await read(own("new/a.txt"))).toBe("one\nTWO\n");
    await expect(client.put(own("new/a.txt"), said("x"), { range: { start: 400 } })).rejects.toMatchObject({
      code: "changed",
    });
    await client.rename(own("new/a.txt"), own("new/b%20c.txt"));
    await client.makeDirectory(own("new/deeper"));
    await client.rename(own("new/b%20c.txt"), own("new/deeper/d%20e"));
    await expect(client.get(own("new/b%20c.txt"))).rejects.toMatchObject({ code: "not-found" });
    await client.put(own("new/deeper/d%20e"), said("short"));
    expect(await read(own("new/deeper/d%20e"))).toBe("short");
    await expect(client.makeDirectory(own("new/deeper/"))).rejects.toMatchObject({ code: "already-exists" });
    await expect(client.remove(own("new/"))).rejects.toMatchObject({ code: "not-empty" });
    await client.remove(own("new/deeper/d%20e"));
    await client.remove(own("new/deeper/"));
    await client.remove(own("new/"));
    expect(server.tree().entries.get("home")).toMatchObject({
      entries: new Map([["alice", { entries: new Map([["where.txt", { kind: "document" }]]) }]]),
    });
  });

  it("writes names unchanged", async () => {
    for (const name of ["gr%C3%BC%C3%9Fe", "caf%E9", "%FF", "%20x%20", "a;b%3Btype=i", "%22", "%25%32%46"]) {
      await client.put(own(name), said(name));
      expect(await read(own(name))).toBe(name);
      await client.remove(own(name));
    }
  });

  it("changes no other file if a name with the byte FF is refused (RFC 959 §2.3)", async () => {
    // A server that reads Telnet takes a single FF and the next byte as a command: the rest is the name of another file.
    await client.put(own("ab"), said("kept"));
    await client.makeDirectory(own("%FF/"));
    await expect(client.remove(own("a%FFXb"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.get(own("a%FFXb"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.makeDirectory(own("%FF/"))).rejects.toMatchObject({ code: "already-exists" });
    expect((await names(own(""))).sort()).toEqual(["ab", "where.txt", "\udcff"]);
    expect(await read(own("ab"))).toBe("kept");
    await client.remove(own("%FF/"));
    await client.remove(own("ab"));
  });

  it("converts the line ends of a text in both directions", async () => {
    const local = made({ lineEnds: "lf" });
    await local.put(own("text.txt;type=a"), said("one\ntwo\n"));
    expect(await read(own("text.txt;type=a"), local)).toBe("one\ntwo\n");
    expect(await read(own("text.txt;type=a"))).toBe("one\r\ntwo\r\n");
    expect(await read(own("text.txt;type=i"))).toBe("one\ntwo\n");
  });

  it("uploads 1 MiB and reads the same bytes", async () => {
    const octets = new Uint8Array(1024 * 1024).map((_, i) => (i * 7919) >> 3);
    await client.put(own("big.bin"), source(octets));
    const got = await (await client.get(own("big.bin"))).bytes();
    expect(Buffer.compare(got, octets)).toBe(0);
  });

  it("fails with permission-denied and changes nothing", async () => {
    const before = server.tree();
    const denied = { code: "permission-denied" };
    await expect(client.put(at("pub/x.txt"), said("x"))).rejects.toMatchObject(denied);
    await expect(client.append(at("pub/lf.txt"), said("x"))).rejects.toMatchObject(denied);
    await expect(client.remove(at("pub/lf.txt"))).rejects.toMatchObject(denied);
    await expect(client.remove(at("pub/dir/"))).rejects.toMatchObject(denied);
    await expect(client.makeDirectory(at("pub/x"))).rejects.toMatchObject(denied);
    await expect(client.rename(at("pub/lf.txt"), at("pub/x"))).rejects.toMatchObject(denied);
    expect(server.tree()).toBe(before);
  });

  it.skipIf(tls !== undefined && !NOTICES_TLS_RESETS)(
    "leaves no file if an upload exceeds the space or its source fails",
    async () => {
      await using small = await started({ maxTree: 16_384 });
      const url = own("big.bin").replace(`:${server.port}`, `:${small.port}`) as FtpText;
      const before = small.tree();
      await expect(client.put(url, source(new Uint8Array(1024 * 1024)))).rejects.toMatchObject({
        code: "no-space",
      });
      async function* broken(): AsyncGenerator<Uint8Array, void, void> {
        yield new Uint8Array(100);
        throw new Error("the source is gone");
      }
      await expect(client.put(url, broken())).rejects.toThrow();
      await expect.poll(() => small.live).toBe(0);
      expect(small.tree()).toBe(before);
    },
  );

  it("lists a directory that the URL names like a file with autoList", async () => {
    expect((await read(at("pub/dir"), made({ autoList: true }))).split("\r\n")).toContain("sub");
    await expect(client.get(at("pub/dir"))).rejects.toMatchObject({ code: "is-a-directory" });
  });

  it("reuses one connection for files in different directories", async () => {
    const keeping = made({}, 30_000);
    for (let i = 0; i < 3; i++) {
      expect(await read(at("pub/lf.txt"), keeping)).toBe("one\ntwo\n");
      expect(await read(at("pub/dir/sub/deep.txt"), keeping)).toBe("deep\n");
      expect(await names(at("pub/dir/"), keeping)).toEqual(["sub"]);
      await keeping.put(own("kept.txt"), said(`${i}`));
      expect(await read(own("kept.txt"), keeping)).toBe(`${i}`);
    }
    // One connection per login.
    expect(server.received).toHaveLength(2);
  });

  it("uses active mode with the option data", async () => {
    const active = made({ data: "active" });
    expect(await read(at("pub/lf.txt"), active)).toBe("one\ntwo\n");
    expect(await names(at("pub/dir/"), active)).toEqual(["sub"]);
    await active.put(own("active.txt"), said("x"));
    expect(await read(own("active.txt"), active)).toBe("x");
  });

  it("runs 24 parallel transfers", async () => {
    const keeping = made({}, 30_000);
    const texts = Array.from({ length: 24 }, () => read(at("pub/dir/sub/deep.txt"), keeping));
    expect(await Promise.all(texts)).toEqual(Array.from({ length: 24 }, () => "deep\n"));
  });

  it.runIf(tls)("secures both connections and rejects an unknown certificate", async () => {
    const { body, transcript } = await client.get(at("pub/bytes.bin"));
    expect((await new Response(body).arrayBuffer()).byteLength).toBe(256);
    const secured = transcript.entries.filter(({ kind }) => kind === "secure").map(({ on }) => on);
    expect(secured).toEqual(tls?.implicit ? ["data"] : ["control", "data"]);
    const wary = createClient({
      schemes: [ftp],
      transport: nodeTransport(),
      options: { ftp: { ...options } },
    });
    await expect(wary.get(at("pub/lf.txt"))).rejects.toMatchObject({ code: "tls-failed" });
  });

  it.runIf(tls && !tls.implicit)("fails with auth-failed without TLS", async () => {
    await expect(made({ tls: "none" }).get(own("where.txt"))).rejects.toMatchObject({ code: "auth-failed" });
  });

  it.runIf(!tls)("fails with tls-required before it sends USER", async () => {
    const transcript = new Transcript();
    await expect(made({ tls: "required" }).get(own("where.txt"), { transcript })).rejects.toMatchObject({
      code: "tls-required",
    });
    expect(transcript.entries.some(({ text }) => text?.startsWith("USER"))).toBe(false);
  });
});

type FtpText = `ftp://${string}` | `ftps://${string}`;

function source(octets: Uint8Array): Source {
  const count = Math.ceil(octets.length / 65_536);
  return reusedChunks(Array.from({ length: count }, (_, i) => octets.subarray(i * 65_536, (i + 1) * 65_536)));
}
