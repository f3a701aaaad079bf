import { lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { createClient } from "@anyurl/client";
import { file } from "@anyurl/scheme-file";
import { startFtpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
beforeEach(async () => {
  await mkdir(here("a/d/e"), { recursive: true });
  await writeFile(here("a/d/file"), "1");
});

const sync = (...options: readonly string[]) =>
  run(["sync", "-v", "--links", "copy", ...options, here("a/"), here("b/")]);

describe.skipIf(process.platform === "win32")("--links copy", () => {
  test("copies links as links: to a file, a directory, and to what does not exist in the tree", async () => {
    await symlink("d/file", here("a/to-file"));
    await symlink("d", here("a/to-directory"));
    await symlink("../file", here("a/d/e/up"));
    await symlink("missing", here("a/dangling"));
    await symlink("../..", here("a/d/e/root"));
    const { status, err } = await sync();
    expect({ status, err }).toMatchObject({ status: 0 });
    for (const name of ["to-file", "to-directory", "d/e/up", "dangling", "d/e/root"])
      expect(await readlink(here(`b/${name}`))).toBe(await readlink(here(`a/${name}`)));
    expect(await readFile(here("b/to-directory/file"), "utf8")).toBe("1");
    // Two runs in a row copy nothing, and remove nothing. The summary does not count links to directories.
    expect((await sync("--delete")).err).toMatch(/0 files copied, 4 unchanged;/);
  });

  test.each([
    ["/etc/passwd", "the link has an absolute target"],
    ["../secret", "the link leads out of the tree"],
    ["d/../../secret", 'the target of the link has ".." after a name'],
  ])("never copies a link out of the tree: %s", async (target, reason) => {
    await writeFile(here("secret"), "s");
    await symlink(target, here("a/link"));
    const { status, err } = await sync();
    expect(status).toBe(11);
    expect(err).toContain(`anyurl: failed link: ${reason}`);
    expect(await readdir(here("b"))).toEqual(["d"]);
  });

  test("replaces a link that leads elsewhere, and a file, but no directory", async () => {
    await mkdir(here("b/three/full"), { recursive: true });
    await symlink("d/e", here("b/one"));
    await writeFile(here("b/two"), "2");
    for (const name of ["one", "two", "three"]) await symlink("d/file", here(`a/${name}`));
    const { status, err } = await sync();
    expect(status).toBe(11);
    expect(err).toContain("failed three");
    expect(await readlink(here("b/one"))).toBe("d/file");
    expect(await readlink(here("b/two"))).toBe("d/file");
    expect((await lstat(here("b/three"))).isDirectory()).toBe(true);
    expect((await readdir(here("b"))).filter((name) => name.startsWith(".anyurl"))).toEqual([]);
  });

  test.each([[[]], [["--links", "follow"]]])(
    "removes links that are gone from the source, and not what they lead to: %j",
    async (options) => {
      await mkdir(here("b/kept"), { recursive: true });
      await mkdir(here("a/kept"));
      await writeFile(here("b/kept/file"), "2");
      await writeFile(here("a/kept/file"), "2");
      for (const [name, target] of Object.entries({ directory: "kept", file: "kept/file", dangling: "gone" }))
        await symlink(target, here(`b/${name}`));
      const { status, err } = await sync("--delete", ...options);
      expect({ status, err }).toMatchObject({ status: 0 });
      expect((await readdir(here("b"))).sort()).toEqual(["d", "kept"]);
      expect(await readFile(here("b/kept/file"), "utf8")).toBe("2");
    },
  );

  test("removes nothing through a link that the target has for a directory of the source", async () => {
    await mkdir(here("a/kept/sub"), { recursive: true });
    await mkdir(here("a/linked/sub"), { recursive: true });
    for (const path of ["a/kept/file", "a/kept/sub/file", "a/linked/file"]) await writeFile(here(path), "2");
    await sync();
    await rm(here("b/linked"), { recursive: true });
    await symlink("kept", here("b/linked"));
    await rm(here("a/kept/sub/file"));
    await writeFile(here("b/kept/other"), "3");
    await rm(here("a/d"), { recursive: true });
    const { status, err } = await sync("--delete", "--exclude", "kept/");
    expect({ status, err }).toMatchObject({ status: 0 });
    const why = "it is in a directory that is a link, so it is not removed";
    for (const name of ["other", "sub/file"])
      expect(err).toContain(`anyurl: skipped linked/${name}: ${why}\n`);
    expect((await readdir(here("b"))).sort()).toEqual(["kept", "linked"]);
    expect((await readdir(here("b/kept"))).sort()).toEqual(["file", "other", "sub"]);
    expect(await readdir(here("b/kept/sub"))).toEqual(["file"]);
  });

  test("prints the link in a dry run, and creates nothing", async () => {
    await symlink("d/file", here("a/link"));
    const { out } = await sync("--dry-run");
    expect(out).toContain("copy link\n");
    await expect(lstat(here("b"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("gives the reason if the target cannot have links", async () => {
    await using server = await startFtpServer({ writable: true });
    await symlink("d/file", here("a/link"));
    const to = `ftp://alice:s3cr%3At%40%2F%25@127.0.0.1:${server.port}/b/`;
    const { status, err } = await run(["cp", "-rf", "--links", "copy", here("a/"), to]);
    expect(status).toBe(11);
    expect(err).toContain("failed link: the target cannot have symbolic links");
  });
});

describe.skipIf(process.platform === "win32")("links that are followed", () => {
  /** A client whose policy allows more than the tree. */
  async function copy() {
    const client = createClient({
      schemes: [file] as const,
      transport: nodeTransport(),
      policy: { files: { write: true, roots: [{ path: here(), followLinks: "inside" }] } },
    });
    const url = (path: string) => `${pathToFileURL(here(path)).href}/` as `file:${string}`;
    const results: string[] = [];
    for await (const each of client.sync(url("a"), url("b")))
      results.push(`${each.did} ${each.path.join("/")}${"why" in each ? `: ${each.why}` : ""}`);
    client.close();
    return results.sort();
  }

  test("are copied as what they lead to, in the tree", async () => {
    await symlink("d/file", here("a/file"));
    await symlink("../a/d/file", here("a/round"));
    await symlink("../file", here("a/d/e/up"));
    expect(await copy()).toEqual([
      ...["copied d/e/up", "copied d/file", "copied file", "copied round", "made d", "made d/e"],
    ]);
  });

  test.each(["..", "d/../..", "../secret", "../b", "../../x"])(
    "fail if they lead out of the tree: %s",
    async (target) => {
      await writeFile(here("secret"), "s");
      await mkdir(here("b"));
      await symlink(target, here("a/link"));
      const results = await copy();
      expect(results).toContain("failed link: the link leads out of the tree");
      expect(await readdir(here("b"))).toEqual(["d"]);
    },
  );
});
