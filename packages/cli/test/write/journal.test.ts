import { appendFile, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { folder, startFtpServer } from "@anyurl/servers";
import { beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
beforeEach(async () => {
  await mkdir(here("a"));
});

async function file(name: string, text: string, time = "2026-01-01T00:00:00Z"): Promise<void> {
  await writeFile(here(name), text);
  await utimes(here(name), new Date(time), new Date(time));
}

const JOURNAL = ".b.anyurl-journal";
const sync = (...argv: readonly string[]) =>
  run(["sync", ...argv], { env: { XDG_CACHE_HOME: here("cache") } });
const syncBeside = (...argv: readonly string[]) =>
  sync("--journal", "target", ...argv, here("a/"), here("b/"));

/** The files that a sync copies. */
async function copied(...argv: readonly string[]): Promise<string> {
  return (await syncBeside("--dry-run", ...argv)).out;
}

describe("sync --journal", () => {
  test("keeps records beside the target, and knows what it has compared", async () => {
    await file("a/x", "1");
    await mkdir(here("b"));
    await file("b/x", "1");
    expect(await syncBeside("--checksum")).toMatchObject({ status: 0, err: "" });
    const [header, record] = (await readFile(here(JOURNAL), "utf8")).split("\n");
    expect(JSON.parse(header!)).toMatchObject({ anyurlJournal: 1, to: `file://${here()}/b/` });
    expect(JSON.parse(record!)).toMatchObject([
      ["x"],
      "content",
      [
        [1, expect.any(Number)],
        [1, expect.any(Number)],
      ],
    ]);
    // The bytes are not read again.
    await file("b/x", "2");
    expect(await copied("--checksum")).toBe("");
    await rm(here(JOURNAL));
    expect(await copied("--checksum")).toBe("copy x\n");
  });

  test("goes on after a run that was killed within a line, and after damage", async () => {
    await file("a/x", "1", "2026-02-01T00:00:00Z");
    await syncBeside();
    await file("a/x", "2", "2026-01-01T00:00:00Z");
    expect(await copied()).toBe("copy x\n");
    await appendFile(here(JOURNAL), '[["y"],"ti');
    expect(await copied()).toBe("copy x\n");
    expect((await syncBeside()).status).toBe(0);
    expect(await readFile(here("b/x"), "utf8")).toBe("2");
    await appendFile(here(JOURNAL), '\0\0\0\n{}\n[1,"time",[[1,2],null]]\n[["x"],"time",[["1",2],null]]\n');
    expect(await syncBeside()).toMatchObject({ status: 0, err: "" });
    expect(await copied()).toBe("");
  });

  test("begins again if a run was killed before it had written the header", async () => {
    await file("a/x", "1");
    for (const text of ["", "{", '{"anyurlJournal":1,"from"']) {
      await file(JOURNAL, text);
      expect((await syncBeside()).status).toBe(0);
      expect((await readFile(here(JOURNAL), "utf8")).split("\n")[0]).toContain('"to"');
    }
  });

  test("does not grow with every run", async () => {
    await file("a/x", "1");
    for (let i = 0; i < 6; i++) {
      await file("a/x", "1", `2026-01-0${i + 1}T00:00:00Z`);
      await syncBeside();
    }
    expect((await readFile(here(JOURNAL), "utf8")).split("\n").length).toBeLessThan(6);
  });

  test("begins again for another source", async () => {
    await file("a/x", "1");
    await syncBeside();
    await mkdir(here("c"));
    await sync("--journal", "target", here("c/"), here("b/"));
    expect((await readFile(here(JOURNAL), "utf8")).split("\n")).toHaveLength(2);
  });

  test("writes over no other file, and through no link", async () => {
    await file("a/x", "1");
    for (const text of ["a letter\n", "a letter", "\n", "\na letter", '{"anyurl":1}\n']) {
      await file(JOURNAL, text);
      expect(await syncBeside()).toMatchObject({ status: 9, err: expect.stringContaining("not a journal") });
      expect(await readFile(here(JOURNAL), "utf8")).toBe(text);
    }
    await rm(here(JOURNAL));
    await symlink("letter", here(JOURNAL));
    expect(await syncBeside()).toMatchObject({ status: 9, err: expect.stringContaining("not a journal") });
  });

  test("is in the cache directory for a server, and creates nothing in a dry run", async () => {
    await file("a/x", "1");
    const root = folder([["up", folder([])]]);
    await using server = await startFtpServer({ writable: "everybody", root });
    const up = `${server.origin}/up/`;
    await sync("--journal", "cache", "--dry-run", here("a/"), up);
    await expect(readdir(here("cache"))).rejects.toThrow();
    expect((await sync("--journal", "cache", here("a/"), up)).status).toBe(0);
    expect(await readdir(here("cache/anyurl/sync"))).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}\.jsonl$/),
    ]);
    // An older file of the same size replaced the one that was copied.
    await file("a/x", "2", "2025-01-01T00:00:00Z");
    expect((await sync("--journal", "cache", "--dry-run", here("a/"), up)).out).toBe("copy x\n");
    expect((await sync("--dry-run", here("a/"), up)).out).toBe("");
    expect(await sync("--journal", "target", here("a/"), up)).toMatchObject({ status: 2 });
    expect(await run(["sync", "--journal", "cache", here("a/"), up])).toMatchObject({ status: 2 });
  });
});
