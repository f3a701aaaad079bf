import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { folder, startFtpServer } from "@anyurl/servers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();

async function file(name: string, text: string, time = "2026-01-01T00:00:00Z"): Promise<void> {
  await mkdir(dirname(here(name)), { recursive: true });
  await writeFile(here(name), text);
  await utimes(here(name), new Date(time), new Date(time));
}

/** The contents of all files below a directory, and its directories. */
async function tree(name: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(here(name), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(here(name).length + 1)] = entry.isDirectory() ? "/" : await readFile(path, "utf8");
  }
  return found;
}

/** Synchronizes, and counts what was done. */
async function sync(...argv: readonly string[]) {
  const { status, out, err } = await run(["sync", "--json", ...argv]);
  const { entries } = JSON.parse(out) as {
    readonly entries: readonly { readonly did: string; readonly path: readonly string[] }[];
  };
  const paths = (did: string) => entries.filter((each) => each.did === did).map(({ path }) => path.join("/"));
  return { status, err, copied: paths("copied"), removed: paths("removed"), failed: paths("failed"), paths };
}

describe("sync between local directories", () => {
  test("copies what the target does not have or what differs, and nothing the second time", async () => {
    await file("a/same.txt", "1");
    await file("a/d/longer.txt", "22");
    await file("a/newer.txt", "3", "2026-02-01T00:00:00Z");
    await file("b/same.txt", "1");
    await file("b/d/longer.txt", "2");
    await file("b/newer.txt", "x", "2026-01-31T00:00:00Z");
    await file("b/own.txt", "kept");
    expect(await sync(here("a/"), here("b/"))).toMatchObject({
      status: 0,
      copied: ["d/longer.txt", "newer.txt"],
      removed: [],
    });
    expect(await tree("b")).toEqual({ ...(await tree("a")), "own.txt": "kept" });
    expect((await stat(here("b/newer.txt"))).mtime).toEqual(new Date("2026-02-01T00:00:00Z"));
    expect((await sync(here("a/"), here("b/"))).copied).toEqual([]);
  });

  test("removes with --delete what only the target has, but not what is excluded", async () => {
    await file("a/x", "1");
    await file("b/gone/deep/y", "2");
    await file("b/keep.log", "3");
    const argv = ["--delete", "--exclude", "*.log", here("a/"), here("b/")];
    expect(await sync("--dry-run", ...argv)).toMatchObject({ removed: ["gone", "gone/deep", "gone/deep/y"] });
    expect(Object.keys(await tree("b"))).toHaveLength(4);
    await sync(...argv);
    expect(await tree("b")).toEqual({ x: "1", "keep.log": "3" });
  });

  test("prints with --dry-run what it would do, and writes nothing", async () => {
    await file("a/d/x", "1");
    await file("b/y", "2");
    const { out, status } = await run(["sync", "-n", "--delete", here("a/"), here("b/")]);
    expect({ status, out }).toEqual({ status: 0, out: "create d/\ncopy d/x\nremove y\n" });
    expect(await tree("b")).toEqual({ y: "2" });
    expect((await run(["sync", "-n", here("a/"), here("c/")])).status).toBe(0);
    await expect(stat(here("c"))).rejects.toThrow();
  });

  test("compares bytes with --checksum", async () => {
    await file("a/x", "1");
    await file("b/x", "2");
    expect((await sync(here("a/"), here("b/"))).copied).toEqual([]);
    expect((await sync("--checksum", here("a/"), here("b/"))).copied).toEqual(["x"]);
    expect(await tree("b")).toEqual({ x: "1" });
  });

  test("selects by pattern, date, and depth", async () => {
    await file("a/x.txt", "1", "2026-03-01T00:00:00Z");
    await file("a/old.txt", "2");
    await file("a/d/x.txt", "3", "2026-03-01T00:00:00Z");
    await file("a/d/important.log", "4", "2026-03-01T00:00:00Z");
    await file("a/d/x.log", "5", "2026-03-01T00:00:00Z");
    const patterns = ["--exclude", "*.log", "--include", "important.log"];
    expect((await sync("-n", ...patterns, here("a/"), here("b/"))).copied).toEqual([
      "d/important.log",
      "d/x.txt",
      "old.txt",
      "x.txt",
    ]);
    expect(
      (await sync("-n", "--newer", "2026-02-01", "--max-depth", "1", here("a/"), here("b/"))).copied,
    ).toEqual(["x.txt"]);
    for (const wrong of [
      ["--newer", "yesterday"],
      ["--max-depth", "0"],
    ])
      expect((await run(["sync", ...wrong, here("a/"), here("b/")])).status).toBe(2);
  });

  test("reports a file where the target has a directory, and goes on", async () => {
    await file("a/x", "1");
    await file("a/y", "2");
    await file("b/x/z", "3");
    expect(await sync(here("a/"), here("b/"))).toMatchObject({ status: 11, failed: ["x"], copied: ["y"] });
    expect((await tree("b"))["x/z"]).toBe("3");
  });

  test("makes the target equal to any tree", { timeout: 60_000 }, async () => {
    const name = fc.constantFrom(
      "a",
      "B",
      "b",
      ".hidden",
      "-x",
      "sp ace",
      "é",
      "con",
      "a:b",
      "x?y",
      "new\nline",
    );
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    const files = fc.uniqueArray(fc.tuple(path, fc.string({ maxLength: 9 })), {
      maxLength: 8,
      selector: ([p]) => p,
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(files, files, async (source, target) => {
        run++;
        for (const [side, all] of [
          ["s", source],
          ["t", target],
        ] as const) {
          await mkdir(here(`${side}${run}`), { recursive: true });
          // A path that is a directory of another file cannot be a file.
          for (const [at, text] of all) await file(`${side}${run}/${at}`, text).catch(() => {});
        }
        const argv = ["--delete", "--checksum", here(`s${run}/`), here(`t${run}/`)];
        const { failed } = await sync(...argv);
        const [one, other] = [await tree(`s${run}`), await tree(`t${run}`)];
        if (failed.length === 0) expect(other).toEqual(one);
        const again = await sync(...argv);
        expect({ copied: again.copied, failed: again.failed }).toEqual({ copied: [], failed });
      }),
      { numRuns: 30 },
    );
  });
});

describe("sync with a server", () => {
  test("copies in both directions, and nothing the second time", async () => {
    await using server = await startFtpServer({ writable: "everybody", root: folder([["up", folder([])]]) });
    const up = `${server.origin}/up/`;
    await file("a/x.txt", "1");
    await file("a/.well-known/y", "22");
    expect(await sync(here("a/"), up)).toMatchObject({ status: 0, copied: [".well-known/y", "x.txt"] });
    expect((await sync(here("a/"), up)).copied).toEqual([]);
    expect((await sync(up, here("c/"))).copied).toEqual([".well-known/y", "x.txt"]);
    expect((await sync(up, here("c/"))).copied).toEqual([]);
    expect(await tree("c")).toEqual(await tree("a"));
    await rm(here("a/x.txt"));
    expect((await sync("--delete", here("a/"), up)).removed).toEqual(["x.txt"]);
  });

  test("reports an empty directory where the server has a file", async () => {
    const root = folder([["up", folder([["x", "a file"]])]]);
    await using server = await startFtpServer({ writable: "everybody", root });
    await mkdir(here("a/x"), { recursive: true });
    expect(await sync(here("a/"), `${server.origin}/up/`)).toMatchObject({ status: 11, failed: ["x"] });
    expect((await run(["cp", "-r", "-f", here("a/"), `${server.origin}/up/`])).status).toBe(11);
  });

  test("removes nothing if the source cannot be listed", async () => {
    await file("b/own", "2");
    await using server = await startFtpServer({ writable: "everybody" });
    const lost = await sync("--delete", `${server.origin}/nosuch/`, here("b/")).catch(() => undefined);
    expect(lost).toBeUndefined();
    expect(await tree("b")).toEqual({ own: "2" });
  });
});
