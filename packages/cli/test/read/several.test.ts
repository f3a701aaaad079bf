import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { document, folder, startFtpServer } from "@anyurl/servers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expandPatterns, readUrlList } from "../../src/verbs/common/expand-urls.ts";
import { run } from "../captured.ts";

describe("patterns in URLs", () => {
  test.each([
    ["ftp://h/{a,b}.txt", ["ftp://h/a.txt", "ftp://h/b.txt"]],
    ["ftp://h/[1-3]", ["ftp://h/1", "ftp://h/2", "ftp://h/3"]],
    ["ftp://h/[008-010]", ["ftp://h/008", "ftp://h/009", "ftp://h/010"]],
    ["ftp://h/[1-9:4]", ["ftp://h/1", "ftp://h/5", "ftp://h/9"]],
    ["ftp://h/[a-c:2]", ["ftp://h/a", "ftp://h/c"]],
    ["{ftp,http}://h/[1-2]", ["ftp://h/1", "ftp://h/2", "http://h/1", "http://h/2"]],
    ["ftp://h/{a,}", ["ftp://h/a", "ftp://h/"]],
    ["http://[::1]/{x}", ["http://[::1]/{x}"]],
  ])("%s stands for %j", (text, texts) => {
    expect(expandPatterns(text)).toEqual(texts);
  });

  test.each(["ftp://h/[3-1]", "ftp://h/[1-9:0]", "ftp://h/[1-999999]", "ftp://h/[1-999][1-999]"])(
    "%s is an error of usage",
    async (text) => {
      expect(await run(["stat", text])).toMatchObject({ status: 2, out: "" });
    },
  );

  test("stand for as many URLs as --max-urls allows", async () => {
    expect(() => expandPatterns("ftp://h/[1-3]", 2)).toThrow("exceeds the limit of 2 URLs");
    expect(() => expandPatterns("ftp://h/{a,b}{c,d}", 3)).toThrow("exceed the limit of 3 URLs");
    expect(expandPatterns("ftp://h/[1-200000]", 200_000)).toHaveLength(200_000);
    const { status, err } = await run(["stat", "--max-urls", "2", "ftp://h/[1-3]"]);
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining("--max-urls") });
  });

  test("a list of URLs has no empty lines and no comments", () => {
    expect(readUrlList("ftp://h/a\r\n\n# b\n  ftp://h/c \n")).toEqual(["ftp://h/a", "ftp://h/c"]);
  });
});

describe("several URLs at once", () => {
  const file = (text: string) => document(text);
  const root = folder({
    "a.txt": file("A\n"),
    "b.txt": file("B\n"),
    "c.txt": file("C\n"),
    "{x,y}": file("braces\n"),
  });
  let ftp: Awaited<ReturnType<typeof startFtpServer>>;
  let directory: string;
  beforeAll(async () => {
    ftp = await startFtpServer({ root });
  });
  afterAll(() => ftp.close());
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "anyurl-several-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const url = (name: string) => `${ftp.origin}/${name}`;

  test("get writes all of them to standard output", async () => {
    expect(await run(["get", url("a.txt"), url("{b,c}.txt")])).toMatchObject({ status: 0, out: "A\nB\nC\n" });
  });

  test("get saves all of them in a directory", async () => {
    const { status } = await run(["get", "-o", `${directory}/`, url("a.txt"), url("[b-c].txt")]);
    expect(status).toBe(0);
    expect(readdirSync(directory).sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(readFileSync(join(directory, "c.txt"), "utf8")).toBe("C\n");
  });

  test("one failure does not end the others, and decides the exit status", async () => {
    const { status, out, err } = await run(["get", url("a.txt"), url("none"), url("c.txt")]);
    expect({ status, out }).toEqual({ status: 5, out: "A\nC\n" });
    expect(err).toContain(`anyurl: failed for ${url("none")}\nanyurl: not-found: `);
    expect(err).toMatch(/^anyurl: 1 of 3 failed$/m);
  });

  test("--fail-fast ends with the first failure", async () => {
    const { status, out } = await run(["get", "--fail-fast", url("none"), url("a.txt")]);
    expect({ status, out }).toEqual({ status: 5, out: "" });
  });

  test("an invalid URL is an error before anything is opened", async () => {
    expect(await run(["get", "--strict", url("a.txt"), "ftp://h/a b"])).toMatchObject({ status: 3, out: "" });
  });

  test("JSON has the results and the failures, and the code of the first failure", async () => {
    const { status, out } = await run(["get", "--json", url("a.txt"), url("none"), url("b.txt")]);
    expect(status).toBe(5);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      code: "not-found",
      results: [
        { ok: true, text: "A\n" },
        { ok: false, code: "not-found", url: url("none") },
        { ok: true, text: "B\n" },
      ],
    });
  });

  test("--input-file adds the URLs of a file", async () => {
    const list = join(directory, "list.txt");
    writeFileSync(list, `# letters\n${url("b.txt")}\n${url("{a,c}.txt")}\n`);
    expect(await run(["get", "--input-file", list])).toMatchObject({ status: 0, out: "B\nA\nC\n" });
    expect(await run(["get", url("c.txt"), "--input-file", list])).toMatchObject({ out: "C\nB\nA\nC\n" });
    expect((await run(["get", "--input-file", join(directory, "none")])).status).toBe(9);
  });

  test("several URLs and one file are an error of usage, as is a missing URL", async () => {
    expect((await run(["get", "-o", join(directory, "x"), url("a.txt"), url("b.txt")])).status).toBe(2);
    expect((await run(["get"])).status).toBe(2);
  });

  test("--no-glob takes a pattern literally", async () => {
    expect(await run(["get", "-g", "--quiet", url("{x,y}")])).toMatchObject({ status: 0, out: "braces\n" });
  });

  test("--limit-rate limits the rate, and rejects anything else", async () => {
    expect(await run(["get", "--limit-rate", "1.5MiB", url("a.txt")])).toMatchObject({
      status: 0,
      out: "A\n",
    });
    for (const rate of ["0", "fast", "-1", "1x"])
      expect((await run(["get", "--limit-rate", rate, url("a.txt")])).status).toBe(2);
  });
});
