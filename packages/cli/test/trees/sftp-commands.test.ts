import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { sftp } from "@anyurl/scheme-sftp";
import { folder, link, type SftpServerOptions, startSftpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { run as runCommand } from "../captured.ts";
import { type Folder, folderOf } from "../config/world.ts";

let local: Folder;
let server: Awaited<ReturnType<typeof startSftpServer>>;
beforeEach(async () => {
  // The scheme is a plugin of the command. Its key is trusted by a function, so the config is a module.
  vi.stubGlobal("sftpUnderTest", sftp);
  local = await folderOf({
    "anyurl.config.mjs":
      "export default { plugins: [sftpUnderTest], options: { sftp: { acceptHostKey: () => true } } };",
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
  await local[Symbol.asyncDispose]();
});

const here = (path: string) => local.at(...path.split("/"));
const url = (path: string) => `sftp://alice:wonderland@127.0.0.1:${server.port}/${path}`;
const run = (...argv: readonly string[]) =>
  runCommand([argv[0]!, "--config", here("anyurl.config.mjs"), ...argv.slice(1)]);
const listServer = async (path = "") => {
  const { out } = await run("ls", "-R", "--json", url(path));
  const { entries } = JSON.parse(out) as { entries: { path: string[] }[] };
  return entries.map((each) => each.path.join("/")).sort();
};
const readText = (path: string) => readFile(here(path), "utf8");

/** A server with links into the tree `a`, and out of it to `secret`. */
async function start(options: SftpServerOptions = {}) {
  server = await startSftpServer({
    root: folder({
      a: folder({
        d: folder({ file: "1", sub: folder({ deep: "2" }), back: link("../../secret/s") }),
        chain: link("middle"),
        direct: link("../secret"),
        gone: link("nothing"),
        in: link("d"),
        loop: link("loop2"),
        loop2: link("loop"),
        middle: link("out"),
        out: link("/secret/s"),
        "to-file": link("in/sub/deep"),
      }),
      secret: folder({ s: "the secret" }),
    }),
    writable: true,
    ...options,
  });
}

const OUT = "the link leads out of the tree";
/** What is reported of the tree `a`. */
const LEFT_OUT = [
  ...[
    `chain: ${OUT}`,
    `d/back: ${OUT}`,
    `direct: ${OUT}`,
    "gone: the link leads to nothing",
    `in/back: ${OUT}`,
  ],
  ...["loop: the link leads to nothing"],
  ...["loop2: the link leads to nothing", `middle: ${OUT}`, `out: ${OUT}`],
]
  .map((each) => `anyurl: failed ${each}`)
  .sort();

describe.each([
  ["cp -r", (to: string) => ["cp", "-r", url("a/"), to]],
  ["get -r", (to: string) => ["get", "-r", "-o", to, url("a/")]],
  ["sync", (to: string) => ["sync", url("a/"), to]],
] as const)("%s from an sftp server", (_, argv) => {
  test("follows links into the tree, also to directories, and reports the others", async () => {
    await start();
    const { status, err } = await run(...argv(here("b/")));
    expect(
      err
        .split("\n")
        .filter((line) => line.startsWith("anyurl: failed"))
        .sort(),
    ).toEqual(LEFT_OUT);
    expect(status).toBe(11);
    expect((await readdir(here("b"))).sort()).toEqual(["d", "in", "to-file"]);
    expect((await readdir(here("b/in"))).sort()).toEqual(["file", "sub"]);
    expect(await readText("b/in/file")).toBe("1");
    expect(await readText("b/in/sub/deep")).toBe("2");
    expect(await readText("b/to-file")).toBe("2");
  });

  test.each([
    ["a server that does not follow links in REALPATH", "text"],
    ["a server without REALPATH", "refuse"],
  ] as const)("follows no link of %s", async (_, realPath) => {
    await start({ realPath });
    const { status, err } = await run(...argv(here("b/")));
    expect(status).toBe(11);
    for (const name of ["in", "chain", "to-file", "loop"])
      expect(err).toContain(`anyurl: failed ${name}: the source does not tell where the link leads\n`);
    expect(await readdir(here("b"))).toEqual(["d"]);
  });

  test("copies what a link leads to although its own names lead out and back", async () => {
    await start({
      root: folder({ a: folder({ d: folder({ x: "1" }), in: link("../a/d") }), b: link("/a") }),
    });
    expect(await run(...argv(here("b/")))).toMatchObject({ status: 0 });
    expect(await readText("b/in/x")).toBe("1");
  });
});

describe("sync from an sftp server", () => {
  test("copies nothing the second time, and copies what a link leads to when that changes", async () => {
    await start({ root: folder({ a: folder({ d: folder({ x: "1" }), in: link("d"), f: link("d/x") }) }) });
    expect((await run("sync", "-v", url("a/"), here("b/"))).err).toContain("3 files copied");
    expect((await run("sync", "-v", url("a/"), here("b/"))).err).toContain("0 files copied, 3 unchanged");
    await writeFile(here("new"), "longer");
    expect(await run("put", "--force", here("new"), url("a/d/x"))).toMatchObject({ status: 0 });
    expect((await run("sync", "-v", url("a/"), here("b/"))).err).toContain("3 files copied");
    expect(await readText("b/f")).toBe("longer");
  });

  test("ends with a cycle, whose directory is copied a second time", async () => {
    await start({ root: folder({ a: folder({ x: "1", d: folder({ up: link("..") }) }) }) });
    const { status, err } = await run("sync", url("a/"), here("b/"));
    expect(status).toBe(11);
    expect(err).toContain("anyurl: failed d/up/d/up: a linked directory is not entered in another one");
    expect(await readText("b/d/up/x")).toBe("1");
  });
});

describe("removing from an sftp server", () => {
  const root = () =>
    folder({
      kept: folder({ file: "1" }),
      t: folder({
        d: folder({ x: "1" }),
        in: link("d"),
        out: link("../kept"),
        "to-file": link("../kept/file"),
      }),
    });

  test("rm -r removes links, and not what they lead to", async () => {
    await start({ root: root() });
    expect(await run("rm", "-r", "--yes", url("t/"))).toMatchObject({ status: 0 });
    expect(await listServer()).toEqual(["kept", "kept/file"]);
  });

  test("rm -r removes a link that is named itself, and not what it leads to", async () => {
    await start({ root: folder({ kept: folder({ file: "1" }), link: link("kept") }) });
    expect(await run("rm", "-r", "--yes", url("link/"))).toMatchObject({ status: 0 });
    expect(await listServer()).toEqual(["kept", "kept/file"]);
  });

  test.each([[[]], [["--links", "copy"]]])(
    "sync --delete removes links, and not what they lead to: %j",
    async (options) => {
      await start({ root: root() });
      await mkdir(here("a/d"), { recursive: true });
      await writeFile(here("a/d/x"), "1");
      expect(await run("sync", "--delete", ...options, here("a/"), url("t/"))).toMatchObject({ status: 0 });
      expect(await listServer()).toEqual(["kept", "kept/file", "t", "t/d", "t/d/x"]);
    },
  );

  test("sync --delete removes nothing through a link in the place of a directory", async () => {
    await start({ root: root() });
    await mkdir(here("a/out"), { recursive: true });
    await writeFile(here("a/out/new"), "2");
    await mkdir(here("a/out/sub"));
    await writeFile(here("a/out/sub/deep"), "3");
    const why = "it is in a directory that is a link, so it is not removed";
    for (const counts of ["2 files copied, 4 removed, 1 skipped", "0 files copied, 2 unchanged, 1 skipped"]) {
      const { status, err } = await run("sync", "-v", "--delete", here("a/"), url("t/"));
      expect({ status, err }).toMatchObject({ status: 0 });
      expect(err).toContain(`anyurl: skipped out/file: ${why}\n`);
      expect(err).toContain(counts);
    }
    expect(await listServer("kept/")).toEqual(["file", "new", "sub", "sub/deep"]);
  });

  test("sync --delete removes a local link to a directory that the server does not have", async () => {
    await start({ root: root() });
    await mkdir(here("b/kept"), { recursive: true });
    await writeFile(here("b/kept/file"), "1");
    await symlink("kept", here("b/stale"));
    await run("sync", "--delete", "--exclude", "kept/", url("t/"), here("b/"));
    expect((await readdir(here("b"))).sort()).toEqual(["d", "in", "kept"]);
    expect(await readText("b/kept/file")).toBe("1");
  });
});
