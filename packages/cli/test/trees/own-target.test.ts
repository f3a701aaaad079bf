import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
beforeEach(async () => {
  await mkdir(here("a/sub"), { recursive: true });
  await writeFile(here("a/file"), "1");
  await symlink(here("a/sub"), here("into"));
  await symlink(here("a"), here("alias"));
});

const urlOf = (path: string) => `${pathToFileURL(here(path)).href}/`;

describe.skipIf(process.platform === "win32")("a directory is not copied into itself", () => {
  test.each([
    ["itself", "a", "a"],
    ["a directory in it", "a", "a/sub"],
    ["a directory in it that does not exist", "a", "a/new"],
    ["a link to a directory in it", "a", "into"],
    ["a directory in a link to it", "a", "alias/new"],
    ["a directory in it, if the source is a link", "alias", "a/sub"],
  ])("by get -r, cp -r, or sync: %s", async (_, from, to) => {
    for (const args of [
      ["get", "-r", "-f", "-o", here(to), urlOf(from)],
      ["cp", "-rf", urlOf(from), `${here(to)}/`],
      ["sync", urlOf(from), `${here(to)}/`],
    ]) {
      const { status, err } = await run(args);
      expect({ args, status, err }).toMatchObject({
        status: 4,
        err: expect.stringContaining("bad-argument: cannot copy a directory into itself"),
      });
    }
    expect((await readdir(here("a"), { recursive: true })).sort()).toEqual(["file", "sub"]);
  });

  test("but beside itself, also under a name that begins as its own", async () => {
    expect((await run(["get", "-r", "-o", here("a2"), urlOf("a")])).status).toBe(0);
    expect((await run(["get", "-r", "-o", here("..a"), urlOf("a/sub")])).status).toBe(0);
    expect(await readdir(here("a2"))).toEqual(["file", "sub"]);
  });
});
