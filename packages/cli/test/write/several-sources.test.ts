import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { folder, startFtpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

let ftp: Awaited<ReturnType<typeof startFtpServer>>;
const here = scratchDirectory();
beforeEach(async () => {
  ftp = await startFtpServer({
    writable: "everybody",
    root: folder({ "x.txt": "x", "y.txt": "y", old: folder({}) }),
  });
  for (const name of ["a.txt", "b.txt"]) writeFileSync(here(name), `${name}\n`);
});
afterEach(() => ftp.close());

const there = (path: string) => `${ftp.origin}/${path}`;

async function names(path: string): Promise<readonly string[]> {
  const { out } = await run(["ls", "--json", there(path)]);
  return JSON.parse(out)
    .entries.map(({ name }: { readonly name: string }) => name)
    .sort();
}

describe("put", () => {
  test("uploads several files to a directory", async () => {
    const done = await run(["put", here("a.txt"), here("b.txt"), there("old/")]);
    expect(done).toMatchObject({ status: 0, out: "", err: "" });
    expect(await names("old/")).toEqual(["a.txt", "b.txt"]);
    expect((await run(["cat", there("old/b.txt")])).out).toBe("b.txt\n");
  });

  test("goes on after a file that it cannot read, and ends with the status of the first error", async () => {
    const { status, err } = await run(["put", here("none"), here("b.txt"), there("old/")]);
    expect(status).not.toBe(0);
    expect(err).toContain(`failed for ${here("none")}`);
    expect(err).toContain("1 of 2 failed");
    expect(await names("old/")).toEqual(["b.txt"]);
  });

  test("prints one JSON object with an answer for each file", async () => {
    const { out } = await run(["put", "--json", here("a.txt"), here("b.txt"), there("old/")]);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      results: [
        { ok: true, url: there("old/a.txt"), octets: 6 },
        { ok: true, url: there("old/b.txt"), octets: 6 },
      ],
    });
  });

  test("prints the format of --write-out after each file", async () => {
    const argv = ["put", "-w", "%{size_upload}\\n", here("a.txt"), here("b.txt"), there("old/")];
    expect((await run(argv)).out).toBe("6\n6\n");
  });
});

describe("cp", () => {
  test("copies several sources, from servers and this machine, to a local directory", async () => {
    const done = await run(["cp", there("x.txt"), there("y.txt"), here()]);
    expect(done).toMatchObject({ status: 0, out: "", err: "" });
    expect(readdirSync(here()).sort()).toEqual(["a.txt", "b.txt", "x.txt", "y.txt"]);
    expect(readFileSync(here("y.txt"), "utf8")).toBe("y");
    expect((await run(["cp", here("a.txt"), there("x.txt"), there("old/")])).status).toBe(0);
    expect(await names("old/")).toEqual(["a.txt", "x.txt"]);
  });

  test("writes several sources to standard output", async () => {
    expect((await run(["cp", there("x.txt"), there("y.txt"), "-"])).out).toBe("xy");
  });
});

describe("mv", () => {
  test("moves several files to a directory", async () => {
    expect((await run(["mv", there("x.txt"), there("y.txt"), there("old/")])).status).toBe(0);
    expect(await names("old/")).toEqual(["x.txt", "y.txt"]);
    expect(await names("")).toEqual(["old"]);
  });
});

test.each([
  ["put", "a.txt", "b.txt", "x.txt"],
  ["cp", "a.txt", "b.txt", "x.txt"],
  ["cp", "-r", "a/", "b/", "old/"],
  ["cp", "-", "b.txt", "old/"],
])("%s %s %s %s is rejected before anything is written", async (verb, ...words) => {
  const argv = words.map((word, i) =>
    i === words.length - 1 ? there(word) : word.startsWith("-") ? word : here(word),
  );
  const { status, out } = await run([verb, ...argv]);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(await names("")).toEqual(["old", "x.txt", "y.txt"]);
  expect(await names("old/")).toEqual([]);
});

test("mv does not move a directory together with other sources, because both would get its name", async () => {
  await run(["mkdir", there("new/")]);
  const { status } = await run(["mv", there("old/"), there("x.txt"), there("new/")]);
  expect(status).toBe(2);
  expect(await names("")).toEqual(["new", "old", "x.txt", "y.txt"]);
});
