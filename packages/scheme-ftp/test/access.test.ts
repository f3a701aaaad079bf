import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@anyurl/client";
import { createRegistry, type Entry, type Limits, octetsOf } from "@anyurl/core";
import {
  counting,
  document,
  type EmbeddedServer,
  type Folder,
  type FtpServerOptions,
  folder,
  startFtpServer,
} from "@anyurl/servers";
import { describeHostile, expectNoLeaks, planEqualsWire, readVectors, type Vector } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { type FtpUrl, ftp } from "../src/index.ts";
import { withoutDotSegments } from "../src/syntax.ts";

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

/** A server that has exactly what the URL names, and knows exactly its user. */
function worldOf({ parts, user, password }: FtpUrl): FtpServerOptions {
  const root: Tree = new Map();
  let here = root;
  const enter = (pathname: string) => {
    // The server's root is where a null CWD leads, and a "/" in front.
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

/** The same URL at another host. */
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

describe("what is planned is what is sent", () => {
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
  it("takes PASV where EPSV is refused, and does not believe the address in it", async () => {
    await using server = await startFtpServer({
      root: folder({ "x.txt": "x" }),
      features: [],
      passiveAddress: "192.0.2.1",
    });
    expect(await (await client.get(`${server.origin}/x.txt`)).text()).toBe("x");
  });

  it("gives the size that the server tells, and says that it was whole", async () => {
    await using server = await startFtpServer({ root: folder({ "x.txt": "twelve octet" }) });
    const resource = await client.get(`${server.origin}/x.txt`);
    await resource.bytes();
    expect(await resource.complete).toBe(true);
  });

  it.each([
    ["/nosuch", "not-found"],
    ["/nosuch/x", "not-found"],
    ["/x.txt/y", "not-a-directory", "not-found"],
  ])("fails for %s with the server's own words", async (path, ...codes) => {
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

  it("refuses octets that would end a command before it connects", async () => {
    await using server = await startFtpServer();
    for (const path of ["x%0D%0ADELE%20y", "x%0AQUIT", "pub%00x", "a%0d/b"]) {
      await expect(client.get(`${server.origin}/${path}`)).rejects.toMatchObject({ code: "control-octet" });
    }
    await expect(client.get(`ftp://a%0Db@127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: "control-octet",
    });
    expect(server.received).toEqual([]);
  });

  it("never takes an empty user for anonymous", async () => {
    await using server = await startFtpServer();
    const nobody = createClient({ schemes: [ftp], transport: nodeTransport() });
    await expect(nobody.get(`ftp://@127.0.0.1:${server.port}/`)).rejects.toMatchObject({
      code: "auth-required",
    });
    expect(server.received).toEqual([]);
  });

  it("keeps a wrong password out of every error", async () => {
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

  it("carries a gibibyte in less than 64 MiB", async () => {
    const program = fileURLToPath(new URL("gibibyte.ts", import.meta.url));
    const measure = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ["-C", "anyurl-source", program]);
      return JSON.parse(stdout) as { received: number; growth: number };
    };
    // V8 frees buffers on a thread of its own, and falls behind where other tests keep the cores busy. That only adds:
    // the least of three is what it takes.
    const growths: number[] = [];
    while (growths.length < 3 && !(Math.min(...growths) < 64 * 1024 ** 2)) {
      const { received, growth } = await measure();
      expect(received).toBe(1024 ** 3);
      growths.push(growth);
    }
    expect(Math.min(...growths)).toBeLessThan(64 * 1024 ** 2);
  }, 90_000);

  it("closes everything when its reader leaves", async () => {
    await using server = await startFtpServer({ root: folder({ big: counting(1024 ** 3) }) });
    await expectNoLeaks(async () => {
      const { body } = await client.get(`${server.origin}/big`);
      for await (const _ of body) break;
    });
    await expect.poll(() => server.live).toBe(0);
  });
});

describe("get with a range", () => {
  const root = folder({ "x.bin": "0123456789", "lines.txt": document("ab\ncd\n") });

  it("begins where REST says (RFC 3659 §5.3), and leaves at the end", async () => {
    await using server = await startFtpServer({ root });
    const range = { start: 3, end: 7 };
    await expectNoLeaks(async () => {
      const { body, complete } = await client.get(`${server.origin}/x.bin`, { range });
      expect(await new Response(body).text()).toBe("3456");
      expect(await complete).toBe(true);
    });
    expect(heard(server)).toEqual(expect.arrayContaining(["REST 3", "RETR x.bin"]));
  });

  it("reads from the beginning where the server cannot", async () => {
    await using server = await startFtpServer({ root, features: ["EPSV"] });
    const { body } = await client.get(`${server.origin}/x.bin`, { range: { start: 8 } });
    expect(await new Response(body).text()).toBe("89");
  });

  it("counts the octets of a text as they come, and never restarts one", async () => {
    await using server = await startFtpServer({ root });
    const { body } = await client.get(`${server.origin}/lines.txt;type=a`, { range: { start: 3 } });
    expect(await new Response(body).text()).toBe("\ncd\r\n");
    expect(heard(server).join()).not.toContain("REST");
  });

  /** The lines of the control connection. */
  const heard = ({ received }: EmbeddedServer) =>
    received.flat().map((line) => String.fromCharCode(...line).trim());
});

describe("list", () => {
  it("gives entries whose URLs open", async () => {
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

  it.each([["MLSD"], ["none"]])("is the same by MLSD and by LIST (%s)", async (feature) => {
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
