import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { startGopherServer, startNntpServer, startProsperoServer, startWaisServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();

const names = async (path = "t") => (await readdir(here(path))).sort();
const textOf = (path: string) => readFile(here("t", path), "utf8");

async function linesOf(path: string): Promise<readonly object[]> {
  return (await textOf(path))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
}

/** Copies with each of the three commands, which must agree. Returns the output of the last one. */
async function copyAll(url: string) {
  const copied = await run(["cp", "-r", url, here("c/")]);
  const got = await run(["get", "-r", "-o", here("g"), url]);
  const synced = await run(["sync", "-v", url, here("t/")]);
  expect([copied.status, got.status]).toEqual([synced.status, synced.status]);
  const found = await names();
  expect([await names("c"), await names("g")]).toEqual([found, found]);
  return { ...synced, found };
}

/** A port on which nothing listens: it was free, and is not given to others. */
async function findDeadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise<unknown>((resolve) => server.close(resolve));
  return port;
}
const DEAD = `127.0.0.1\t${await findDeadPort()}`;

describe("a tree of a menu", () => {
  let server: Server;
  let url = "";
  let menus: Readonly<Record<string, readonly string[]>> = {};

  /** @param given the lines of menus by selector. "@" is the server. Every other selector is a text. */
  async function serve(given: typeof menus): Promise<void> {
    menus = given;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    url = `gopher://127.0.0.1:${port}/`;
    menus = Object.fromEntries(
      Object.entries(given).map(([selector, lines]) => [
        selector,
        lines.map((line) => line.replace("@", `127.0.0.1\t${port}`)),
      ]),
    );
  }

  beforeEach(() => {
    server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (octets) => {
        const selector = octets.toString().trimEnd();
        const lines = menus[selector] ?? [`the text ${selector}`];
        socket.end(`${lines.join("\r\n")}\r\n.\r\n`);
      });
    });
  });
  afterEach(() => {
    server.close();
  });

  test("names files after the selector, with a suffix of the type if they have none", async () => {
    await serve({
      "": [
        "0About us\t/x/about\t@",
        "0Read this\t/x/read.me\t@",
        "hA page\tpage\t@",
        "gA picture\t/pics/sun\t@",
        "9A program\t/bin/tool\t@",
        "1Down\t/down/\t@",
      ],
      "/down/": ["0Below\tbelow\t@"],
    });
    const { status, found } = await copyAll(url);
    expect(status).toBe(0);
    expect(found).toEqual(["about.txt", "down", "gophermap", "page.html", "read.me", "sun.gif", "tool"]);
    expect(await textOf("gophermap")).toBe(
      "0About us\tabout.txt\n0Read this\tread.me\nhA page\tpage.html\ngA picture\tsun.gif\n9A program\ttool\n1Down\tdown\n",
    );
    expect(await textOf("down/below.txt")).toBe("the text below\r\n");
  });

  test("keeps two selectors that end in the same name, and reports the second one", async () => {
    await serve({ "": ["0One\t/a/x\t@", "0Two\t/b/x\t@", "1Three\t/a/x\t@", "0gophermap\tgophermap\t@"] });
    const { status, found, err } = await copyAll(url);
    expect(status).toBe(0);
    expect(found).toEqual(["b%2Fx.txt", "gophermap", "gophermap.txt", "x", "x.txt"]);
    expect(await textOf("b%2Fx.txt")).toBe("the text /b/x\r\n");
    expect(err).toContain("anyurl: renamed b/x.txt: another entry has the name x.txt\n");
  });

  test("ends in a cycle, and has a menu or text once that is linked twice", async () => {
    await serve({
      "": ["0Text\tt\t@", "0The same\tt\t@", "1Down\td\t@"],
      d: ["1Up\t\t@", "1Here\td\t@", "0Text\tt\t@"],
    });
    const { status } = await copyAll(url);
    expect(status).toBe(0);
    expect(await textOf("gophermap")).toBe("0Text\tt.txt\n0The same\tt.txt\n1Down\td\n");
    expect(await textOf("d/gophermap")).toBe("1Up\t/\n1Here\t/d\n0Text\tt.txt\n");
  });

  test("reports a dead link, copies the rest, and keeps the link in the index", async () => {
    await serve({ "": [`1Dead\tx\t${DEAD}`, `0Dead too\ty\t${DEAD}`, "0Text\tt\t@"] });
    const skipped = await run(["cp", "-r", url, here("t/")]);
    expect(skipped).toMatchObject({ status: 0 });
    expect(skipped.err).toContain(`skipped Dead: it is on a different server: ${DEAD.replace("\t", ":")}`);
    const failed = await run(["cp", "-r", "-f", "--span-hosts", url, here("t/")]);
    expect(failed.status).toBe(11);
    expect(failed.err).toMatch(/^anyurl: failed x: cannot connect/m);
    expect(failed.err).toMatch(/^anyurl: failed y.txt: cannot connect/m);
    expect(await names()).toEqual(["gophermap", "t.txt", "x"]);
    expect(await textOf("gophermap")).toBe(`1Dead\tx\t${DEAD}\n0Dead too\ty\t${DEAD}\n0Text\tt.txt\n`);
  });

  test("of the embedded server has lines of text in the index, and does not list them as missing", async () => {
    await using embedded = await startGopherServer();
    const { err } = await copyAll(`${embedded.origin}/`);
    expect(err).toContain("failed guestbook.txt: this item requires a form");
    expect(err).not.toContain("it has no URL");
    expect(await textOf("gophermap")).toMatch(/^i.*\t\tnull\.host\t1$/m);
  });
});

describe("a tree of other schemes with titles", () => {
  test("has an article in each file, and the subjects in index.jsonl", async () => {
    await using server = await startNntpServer();
    const { status, found } = await copyAll(`news://127.0.0.1:${server.port}/local.harbour`);
    expect(status).toBe(0);
    expect(found).toEqual([
      "greetings@harbour.example.eml",
      "index.jsonl",
      "light@harbour.example.eml",
      "two$1%2@harbour.example.eml",
    ]);
    expect(await linesOf("index.jsonl")).toContainEqual(
      expect.objectContaining({ file: "greetings@harbour.example.eml", title: "Grüße von der Mühle" }),
    );
    await run(["cp", "-r", `nntp://127.0.0.1:${server.port}/local.harbour`, here("n/")]);
    expect(await names("n")).toEqual(["1.eml", "2.eml", "3.eml", "index.jsonl"]);
  });

  test("copies nothing the second time if the server tells size and time", async () => {
    await using server = await startNntpServer();
    const argv = ["sync", "-v", `news://127.0.0.1:${server.port}/local.harbour`, here("t/")];
    await run(argv);
    expect((await run([...argv, "--delete"])).err).toContain("0 files copied, 4 unchanged");
  });

  test("has the newsgroups of a pattern as directories, by their names", async () => {
    await using server = await startNntpServer();
    await run(["cp", "-r", `news://127.0.0.1:${server.port}/local.g*`, here("t/")]);
    expect(await names()).toEqual(["local.gap"]);
    expect(await names("t/local.gap")).toContain("gap2@harbour.example.eml");
  });

  test("names the results of a WAIS search after their local ids", async () => {
    await using server = await startWaisServer();
    const { status, found } = await copyAll(`wais://127.0.0.1:${server.port}/poems?tide`);
    expect(status).toBe(0);
    expect(found).toEqual(["index.jsonl", "tide.txt"]);
    expect(await linesOf("index.jsonl")).toMatchObject([{ file: "tide.txt", title: "Tide" }]);
  });

  test("has the names of Prospero links, which are names of files", async () => {
    await using server = await startProsperoServer();
    const { status, found } = await copyAll(`prospero://127.0.0.1:${server.port}//poems`);
    expect(status).toBe(0);
    expect(found).toEqual(["percent.txt", "tide.txt"]);
  });

  test("has the files of a Gopher menu whose URL does not end in a slash", async () => {
    await using server = await startGopherServer();
    const { status, found } = await copyAll(`${server.origin}/1/poems`);
    expect(status).toBe(0);
    expect(found).toEqual(["gophermap", "percent.txt", "tide.txt"]);
  });

  test.each(["cp -r", "sync"])("needs the package of the scheme: %s", async (verb) => {
    const { status, err } = await run([...verb.split(" "), "imap://mail.example/INBOX", here("t/")]);
    expect(status).toBe(4);
    expect(err).toContain("cannot open imap: URLs: the scheme package @anyurl/scheme-imap is not loaded");
    expect(err).toContain('run "anyurl plugins add @anyurl/scheme-imap"');
  });

  test("rejects a resource that is not a directory", async () => {
    await using server = await startGopherServer();
    const { status, err } = await run(["cp", "-r", `${server.origin}/0/welcome.txt`, here("t/")]);
    expect(status).toBe(5);
    expect(err).toContain("not-a-directory");
  });
});
