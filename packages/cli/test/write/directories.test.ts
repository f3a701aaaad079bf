import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder, startFtpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";

let ftp: Awaited<ReturnType<typeof startFtpServer>>;
beforeEach(async () => {
  const old = folder({ "a.txt": "a", sub: folder({ "b.txt": "b", empty: folder({}) }) });
  ftp = await startFtpServer({ writable: "everybody", root: folder({ old, "kept.txt": "k" }) });
});
afterEach(() => ftp.close());

async function names(path = ""): Promise<readonly string[]> {
  const { out } = await run(["ls", "-R", "--json", `${ftp.origin}/${path}`]);
  return JSON.parse(out)
    .entries.map(({ path }: { readonly path: readonly string[] }) => path.join("/"))
    .sort();
}

describe("mkdir -p", () => {
  test("creates the parent directories too", async () => {
    expect(await run(["mkdir", "-p", `${ftp.origin}/x/y/z/`])).toMatchObject({ status: 0, err: "" });
    expect(await names("x/")).toEqual(["y", "y/z"]);
  });

  test("succeeds if the directory exists, and fails if a file has its name", async () => {
    expect((await run(["mkdir", "-p", `${ftp.origin}/old/sub/`])).status).toBe(0);
    expect((await run(["mkdir", "-p", `${ftp.origin}/kept.txt/`])).status).not.toBe(0);
    expect((await run(["mkdir", `${ftp.origin}/x/y/`])).status).not.toBe(0);
  });
});

describe("rm -r", () => {
  test("removes a directory with its contents after a yes", async () => {
    const asked: string[] = [];
    const askLine = async (question: string) => {
      asked.push(question);
      return "y";
    };
    expect(await run(["rm", "-r", `${ftp.origin}/old/`], { askLine })).toMatchObject({ status: 0, err: "" });
    expect(asked).toEqual([`${ftp.origin}/old/: Remove the directory and 4 entries in it? [y/N] `]);
    expect(await names()).toEqual(["kept.txt"]);
  });

  test.each([
    ["a no", async () => "n"],
    ["no terminal", undefined],
  ])("removes nothing after %s", async (_, askLine) => {
    const before = await names();
    const { status, err } = await run(["rm", "-r", `${ftp.origin}/old/`], { askLine });
    expect(status).toBe(9);
    expect(err).toContain("nothing was removed");
    expect(await names()).toEqual(before);
  });

  test("does not ask with --yes, and goes on after a failure", async () => {
    const argv = ["rm", "-r", "--yes", `${ftp.origin}/none/`, `${ftp.origin}/old/`];
    const { status, err } = await run(argv);
    expect(status).toBe(5);
    expect(err).toContain("1 of 2 failed");
    expect(await names()).toEqual(["kept.txt"]);
  });

  test("removes links, and not what they lead to", async () => {
    const directory = mkdtempSync(join(tmpdir(), "anyurl-rm-"));
    try {
      mkdirSync(join(directory, "tree"));
      mkdirSync(join(directory, "outside"));
      writeFileSync(join(directory, "outside/kept.txt"), "k");
      symlinkSync(join(directory, "outside"), join(directory, "tree/link"));
      const policy = join(directory, "policy.json");
      writeFileSync(
        policy,
        JSON.stringify({ files: { roots: [directory], write: true, followLinks: true } }),
      );
      const tree = `${pathToFileURL(join(directory, "tree")).href}/`;
      const { err } = await run(["rm", "-r", "--yes", "--policy", policy, tree]);
      expect(err).toBe("");
      expect(readdirSync(directory).sort()).toEqual(["outside", "policy.json"]);
      expect(readdirSync(join(directory, "outside"))).toEqual(["kept.txt"]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test.each([
    ["rm -r", ""],
    ["rm -r", "/"],
    ["rm", ""],
  ])("removes a link that is named itself, and not what it leads to: %s link%s", async (verb, end) => {
    const directory = mkdtempSync(join(tmpdir(), "anyurl-rm-"));
    try {
      mkdirSync(join(directory, "real"));
      writeFileSync(join(directory, "real/kept.txt"), "k");
      symlinkSync("real", join(directory, "link"));
      const yes = verb === "rm -r" ? ["--yes"] : [];
      const { status, err } = await run([...verb.split(" "), ...yes, join(directory, `link${end}`)]);
      expect({ status, names: readdirSync(directory) }).toEqual({ status: 0, names: ["real"] });
      expect(err).not.toContain("failed");
      expect(readdirSync(join(directory, "real"))).toEqual(["kept.txt"]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test.each(["gopher://127.0.0.1:1/1/x", "news:comp.lang.c"])("has no parent to look at: %s", async (url) => {
    const { status, err } = await run(["rm", "-r", "--yes", url]);
    expect(status).not.toBe(0);
    expect(err).not.toContain("invalid URL");
  });

  test("without -r, a directory that is not empty stays", async () => {
    expect((await run(["rm", `${ftp.origin}/old/`])).status).not.toBe(0);
    expect(await names("old/")).toHaveLength(4);
  });
});
