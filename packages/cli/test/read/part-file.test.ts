import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPartFile } from "../../src/download/part-file.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "anyurl-part-"));
});
afterEach(() => rm(directory, { recursive: true }));

const octets = (text: string) => new TextEncoder().encode(text);

test("is nobody else's to read while it is written, under a name that is not the target's", async () => {
  await using part = await openPartFile(join(directory, "x"), false);
  await part.write(octets("a"));
  const [name = "", ...others] = await readdir(directory);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\.x\..+\.part$/);
  expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
});

test("replaces no file that has come into being meanwhile, and leaves no part", async () => {
  const target = join(directory, "x");
  {
    await using part = await openPartFile(target, false);
    await part.write(octets("ours"));
    await writeFile(target, "theirs");
    await expect(part.complete()).rejects.toMatchObject({ code: "file-exists" });
  }
  expect(await readFile(target, "utf8")).toBe("theirs");
  expect(await readdir(directory)).toEqual(["x"]);
});

test("goes through no link, even one that leads nowhere", async () => {
  const elsewhere = join(directory, "elsewhere");
  const target = join(directory, "x");
  await symlink(elsewhere, target);
  await expect(openPartFile(target, false)).rejects.toMatchObject({ code: "file-exists" });
  {
    await using part = await openPartFile(target, true);
    await part.write(octets("ours"));
    await part.complete();
  }
  expect((await lstat(target)).isSymbolicLink()).toBe(false);
  expect(await readdir(directory)).toEqual(["x"]);
});

test("a name of the greatest length can be written", async () => {
  const target = join(directory, "n".repeat(250));
  {
    await using part = await openPartFile(target, false);
    await part.complete();
  }
  expect(await readFile(target, "utf8")).toBe("");
});

test("after it is complete nothing is removed any more", async () => {
  const target = join(directory, "x");
  const part = await openPartFile(target, false);
  await part.complete();
  await part[Symbol.asyncDispose]();
  await part[Symbol.asyncDispose]();
  expect(await readdir(directory)).toEqual(["x"]);
});
