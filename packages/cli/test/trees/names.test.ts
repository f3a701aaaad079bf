import { mkdir, readdir, writeFile } from "node:fs/promises";
import { startFtpServer } from "@anyurl/servers";
import { beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
beforeEach(async () => {
  await mkdir(here("a"));
});

/** The names in a local directory, as bytes in hexadecimal. */
async function bytesOf(path: string): Promise<readonly string[]> {
  const names = await readdir(here(path), { encoding: "buffer" });
  return names.map((name) => name.toString("hex")).sort();
}

const hex = (...names: readonly (string | Buffer)[]) =>
  names.map((name) => Buffer.from(name).toString("hex")).sort();

describe.skipIf(process.platform !== "linux")("the names of a tree", () => {
  const names = [
    ...[".env", "a:b.txt", "con.txt", "-dash", "what?", 'quo"te', "back\\slash", "UPPER.TXT", "upper.txt"],
    // Composed and decomposed: two names here.
    ...["\u00e9.txt", "e\u0301.txt", "line\nend", "x".repeat(255)],
    Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  ];

  beforeEach(async () => {
    for (const name of names) {
      const path = Buffer.concat([Buffer.from(`${here("a")}/`), Buffer.from(name)]);
      await writeFile(path, "1");
    }
  });

  test.each(["cp -rf", "sync"])(
    "stay unchanged, byte for byte, between local directories: %s",
    async (how) => {
      const { status, err } = await run([...how.split(" "), "-v", here("a/"), here("b/")]);
      expect(status).toBe(0);
      expect(await bytesOf("b")).toEqual(hex(...names));
      expect(err).toMatch(/: 14 files copied; 14 bytes in \d+:\d\d\n$/);
    },
  );

  test("go to a server and come back, in a directory that exists there", async () => {
    await using server = await startFtpServer({ writable: true });
    const url = `ftp://alice:s3cr%3At%40%2F%25@127.0.0.1:${server.port}/up/`;
    // MKD of an existing directory gets 550.
    expect((await run(["mkdir", url])).status).toBe(0);
    const up = await run(["cp", "-rf", here("a/"), url]);
    expect(up.status).toBe(0);
    expect(up.err).toMatch(/^anyurl: renamed line\S*end: the target cannot have U\+000A in a name$/m);
    // A line feed is escaped for the server, and then the "%", so that decoding twice returns the name.
    const back = names.map((name) => (name === "line\nend" ? "line%250Aend" : name));
    const down = await run(["cp", "-r", url, here("c/")]);
    expect(down.status).toBe(0);
    expect(down.err).toContain("renamed line%0Aend: it looks like the escaped form of another name");
    expect(await bytesOf("c")).toEqual(hex(...back));
    expect((await run(["get", "-r", "-o", here("d"), url])).status).toBe(0);
    expect(await bytesOf("d")).toEqual(hex(...back));
  });
});

describe("the summary of a tree", () => {
  test("says copied, unchanged, skipped, and failed, the bytes, and the time", async () => {
    await using server = await startFtpServer({ writable: true });
    const url = `ftp://alice:s3cr%3At%40%2F%25@127.0.0.1:${server.port}/up/`;
    await writeFile(here("a/same"), "1");
    await writeFile(here("a/new"), "22");
    await run(["sync", "--exclude", "new", here("a/"), url]);
    await run(["mkdir", `${url}dir/`]);
    await writeFile(here("a/dir"), "a file, where the target has a directory");
    const { status, err } = await run(["sync", here("a/"), url]);
    expect(status).toBe(11);
    expect(err).toMatch(/\/up\/: 1 file copied, 1 unchanged, 1 failed; 2 bytes in \d+:\d\d\n$/);
    expect(err).toMatch(/^anyurl: failed dir: /m);
  });
});
