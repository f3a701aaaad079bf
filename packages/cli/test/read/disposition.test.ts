import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dispositionName } from "../../src/verbs/read/disposition.ts";
import { run } from "../captured.ts";
import { serveHttp } from "../serve-http.ts";

describe("the name in Content-Disposition", () => {
  test.each([
    ["attachment; filename=a.txt", "a.txt"],
    ['attachment; filename="a b.txt"', "a b.txt"],
    [String.raw`attachment; filename="a\"b"`, 'a"b'],
    ["attachment; filename*=UTF-8''%e2%82%ac%20rates", "€ rates"],
    ["attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates"],
    // RFC 6266 §5: filename* counts, whatever the order.
    ["attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"],
    ["attachment; filename*=unknown''x; filename=y", "y"],
    ["attachment; FileName=a; filename=b", "a"],
    // RFC 6266 §4.3: only the last path segment.
    ['attachment; filename="../../etc/passwd"', "passwd"],
    [String.raw`attachment; filename="C:\\dir\\a.txt"`, "a.txt"],
    ["attachment; filename*=UTF-8''%2Fetc%2Fpasswd", "passwd"],
    ["attachment", undefined],
    ['attachment; filename="dir/"', undefined],
    ["filename=a", undefined],
  ])("%s", (field, name) => {
    expect(dispositionName(field)).toBe(name);
  });
});

describe("get -J", () => {
  let parent: string;
  let directory: string;
  const origin = serveHttp((request, response) => {
    response.setHeader("content-disposition", decodeURIComponent(request.url!.split("?")[1] ?? ""));
    response.end("new");
  });
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "anyurl-disposition-"));
    directory = join(parent, "in");
    mkdirSync(directory);
  });
  afterEach(() => {
    rmSync(parent, { recursive: true });
  });
  const get = (field: string, ...argv: readonly string[]) =>
    run([
      "get",
      "--any-port",
      "-J",
      "-o",
      `${directory}/`,
      ...argv,
      `${origin()}/url.bin?${encodeURIComponent(field)}`,
    ]);

  test("saves under the suggested name", async () => {
    expect((await get('attachment; filename="report 1.pdf"')).status).toBe(0);
    expect(readdirSync(directory)).toEqual(["report 1.pdf"]);
  });

  test.each([".bashrc", "CON", "-rf", "a:b", "..", "a\u202egpj.exe"])(
    "saves under the name in the URL if the suggested one is unsafe: %j",
    async (name) => {
      const field = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
      const { status, err } = await get(field);
      expect({ status, files: readdirSync(directory) }).toEqual({ status: 0, files: ["url.bin"] });
      expect(err).toContain("which is not used");
      expect(err).not.toContain("\u202e");
    },
  );

  test("stays in the directory", async () => {
    await get('attachment; filename="../outside.txt"');
    expect([readdirSync(parent), readdirSync(directory)]).toEqual([["in"], ["outside.txt"]]);
  });

  test("replaces a file only with --force", async () => {
    writeFileSync(join(directory, "a.txt"), "old");
    expect((await get("attachment; filename=a.txt")).status).toBe(9);
    expect(readFileSync(join(directory, "a.txt"), "utf8")).toBe("old");
    expect((await get("attachment; filename=a.txt", "--force")).status).toBe(0);
    expect(readFileSync(join(directory, "a.txt"), "utf8")).toBe("new");
  });

  test("needs a directory", async () => {
    expect((await run(["get", "-J", `${origin()}/`])).status).toBe(2);
  });
});
