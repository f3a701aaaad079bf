import { lstat, mkdir, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { createClient, type SyncResult } from "@anyurl/client";
import { textOf } from "@anyurl/core";
import { file } from "@anyurl/scheme-file";
import { sftp } from "@anyurl/scheme-sftp";
import { folder, link, type SftpServer, startSftpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, test } from "vitest";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
const servers: SftpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const local = (path: string) => `${pathToFileURL(here(path)).href}/` as `file://${string}`;

async function start(root: Parameters<typeof folder>[0], renamesOver = true) {
  const server = await startSftpServer({ root: folder(root), writable: true, renamesOver });
  servers.push(server);
  return (path: string) => `sftp://alice@127.0.0.1:${server.port}/${path}` as const;
}

function open() {
  return createClient({
    schemes: [file, sftp] as const,
    transport: nodeTransport(),
    policy: { files: { roots: [here()], write: true } },
    credentials: () => ({ password: "wonderland" }),
    connections: { idle: 5_000 },
    options: { sftp: { acceptHostKey: () => true } },
  });
}

async function sync(from: string, to: string, options: object = {}): Promise<readonly string[]> {
  const client = open();
  const results: string[] = [];
  for await (const each of client.sync(from as "file:", to as "file:", { links: "copy", ...options }))
    results.push(describeResult(each));
  client.close();
  return results.sort();
}

const describeResult = (each: SyncResult) =>
  `${each.did} ${each.path.join("/")}${"why" in each ? `: ${each.why}` : ""}`;

async function listLinks(url: string): Promise<Readonly<Record<string, string | undefined>>> {
  const client = open();
  const found: Record<string, string | undefined> = {};
  for await (const { name, linkTarget, kind } of client.list(url as "sftp:"))
    if (kind === "link") found[name] = linkTarget;
  client.close();
  return found;
}

describe.skipIf(process.platform === "win32")("--links copy with sftp", () => {
  test.each([true, false])("copies local links to a server, and back (as OpenSSH: %s)", async (isOpenSsh) => {
    await mkdir(here("a/d/e"), { recursive: true });
    await writeFile(here("a/d/file"), "1");
    await symlink("d/file", here("a/to-file"));
    await symlink("d", here("a/to-directory"));
    await symlink("../file", here("a/d/e/up"));
    await symlink("missing", here("a/dangling"));
    const remote = await start({}, isOpenSsh);
    const copied = await sync(local("a"), remote("b/"));
    expect(copied).toEqual([
      ...["copied d/e/up", "copied d/file", "copied dangling", "copied to-directory", "copied to-file"],
      ...["made d", "made d/e"],
    ]);
    expect(await listLinks(remote("b/"))).toEqual({
      ...{ "to-file": "d/file", "to-directory": "d", dangling: "missing" },
    });
    const again = await sync(local("a"), remote("b/"), { delete: true });
    expect(again.filter((each) => !each.startsWith("unchanged"))).toEqual([]);
    await sync(remote("b/"), local("c"));
    for (const name of ["to-file", "to-directory", "d/e/up", "dangling"])
      expect(await readlink(here(`c/${name}`))).toBe(await readlink(here(`a/${name}`)));
  });

  test.each([true, false])(
    "copies links between servers, and replaces files and links (as OpenSSH: %s)",
    async (isOpenSsh) => {
      const from = await start({
        a: folder({ d: folder({ file: "1" }), one: link("d/file"), two: link("d") }),
      });
      const to = await start({ b: folder({ one: "a file", two: link("elsewhere") }) }, isOpenSsh);
      const results = await sync(from("a/"), to("b/"));
      expect(results).toEqual(["copied d/file", "copied one", "copied two", "made d"]);
      expect(await listLinks(to("b/"))).toEqual({ one: "d/file", two: "d" });
    },
  );

  test("does not replace a directory", async () => {
    const from = await start({ a: folder({ one: link("x") }) });
    const to = await start({ b: folder({ one: folder({ file: "1" }) }) });
    expect(await sync(from("a/"), to("b/"))).toEqual([expect.stringMatching(/^failed one: /)]);
  });

  test.each([
    ["/etc/passwd", "the link has an absolute target"],
    ["../secret", "the link leads out of the tree"],
    ["d/../../secret", 'the target of the link has ".." after a name'],
    ["C:\\secret", "the link has an absolute target"],
    ["", "the link has an absolute target"],
  ])("takes no link out of the tree from a server: %s", async (target, reason) => {
    const remote = await start({ a: folder({ link: link(target) }) });
    expect(await sync(remote("a/"), local("b"))).toEqual([`failed link: ${reason}`]);
    expect(await readdir(here("b"))).toEqual([]);
  });

  test("checks the names in a target as it checks those of files", async () => {
    const remote = await start({ a: folder([["l\u202e", link("d/\x1b[2J\u202ex\0")]]) });
    expect(await sync(remote("a/"), local("b"))).toEqual(["copied l\u202e"]);
    expect(await readlink(here("b/l%E2%80%AE"))).toBe("d/%1B[2J%E2%80%AEx%00");
    expect(await sync(remote("a/"), local("c"), { names: "skip" })).toEqual([
      expect.stringMatching(/^skipped l/),
    ]);
    const named = await start({ a: folder({ name: link("d/\x1b[2J") }) });
    expect(await sync(named("a/"), local("c"), { names: "skip" })).toEqual([
      "failed name: the target of the link has a name that the target of the copy cannot have",
    ]);
    expect(await readdir(here("c"))).toEqual([]);
  });

  test("follows links of a server into the tree, and not out of it", async () => {
    const remote = await start({
      a: folder({ file: "1", in: link("file"), abs: link("/a/file"), out: link("../s"), gone: link("/s") }),
      s: "secret",
    });
    expect(await sync(remote("a/"), local("b"), { links: "follow" })).toEqual([
      ...["copied abs", "copied file", "copied in"],
      ...["failed gone: the link leads out of the tree", "failed out: the link leads out of the tree"],
    ]);
    expect((await lstat(here("b/in"))).isFile()).toBe(true);
  });
});

describe("the links of an sftp server that are followed", () => {
  const tree = () => ({
    home: folder({
      alice: folder({
        t: folder({ "d e": folder({ x: "12" }), l: link("d e"), f: link("l/x"), r: link(".") }),
      }),
    }),
    t: link("home/alice/t"),
  });
  /** Returns the paths of OPEN and OPENDIR, which are what a server reads. */
  const opened = ({ received }: SftpServer) =>
    received.flatMap((packets) =>
      packets
        .filter((packet) => packet[4] === 3 || packet[4] === 11)
        .map((packet) => {
          const [from, view] = [13, new DataView(packet.buffer, packet.byteOffset)];
          return textOf(packet.subarray(from, from + view.getUint32(9)));
        }),
    );

  async function copy(path: string, options: object = {}) {
    await mkdir(here("b"));
    const client = open();
    const server = await startSftpServer({ root: folder(tree()), home: "home/alice" });
    servers.push(server);
    const origin = `sftp://alice@127.0.0.1:${server.port}`;
    const found: Record<string, object> = {};
    for await (const { entry, did, path: names } of client.copyTree(`${origin}${path}`, local("b"), {
      options: { acceptHostKey: () => true, ...options },
    })) {
      const { kind, isLink, size, url, realUrl, linkTarget } = entry;
      if (isLink === true && names.length === 1)
        found[entry.name] = {
          did,
          kind,
          size,
          linkTarget,
          url: url?.replace(origin, ""),
          realUrl: realUrl?.replace(origin, ""),
        };
    }
    client.close();
    return { found, opened: opened(server) };
  }

  test.each([
    ["an absolute path", "/home/alice/t/", "/home/alice/t/", "/home/alice/t", {}],
    ["the home directory", "/~/t/", "/~/t/", "t", {}],
    ["a path that is a link itself", "/t/", "/t/", "/t", {}],
    ["the option pathBase", "/t/", "/t/", "t", { pathBase: "home" }],
  ])("have their own URLs, and real ones below that of the tree: %s", async (_, url, base, path, options) => {
    const { found, opened } = await copy(url, options);
    const link = { did: "made", kind: "directory", size: undefined };
    expect(found).toEqual({
      l: { ...link, linkTarget: "d e", url: `${base}l`, realUrl: `${base}d%20e/` },
      r: { ...link, linkTarget: ".", url: `${base}r`, realUrl: base },
      f: {
        did: "copied",
        kind: "file",
        size: 2,
        linkTarget: "l/x",
        url: `${base}f`,
        realUrl: `${base}d%20e/x`,
      },
    });
    // A link that is changed after the listing leads nowhere else, because its own name is not opened.
    expect(new Set(opened)).toEqual(new Set([path, `${path}/d e`, `${path}/d e/x`]));
  });
});
