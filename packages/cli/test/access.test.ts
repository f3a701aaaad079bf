import { spawn } from "node:child_process";
import { type FileHandle, open, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import {
  type EmbeddedServer,
  startFtpServer,
  startGopherServer,
  startHttpServer,
  startNntpServer,
  startWaisServer,
} from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundled } from "./bundled.ts";
import { run } from "./captured.ts";
import { scratchDirectory } from "./scratch-directory.ts";

const here = scratchDirectory();
let ftp: EmbeddedServer;
let gopher: EmbeddedServer;
let http: EmbeddedServer;

beforeAll(async () => {
  [ftp, gopher, http] = await Promise.all([
    startFtpServer({ writable: "everybody" }),
    startGopherServer(),
    startHttpServer(),
  ]);
});
afterAll(async () => void (await Promise.all([ftp.close(), gopher.close(), http.close()])));

const lines = (out: string): readonly Record<string, unknown>[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("cat", () => {
  test("writes several resources of different schemes one after the other, byte for byte", async () => {
    const urls = [
      `${ftp.origin}/octets/lf.txt`,
      `${http.origin}/octets/bytes.bin`,
      `${gopher.origin}/0/octets/lf.txt`,
    ];
    const { status, octets, err } = await run(["cat", ...urls]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const text = "These lines end\nin line feed\nalone.\n";
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const all = [Buffer.from(text), bytes, Buffer.from(text.replaceAll("\n", "\r\n"))];
    expect(Buffer.concat(all).equals(octets)).toBe(true);
  });

  test("escapes text for a terminal and rejects binary data, like get", async () => {
    const binary = await run(["cat", `${ftp.origin}/octets/bytes.bin`], { terminal: true });
    expect(binary).toMatchObject({ status: 9, out: "" });
    expect(
      (await run(["cat", "--raw", `${ftp.origin}/octets/bytes.bin`], { terminal: true })).octets.length,
    ).toBe(256);
  });

  test("prints one answer, or one with all of them, with --json, and one line per URL with --jsonl", async () => {
    const url = `${ftp.origin}/octets/lf.txt`;
    const expected = {
      ok: true,
      url,
      size: 36,
      complete: true,
      text: "These lines end\nin line feed\nalone.\n",
    };
    expect(JSON.parse((await run(["cat", "--json", url])).out)).toMatchObject(expected);
    expect(JSON.parse((await run(["cat", "--json", url, url])).out)).toMatchObject({
      ok: true,
      results: [expected, expected],
    });
    expect(lines((await run(["cat", "--jsonl", url, url])).out)).toMatchObject([expected, expected]);
  });

  test("prints a failure as the last line with --jsonl", async () => {
    const { status, out, err } = await run([
      "cat",
      "--jsonl",
      `${ftp.origin}/octets/lf.txt`,
      `${ftp.origin}/none`,
    ]);
    expect({ status, err }).toEqual({ status: 5, err: "" });
    expect(lines(out)).toMatchObject([{ ok: true }, { ok: false, code: "not-found" }]);
    const refused = await run(["cat", "--jsonl", "no url"]);
    expect(refused.status).toBe(3);
    expect(lines(refused.out)).toMatchObject([{ ok: false, code: "no-scheme" }]);
  });
});

describe("stat", () => {
  test("prints a table of the metadata, with times in their own precision", async () => {
    const { status, out } = await run(["stat", `${ftp.origin}/octets/lf.txt`]);
    expect(status).toBe(0);
    expect(out).toMatch(/^ftp:.*\nkind +file\nsize +36 bytes\nmodified +1994-12-20 12:00:00 UTC\n/);
    const page = await run(["stat", `${http.origin}/octets/lf.txt`]);
    expect(page.out).toMatch(/^media type +text\/plain/m);
    expect((await run(["stat", `${gopher.origin}/0/none`])).status).toBe(5);
  });

  test("prints the field names of the library with --json", async () => {
    const url = `${ftp.origin}/poems/`;
    const { out } = await run(["stat", "--json", url]);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      url,
      kind: "directory",
      modified: "1994-12-20T12:00:00.000Z",
    });
  });
});

describe("search", () => {
  test("lists the matches for gopher and WAIS", async () => {
    const found = await run(["search", `${gopher.origin}/7/search`, "umlaut"]);
    expect(found).toMatchObject({ status: 0, err: "" });
    expect(found.out).toBe(`file  percent.txt  ${gopher.origin}/0/poems/percent.txt\n`);
    await using wais = await startWaisServer();
    const words = await run(["search", "--jsonl", `${wais.origin}/library`, "umlaut"]);
    expect(words.status).toBe(0);
    expect(lines(words.out).length).toBeGreaterThan(0);
  });

  test("sends several arguments as one query", async () => {
    await run(["search", `${gopher.origin}/7/search`, "blue", "whale"]);
    const asked = gopher.received.flat().map((line) => Buffer.from(line).toString());
    expect(asked.some((line) => line.endsWith("\tblue whale"))).toBe(true);
  });

  test("rejects ftp URLs", async () => {
    expect((await run(["search", `${ftp.origin}/`, "x"])).status).toBe(4);
  });
});

describe("ls", () => {
  test("lists all descendants with --recursive, with paths relative to the top", async () => {
    const { status, out } = await run(["ls", "-R", `${ftp.origin}/attic/`]);
    expect(status).toBe(0);
    expect(out).toMatch(/^dir .* {2}empty box /m);
    expect(out).toMatch(/^file +264 .* {2}up the stairs\/inside the chimney\/letter\.txt +ftp:/m);
  });

  test("streams one line per entry with --jsonl", async () => {
    const { entries } = JSON.parse((await run(["ls", "--json", `${ftp.origin}/names/`])).out);
    const plain = entries.map((entry: object) => ({ ok: true, ...entry }));
    expect(lines((await run(["ls", "--jsonl", `${ftp.origin}/names/`])).out)).toEqual(plain);
    const all = lines((await run(["ls", "-R", "--jsonl", `${ftp.origin}/attic/`])).out);
    expect(all.map(({ path }) => path)).toContainEqual(["up the stairs", "inside the chimney", "letter.txt"]);
  });

  test("exits cleanly on EPIPE with --jsonl", async () => {
    let written = 0;
    const onWrite = () => {
      if (++written > 3) throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    };
    const { status, err } = await run(["ls", "--jsonl", `${ftp.origin}/names/`], { onWrite });
    expect({ status, err, written }).toEqual({ status: 141, err: "", written: 4 });
  });

  test("hides the password in the URLs of entries", async () => {
    const url = `ftp://alice:s3cr%3At%40%2F%25@${ftp.host}:${ftp.port}/`;
    for (const flags of [[], ["--json"], ["--jsonl"], ["-r"], ["-r", "--jsonl"]]) {
      const { status, out, err } = await run(["ls", ...flags, url]);
      expect({ status, said: /s3cr/.test(out + err) }).toEqual({ status: 0, said: false });
      expect(out).toContain("where.txt");
    }
  });

  test("lists newsgroups and articles", async () => {
    await using news = await startNntpServer();
    const { status, out } = await run(["ls", "--jsonl", `nntp://${news.host}:${news.port}/local.harbour`]);
    expect(status).toBe(0);
    expect(lines(out).length).toBeGreaterThan(0);
  });
});

describe("get -o -", () => {
  test("writes to standard output, and raw bytes if that is a file", async () => {
    const { status, octets } = await run(["get", "-o", "-", `${ftp.origin}/octets/bytes.bin`]);
    expect({ status, octets: octets.length }).toEqual({ status: 0, octets: 256 });
  });
});

describe("standard input", () => {
  test("has the URLs of edit, one per line", async () => {
    const input = "http://h.example/a\r\n\nftp://h.example/b\n";
    expect(await piped(["edit", "-", "--append", "path=c"], input)).toEqual({
      status: 0,
      out: "http://h.example/a/c\nftp://h.example/b/c\n",
      err: "",
    });
  });

  test("is the source of put, append, cp, and extract", async () => {
    const url = `${ftp.origin}/piped.txt`;
    expect(await piped(["put", "-", url], "one,")).toEqual({ status: 0, out: "", err: "" });
    expect(await piped(["append", "-", url], "two,")).toMatchObject({ status: 0 });
    expect((await run(["cat", url])).out).toBe("one,two,");
    // Not a terminal, so the command cannot prompt.
    expect(await piped(["cp", "-", url], "three")).toMatchObject({ status: 9 });
    expect(await piped(["cp", "-f", "-", url], "three")).toMatchObject({ status: 0 });
    expect((await run(["cat", url])).out).toBe("three");
    expect(await piped(["extract"], `see <${url}>`)).toEqual({ status: 0, out: `${url}\n`, err: "" });
  });

  test("is read up to its size if it is a file, so that a file can be appended to itself", async () => {
    const text = "a line\n".repeat(100_000);
    const name = here("log");
    await writeFile(name, text);
    await using input = await open(name);
    const argv = ["append", "--max-time", "20", "-", pathToFileURL(name).href];
    expect(await piped(argv, input)).toEqual({ status: 0, out: "", err: "" });
    expect((await readFile(name, "utf8")) === text + text).toBe(true);
  });

  test("fails if the target is a directory, because standard input has no name", async () => {
    const { status, err } = await piped(["put", "-", `${ftp.origin}/poems/`], "x");
    expect({ status, said: err.includes("the source has no name") }).toEqual({ status: 2, said: true });
  });
});

/** Runs the command as a child process with this standard input: a text in a pipe, or a file. */
async function piped(argv: readonly string[], input: string | FileHandle) {
  const bin = bundled().command;
  const child = spawn(process.execPath, ["-C", "anyurl-source", bin, ...argv], {
    stdio: [typeof input === "string" ? "pipe" : input.fd, "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout!.on("data", (octets) => {
    said.out += String(octets);
  });
  child.stderr!.on("data", (octets) => {
    said.err += String(octets);
  });
  // The command can end before it reads its input.
  child.stdin?.on("error", () => {}).end(input);
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...said };
}
