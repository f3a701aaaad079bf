import { lstat, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openPartFile } from "../../src/download/part-file.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();

const octets = (text: string) => new TextEncoder().encode(text);

test("a part file is private while it is written, under a name other than the target's", async () => {
  await using part = await openPartFile(here("x"), false);
  await part.write(octets("a"));
  const [name = "", ...others] = await readdir(here());
  expect(others).toEqual([]);
  expect(name).toMatch(/^\.x\..+\.part$/);
  expect((await stat(here(name))).mode & 0o777).toBe(0o600);
});

test("does not replace a file that was created meanwhile, and leaves no part file", async () => {
  const target = here("x");
  {
    await using part = await openPartFile(target, false);
    await part.write(octets("ours"));
    await writeFile(target, "theirs");
    await expect(part.complete()).rejects.toMatchObject({ code: "file-exists" });
  }
  expect(await readFile(target, "utf8")).toBe("theirs");
  expect(await readdir(here())).toEqual(["x"]);
});

test("follows no link, not even a dangling one", async () => {
  const elsewhere = here("elsewhere");
  const target = here("x");
  await symlink(elsewhere, target);
  await expect(openPartFile(target, false)).rejects.toMatchObject({ code: "file-exists" });
  {
    await using part = await openPartFile(target, true);
    await part.write(octets("ours"));
    await part.complete();
  }
  expect((await lstat(target)).isSymbolicLink()).toBe(false);
  expect(await readdir(here())).toEqual(["x"]);
});

// POSIX limits names in bytes (NAME_MAX), which are 255 on the usual file systems.
test.each(["n".repeat(255), `${"é".repeat(127)}n`, "語".repeat(85), `n${"😀".repeat(63)}`])(
  "supports a name of the maximum length in bytes, %s",
  async (name) => {
    const target = here(name);
    {
      await using part = await openPartFile(target, false);
      const [temporary = ""] = await readdir(here(), "buffer");
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(temporary as Buffer)).not.toThrow();
      await part.complete();
    }
    expect(await readdir(here())).toEqual([name]);
  },
);

test("removes nothing after it is complete", async () => {
  const target = here("x");
  const part = await openPartFile(target, false);
  await part.complete();
  await part[Symbol.asyncDispose]();
  await part[Symbol.asyncDispose]();
  expect(await readdir(here())).toEqual(["x"]);
});
