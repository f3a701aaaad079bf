import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { promisify } from "node:util";
import {
  document,
  type EmbeddedServer,
  folder as ftpFolder,
  startFtpServer,
  startGopherServer,
} from "@anyurl/servers";
import { parse, type Url } from "anyurl";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseGlob } from "../../src/glob.ts";
import { bundled } from "../bundled.ts";
import { run } from "../captured.ts";
import { folderOf } from "../config/world.ts";

let ftp: EmbeddedServer;

beforeAll(async () => {
  const pub = ftpFolder({
    "a.txt": "a\n",
    "b.txt": "b\r\n",
    "c.gif": document(new Uint8Array(3)),
    "a*b": "star\n",
    axb: "no star\n",
    ".hidden.txt": "h\n",
    "d.txt": ftpFolder({ "e.txt": "e\n" }),
  });
  ftp = await startFtpServer({ root: ftpFolder({ pub, "[x]*": "odd\n" }) });
});
afterAll(() => ftp.close());

const at = (path: string) => `${ftp.origin}/${path}`;
const names = async (pattern: string) => {
  const { out } = await run(["ls", "--json", at(pattern)]);
  const { entries } = JSON.parse(out) as { entries: readonly { name: string }[] };
  return entries.map(({ name }) => name).toSorted();
};

describe("a star in the last segment", () => {
  test("matches any characters of a name except a leading dot", async () => {
    expect(await names("pub/*.txt")).toEqual(["a.txt", "b.txt", "d.txt"]);
    expect(await names("pub/*")).toEqual(["a*b", "a.txt", "axb", "b.txt", "c.gif", "d.txt"]);
    expect(await names("pub/.*")).toEqual([".hidden.txt"]);
    expect(await names("pub/a*b")).toEqual(["a*b", "axb"]);
    expect(await names("pub/*.*x*t")).toEqual(["a.txt", "b.txt", "d.txt"]);
    expect(await names("*ub")).toEqual(["pub"]);
  });

  test("is literal as %2A and with --no-glob", async () => {
    expect(await names("pub/a%2A*")).toEqual(["a*b"]);
    expect((await run(["get", at("pub/a%2Ab")])).out).toBe("star\n");
    expect((await run(["get", "--no-glob", at("pub/a*b")])).out).toBe("star\n");
    expect((await run(["get", "-g", at("pub/a*b")])).out).toBe("star\n");
  });

  test("fails with not-found if nothing matches", async () => {
    const { status, err } = await run(["ls", at("pub/*.pdf")]);
    expect({ status, err }).toEqual({ status: 5, err: expect.stringContaining("%2A") });
    expect((await run(["get", "-O", at("pub/*.pdf")])).status).toBe(5);
    await using folder = await folderOf({});
    expect((await run(["get", "-o", folder.at("x"), at("pub/*.pdf")])).status).toBe(5);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test("is literal in other components", async () => {
    expect((await run(["ls", at("p*/a.txt")])).status).toBe(5);
    expect((await run(["plan", at("pub/*.txt")])).out).toContain("C: RETR *.txt");
    expect((await run(["stat", at("pub/a*b")])).out).toContain("5 bytes");
    await using gopher = await startGopherServer();
    // A selector is opaque.
    expect((await run(["ls", `${gopher.origin}/1/*`])).status).not.toBe(0);
    expect(gopher.received.flat().map((line) => Buffer.from(line).toString())).toContainEqual(
      expect.stringContaining("/*"),
    );
  });

  test("cannot be combined with --recursive", async () => {
    for (const verb of ["ls", "get"])
      expect(
        (await run([verb, "--recursive", ...(verb === "get" ? ["-o", "x"] : []), at("pub/*")])).status,
      ).toBe(2);
  });

  test("matches like the equivalent regular expression", async () => {
    const urls = { scheme: () => ({ hierarchical: true, access: async () => ({ list: 1 }) }) };
    const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength });
    const pieces = fc.array(text(2), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pieces, text(6), async (pieces, name) => {
        const url = parse(`ftp://h.example/${pieces.join("*")}`) as Url;
        const glob = await parseGlob(url, {}, urls as never);
        const hidden = pieces[0] === "" && name.startsWith(".");
        const same = new RegExp(`^${pieces.map((piece) => piece.replaceAll(".", "\\.")).join(".*")}$`);
        expect(glob!.matches(name)).toBe(!hidden && same.test(name));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("get with a star", () => {
  test("writes the matches into a directory and skips what is not a file", async () => {
    await using folder = await folderOf({});
    const { status, err } = await run(["get", "-o", folder.at("new"), at("pub/*.txt")]);
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringContaining("skipped d.txt: it is a directory"),
    });
    expect((await readdir(folder.at("new"))).toSorted()).toEqual(["a.txt", "b.txt"]);
    expect(await readFile(folder.at("new", "b.txt"), "utf8")).toBe("b\r\n");
    const { out } = await run(["get", "--json", "-o", folder.at("other"), at("pub/*.gif")]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, entries: [{ did: "saved", size: 3 }] });
  });

  test("uses the typecode of the pattern for each file", async () => {
    await using folder = await folderOf({});
    const argv = ["get", "--option", "lineEnds=lf", "-o", folder.path, at("pub/b*;type=a")];
    expect((await run(argv)).status).toBe(0);
    expect(await readFile(folder.at("b.txt"), "utf8")).toBe("b\n");
  });

  test("fetches nothing if a file would be overwritten", async () => {
    await using folder = await folderOf({ "b.txt": "mine" });
    const before = ftp.received.flat().length;
    expect((await run(["get", "-o", folder.path, at("pub/*.txt")])).status).toBe(9);
    expect(await readdir(folder.path)).toEqual(["b.txt"]);
    const sent = ftp.received
      .flat()
      .slice(before)
      .map((line) => Buffer.from(line).toString());
    expect(sent.some((line) => line.startsWith("RETR"))).toBe(false);
    expect((await run(["get", "--force", "-o", folder.path, at("pub/*.txt")])).status).toBe(0);
    expect(await readFile(folder.at("b.txt"), "utf8")).toBe("b\r\n");
  });

  test.each([
    ["without a directory", []],
    ["to a pipe", ["-o", "-"]],
    ["with --range", ["-o", "x", "--range", "0-1"]],
    ["with --resume", ["-o", "x", "--resume"]],
    ["with both of -O and -o", ["-O", "-o", "x"]],
    ["with -O and --recursive", ["-O", "-r"]],
  ])("fails with a usage error %s", async (_, options) => {
    expect((await run(["get", ...options, at("pub/*.txt")])).status).toBe(2);
  });
});

describe("output file of get", () => {
  test("takes its name from the URL for -o DIRECTORY, -o DIRECTORY/, and -O", async () => {
    await using folder = await folderOf({ "d/keep": "" });
    expect((await run(["get", "-o", folder.at("d"), at("pub/a.txt")])).status).toBe(0);
    expect(await readFile(folder.at("d", "a.txt"), "utf8")).toBe("a\n");
    expect((await run(["get", "-o", `${folder.at("d")}/`, at("pub/axb")])).status).toBe(0);
    expect(await readFile(folder.at("d", "axb"), "utf8")).toBe("no star\n");
    const bin = bundled().command;
    const argv = ["-C", "anyurl-source", bin, "get", "-O", at("pub/a.txt")];
    await promisify(execFile)(process.execPath, argv, { cwd: folder.path });
    expect(await readFile(folder.at("a.txt"), "utf8")).toBe("a\n");
  });

  test.each([
    ["an empty name", "pub/"],
    ["a name that is reserved on some system", "%5Bx%5D%2A"],
    ["a parent directory", "%2E%2E"],
    ["a path", "..%2Fx"],
    ["a hidden file", "pub/.hidden.txt"],
  ])("fails if the URL ends with %s", async (_, path) => {
    await using folder = await folderOf({});
    const { status, err } = await run(["get", "-o", `${folder.path}/`, at(path)]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("-o FILE") });
    expect(await readdir(folder.path)).toEqual([]);
  });
});
