import { spawn } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "@anyurl/core/exchange";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pinDirectory } from "../../src/files/pinned.ts";
import { collected, contentOf, never, PINNINGS, source, type World, withCode, world } from "./world.ts";

const BLOCKED = withCode("path-blocked");

describe.each(PINNINGS)("a set of roots, with directories held by %s", (pinning) => {
  let here: World;
  beforeEach(() => {
    here = world(pinning);
    writeFileSync(join(here.outside, "secret"), "secret");
    mkdirSync(join(here.root, "d"));
    writeFileSync(join(here.root, "d", "f"), "mine");
  });
  afterEach(() => {
    expect(here.open()).toEqual([]);
    here.remove();
  });
  const at = (...names: string[]) => join(here.root, ...names);

  /** Every operation on a path. */
  const operations = (files: Files, path: string): Record<string, () => Promise<unknown>> => ({
    open: () => files.open(path, never),
    facts: () => files.facts(path, never),
    entries: () => files.entries(path, never).next(),
    write: () => files.write(path, source("x"), "replace", never),
    create: () => files.write(path, source("x"), "create", never),
    append: () => files.write(path, source("x"), "append", never),
    withPart: () => files.withPart!(path, { how: "replace" }, never, async () => {}),
    remove: () => files.remove(path, never),
    rename: () => files.rename(path, at("new"), "replace", never),
    renameTo: () => files.rename(at("d", "f"), path, "replace", never),
    makeDirectory: () => files.makeDirectory(path, never),
  });
  const refusesAll = async (files: Files, path: string, but: readonly string[] = []) => {
    for (const [name, operation] of Object.entries(operations(files, path))) {
      if (!but.includes(name)) await expect(operation(), name).rejects.toEqual(BLOCKED);
    }
  };

  it("rejects every path that leads outside by its text", async () => {
    const files = here.files();
    for (const path of [
      here.outside,
      join(here.outside, "secret"),
      `${here.root}/../${here.outside.split("/").at(-1)}/secret`,
      `${here.root}/d/../../x`,
      `${here.root}x/y`,
      `${here.root}/./d`,
      "/",
      "/etc/passwd",
      "d/f",
      "",
      `${here.root}/a\0b`,
    ]) {
      await refusesAll(files, path);
    }
    expect(await readFile(join(here.outside, "secret"), "utf8")).toBe("secret");
  });

  it("rejects a link in the middle or at the end of a path", async () => {
    symlinkSync(here.outside, at("away"));
    mkdirSync(join(here.outside, "deep"));
    writeFileSync(join(here.outside, "deep", "secret"), "secret");
    symlinkSync("../d", at("d", "loop"));
    symlinkSync(join(here.outside, "secret"), at("leak"));
    const files = here.files();
    for (const name of ["away", "away/secret", "away/new", "away/deep/secret", "away/deep/new", "d/loop/f"]) {
      const last =
        name === "away" ? ["facts", "withPart", "remove", "rename", "renameTo", "makeDirectory"] : [];
      await refusesAll(files, at(name), last);
    }
    await expect(files.open(at("leak"), never)).rejects.toEqual(BLOCKED);
    await expect(files.write(at("leak"), source("x"), "replace", never)).rejects.toEqual(BLOCKED);
    await expect(files.write(at("leak"), source("x"), "append", never)).rejects.toEqual(BLOCKED);
    expect((await files.facts(at("leak"), never)).kind).toBe("link");
    expect(await readFile(join(here.outside, "secret"), "utf8")).toBe("secret");
  });

  it("removes and renames a link itself, never its target", async () => {
    symlinkSync(join(here.outside, "secret"), at("leak"));
    const files = here.files();
    await files.rename(at("leak"), at("d", "leak"), "replace", never);
    expect((await lstat(at("d", "leak"))).isSymbolicLink()).toBe(true);
    await files.remove(at("d", "leak"), never);
    expect(await readFile(join(here.outside, "secret"), "utf8")).toBe("secret");
  });

  it("follows links within a root if enabled, and never out of it", async () => {
    symlinkSync("d", at("in"));
    symlinkSync(at("d", "f"), at("file"));
    symlinkSync(here.outside, at("away"));
    symlinkSync(join(here.outside, "secret"), at("leak"));
    symlinkSync(join(here.outside, "new"), at("dangling"));
    const files = here.files({ followLinks: true });
    expect(await contentOf(files, at("in", "f"))).toBe("mine");
    expect(await contentOf(files, at("file"))).toBe("mine");
    await files.write(at("file"), source("written"), "replace", never);
    expect((await lstat(at("file"))).isSymbolicLink()).toBe(true);
    expect(await contentOf(files, at("d", "f"))).toBe("written");
    await refusesAll(files, at("away"), ["withPart", "remove", "rename", "renameTo", "makeDirectory"]);
    await refusesAll(files, at("away", "secret"));
    await refusesAll(files, at("leak"), [
      "entries",
      "withPart",
      "remove",
      "rename",
      "renameTo",
      "makeDirectory",
    ]);
    await expect(files.write(at("dangling"), source("x"), "replace", never)).rejects.toEqual(BLOCKED);
    const kinds = await collected(files.entries(here.root, never));
    expect(Object.fromEntries(kinds.map(({ name, facts }) => [name, facts.kind]))).toEqual({
      ...{ d: "directory", in: "directory", file: "file", away: "link", leak: "link", dangling: "link" },
    });
    await expect(lstat(join(here.outside, "new"))).rejects.toThrow();
  });

  it('follows links only within one root with "inside", whatever the other roots allow', async () => {
    symlinkSync(at("d", "f"), at("file"));
    symlinkSync(join(here.outside, "secret"), at("leak"));
    symlinkSync(here.root, join(here.outside, "back"));
    const files = here.files(
      { followLinks: "inside" },
      { path: here.outside, write: false, followLinks: true },
    );
    expect(await contentOf(files, at("file"))).toBe("mine");
    await expect(files.open(at("leak"), never)).rejects.toEqual(BLOCKED);
    await expect(files.write(at("leak"), source("x"), "replace", never)).rejects.toEqual(BLOCKED);
    expect(await contentOf(files, join(here.outside, "back", "d", "f"))).toBe("mine");
    const kinds = await collected(files.entries(here.root, never));
    expect(Object.fromEntries(kinds.map(({ name, facts }) => [name, facts.kind]))).toEqual({
      ...{ d: "directory", file: "file", leak: "link" },
    });
  });

  it("fails on a cycle of links", async () => {
    symlinkSync("b", at("a"));
    symlinkSync("a", at("b"));
    for (const name of ["a", "a/x"]) {
      await expect(here.files().open(at(name), never)).rejects.toEqual(BLOCKED);
      await expect(here.files({ followLinks: true }).open(at(name), never)).rejects.toEqual(
        withCode("ELOOP"),
      );
    }
  });

  it("accepts a root that is a link, and a root inside another one", async () => {
    const alias = join(here.outside, "alias");
    symlinkSync(here.root, alias);
    expect(await contentOf(here.files({ path: alias }), join(alias, "d", "f"))).toBe("mine");
    expect(await contentOf(here.files({ path: alias, followLinks: true }), join(alias, "d", "f"))).toBe(
      "mine",
    );
    const two = here.files({ write: false }, { path: at("d"), write: true, followLinks: false });
    await two.write(at("d", "g"), source("x"), "replace", never);
    await expect(two.write(at("g"), source("x"), "replace", never)).rejects.toEqual(BLOCKED);
    await expect(two.rename(at("d", "g"), at("g"), "replace", never)).rejects.toEqual(BLOCKED);
  });

  it("does not write through a link from a writable root into a read-only one", async () => {
    writeFileSync(join(here.outside, "w"), "");
    symlinkSync(join(here.outside, "secret"), at("leak"));
    const files = here.files({ followLinks: true }, { path: here.outside, write: false, followLinks: false });
    expect(await contentOf(files, at("leak"))).toBe("secret");
    await expect(files.write(at("leak"), source("x"), "replace", never)).rejects.toEqual(BLOCKED);
    await expect(files.write(at("leak"), source("x"), "append", never)).rejects.toEqual(BLOCKED);
  });

  it("does not write into a read-only root that is a link to a directory of a writable one", async () => {
    const alias = join(here.outside, "alias");
    symlinkSync(at("d"), alias);
    const files = here.files({ followLinks: true }, { path: alias, write: false, followLinks: true });
    expect(await contentOf(files, at("d", "f"))).toBe("mine");
    await expect(files.write(at("d", "f"), source("x"), "replace", never)).rejects.toEqual(BLOCKED);
    await expect(files.remove(at("d", "f"), never)).rejects.toEqual(BLOCKED);
  });

  it("rejects changes of the root itself", async () => {
    const files = here.files();
    const but = ["open", "facts", "entries"];
    for (const path of [here.root, `${here.root}/`, `${here.root}//`]) await refusesAll(files, path, but);
  });

  it("does not reveal real paths in errors", async () => {
    symlinkSync(here.outside, at("away"));
    for (const path of [at("away", "secret"), join(here.outside, "secret")]) {
      const error = await here
        .files()
        .open(path, never)
        .catch((failure: Error) => failure);
      expect(String(error)).not.toContain(here.outside);
    }
  });

  it("writes nothing outside if the directory is swapped during a write", async () => {
    const files = here.files();
    for (const how of ["replace", "create", "append"] as const) {
      const [d, old] = [at(`d-${how}`), at(`old-${how}`)];
      mkdirSync(d);
      if (how === "append") writeFileSync(join(d, "f"), "mine");
      const swapping = (async function* () {
        yield new TextEncoder().encode("half ");
        renameSync(d, old);
        symlinkSync(here.outside, d);
        yield new TextEncoder().encode("text");
      })();
      const error = await files.write(join(d, "f"), swapping, how, never).catch((failure) => failure.code);
      // A handle keeps the same directory, and an open file stays open.
      expect(error).toBe(pinning === "handles" || how === "append" ? undefined : "path-blocked");
      if (error === undefined) expect(await readFile(join(old, "f"), "utf8")).toMatch(/half text$/);
    }
    expect(await readdir(here.outside)).toEqual(["secret"]);
  });

  it("stays in a directory that is swapped for a link", async () => {
    const directory = await pinDirectory(here.root, ["d"], pinning);
    renameSync(at("d"), at("old"));
    symlinkSync(here.outside, at("d"));
    writeFileSync(join(here.outside, "f"), "secret");
    if (pinning === "handles") expect(await readFile(directory.at("f"), "utf8")).toBe("mine");
    else await expect(directory.check()).rejects.toEqual(BLOCKED);
    await directory[Symbol.asyncDispose]();
  });
});

describe.runIf(process.platform === "linux")("a directory that is repeatedly swapped for a link", () => {
  it("never leads outside for reading or writing", { timeout: 120_000 }, async () => {
    const here = world("handles");
    const [d, old, link] = ["d", "old", "link"].map((name) => join(here.root, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(d);
    writeFileSync(join(d, "f"), "mine");
    writeFileSync(join(here.outside, "f"), "secret");
    symlinkSync(here.outside, link);
    const swap = spawn(process.execPath, ["-e", SWAPPING, d, old, link], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => swap.stdout.once("data", resolve));
    try {
      for (const followLinks of [false, true]) {
        const files = here.files({ followLinks });
        const seen = { mine: 0, refused: 0, absent: 0 };
        // Until both outcomes occurred, because only then the race is real. The other process may get little time.
        for (let i = 0; i < 200 || seen.mine === 0 || seen.refused + seen.absent === 0; i++) {
          const text = await contentOf(files, join(d, "f"), 100).catch((error) => error.code);
          if (text === "mine") seen.mine++;
          else if (text === "path-blocked") seen.refused++;
          else if (text === "ENOENT") seen.absent++;
          else expect.unreachable(`read ${text}`);
          await files.write(join(d, "new"), source("x"), "replace", never).catch(() => {});
        }
      }
    } finally {
      swap.kill();
      await new Promise((resolve) => swap.once("close", resolve));
    }
    expect(await readdir(here.outside)).toEqual(["f"]);
    expect(here.open()).toEqual([]);
    here.remove();
  });
});

/** Swaps a directory for a link and back until the process is killed. */
const SWAPPING = `
const { renameSync } = require("node:fs");
const [d, old, link] = process.argv.slice(1);
process.stdout.write("begun");
for (;;) {
  renameSync(d, old);
  renameSync(link, d);
  renameSync(d, link);
  renameSync(old, d);
}`;
