import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { pathToFileURL } from "node:url";
import {
  document,
  type EmbeddedServer,
  type FtpServer,
  folder,
  library,
  patternDocument,
  startFtpServer,
  startGopherServer,
  startHttpServer,
} from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { NO_PTY, startPty } from "../terminal/pty.ts";

const SECRET = "s3cr:t@/%";
const ESCAPED = "s3cr%3At%40%2F%25";

let ftp: FtpServer;
let http: EmbeddedServer;
let gopher: EmbeddedServer;
const here = scratchDirectory();

beforeAll(async () => {
  [ftp, http, gopher] = await Promise.all([
    startFtpServer({ writable: "everybody" }),
    startHttpServer(),
    startGopherServer(),
  ]);
});
afterAll(async () => void (await Promise.all([ftp.close(), http.close(), gopher.close()])));

let count = 0;
/** Returns a URL that no other test uses. */
const fresh = (suffix = ".txt") => `${ftp.origin}/new-${++count}${suffix}`;
const textAt = async (url: string) => (await run(["cat", url])).out;

async function file(name: string, text: string | Uint8Array): Promise<string> {
  await writeFile(here(name), text);
  return here(name);
}

const OK = { status: 0, out: "", err: "" };

/** A user at a terminal who gives this answer to every prompt. */
function saying(answer: string): {
  readonly askLine: (prompt: string) => Promise<string>;
  asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    askLine: async (prompt) => {
      asked.push(prompt);
      return answer;
    },
  };
}

describe("put and cp", () => {
  test("upload to a temporary name and then rename it", async () => {
    const source = await file("x", "hello");
    for (const argv of [
      ["put", source],
      ["cp", source],
    ]) {
      const url = fresh();
      expect(await run([...argv, url])).toMatchObject(OK);
      expect(await textAt(url)).toBe("hello");
      const name = new URL(url).pathname.slice(1);
      const commands = ftp.received.flat().map((line) => Buffer.from(line).toString().trim());
      expect(commands).not.toContain(`STOR ${name}`);
      expect(commands.filter((line) => /^STOR \.anyurl-/.test(line)).at(-1)).toMatch(
        new RegExp(`\\.${name}$`),
      );
      expect(commands).toContain(`RNTO ${name}`);
    }
  });
});

describe("put", () => {
  test("writes all bytes of a file", async () => {
    const url = fresh(".bin");
    const octets = Uint8Array.from({ length: 600_000 }, (_, i) => i % 251);
    expect(await run(["put", await file("x", octets), url])).toMatchObject(OK);
    expect(Buffer.from(octets).equals((await run(["cat", url])).octets)).toBe(true);
  });

  test("sends a file again after a login, also if it is larger than what is held", async () => {
    await using server = await startHttpServer({ accounts: { alice: SECRET }, private: "/" });
    const text = "a line\n".repeat(100_000);
    const url = `${server.origin.replace("//", "//alice@")}/large.txt`;
    const options = ["--limit", "maxHeld=1000", "--option", "allowUserinfo=true"];
    const env = { ANYURL_PASSWORD: SECRET };
    expect(await run(["put", "--force", ...options, await file("large", text), url], { env })).toMatchObject(
      OK,
    );
    expect((await run(["cat", "--option", "allowUserinfo=true", url], { env })).out === text).toBe(true);
  });

  test.runIf(process.platform === "linux")("writes a file of the kernel, whose size is 0", async () => {
    for (const url of [fresh(), `${http.origin}/version.txt`]) {
      expect(await run(["put", "--force", "/proc/version", url])).toMatchObject(OK);
      expect(await textAt(url)).toBe(await readFile("/proc/version", "utf8"));
    }
  });

  test("appends the escaped file name to a directory URL", async () => {
    const made = fresh("/");
    await run(["mkdir", made]);
    const { out } = await run(["put", "--json", await file("50% of;a?b.txt", "half"), made]);
    expect(JSON.parse(out)).toEqual({ ok: true, url: `${made}50%25%20of%3Ba%3Fb.txt`, octets: 4 });
    expect(await textAt(`${made}50%25%20of%3Ba%3Fb.txt`)).toBe("half");
  });

  test("sends a Content-Length over HTTP", async () => {
    expect(await run(["put", await file("x", "hello"), `${http.origin}/put.txt`])).toMatchObject(OK);
    const lines = http.received.flat().map((line) => Buffer.from(line).toString());
    expect(lines).toContain("PUT /put.txt HTTP/1.1");
    expect(lines.map((line) => line.toLowerCase())).toContain("content-length: 5");
    expect(await textAt(`${http.origin}/put.txt`)).toBe("hello");
  });

  test("asks at a terminal before it overwrites, and otherwise fails", async () => {
    const url = fresh();
    const [one, two] = [await file("1", "one"), await file("2", "two")];
    await run(["put", one, url]);
    const refused = await run(["put", two, url]);
    expect(refused).toMatchObject({ status: 9, out: "" });
    expect(refused.err).toContain("--force");
    const no = saying("no");
    expect((await run(["put", two, url], no)).status).toBe(9);
    expect(no.asked).toEqual([`${url} already exists. Overwrite? [y/N] `]);
    expect(await textAt(url)).toBe("one");
    expect((await run(["put", two, url], saying("yes"))).status).toBe(0);
    expect(await textAt(url)).toBe("two");
    expect((await run(["put", "-f", one, url])).status).toBe(0);
    expect(await textAt(url)).toBe("one");
  });

  test("reports an unreadable file and sends nothing", async () => {
    const connections = ftp.received.length;
    const none = await run(["put", here("none"), fresh()]);
    expect(none).toMatchObject({ status: 9, err: expect.stringContaining("no such file") });
    const folder = await run(["put", here(), fresh()]);
    expect(folder).toMatchObject({ status: 9, err: expect.stringContaining("cp -r") });
    expect(ftp.received.length).toBe(connections);
  });

  test("sends nothing for a scheme without put", async () => {
    const connections = gopher.received.length;
    const { status, err } = await run(["put", await file("x", "x"), `${gopher.origin}/0/x`]);
    expect(status).toBe(4);
    expect(err).toContain('gopher URLs do not support the operation "put"');
    expect(gopher.received.length).toBe(connections);
  });

  test("shows progress on a terminal after one second, and the size, time, and rate at the end", async () => {
    let time = 0;
    const argv = ["put", await file("x", new Uint8Array(3_000_000)), fresh()];
    const { err } = await run(argv, { errTerminal: true, elapsed: () => (time += 400) });
    expect(err).toMatch(/\r\x1b\[K[\w.-]+ {2}[\d.]+ (KiB|MiB) of 2\.9 MiB, \d+ %, /);
    expect(err).toMatch(/\r\x1b\[K[^\r]*txt: 2\.9 MiB in \d:\d\d, [\d.]+ [KM]iB\/s\n$/);
    expect((await run(["put", "-q", "-f", ...argv.slice(1)], { errTerminal: true })).err).toBe("");
  });

  test("names the URL in a failure", async () => {
    const url = `${ftp.origin}/none/x.txt`;
    const { status, out } = await run(["put", "--json", await file("x", "x"), url]);
    expect(status).toBe(5);
    expect(JSON.parse(out)).toMatchObject({ ok: false, code: "not-found", url });
  });
});

test.skipIf(NO_PTY !== undefined)(
  "asks at a terminal before it overwrites anything",
  { timeout: 60_000 },
  async () => {
    const url = fresh();
    await run(["put", await file("one", "one"), url]);
    const bin = bundled().command;
    const command = `"${process.execPath}" -C anyurl-source "${bin}" put "${await file("two", "two")}" ${url}; echo "status $?"`;
    for (const [answer, status, text] of [
      ["no", 9, "one"],
      ["yes", 0, "two"],
    ] as const) {
      await using pty = await startPty(command);
      await pty.sees(`${url} already exists. Overwrite? [y/N] `);
      pty.type(`${answer}\r`);
      await pty.sees(`status ${status}`);
      await pty.ended;
      expect(await textAt(url)).toBe(text);
    }
  },
);

/** Starts an HTTP server that answers HEAD with 403, GET with part of a file, and other methods with 204. */
async function closedServer(onGet: () => void = () => {}) {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method!);
    if (request.method === "GET") {
      response.writeHead(200, { "content-length": 100 }).write("a little");
      onGet();
    } else response.writeHead(request.method === "HEAD" ? 403 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/x`, methods, [Symbol.asyncDispose]: close };
}

describe("if the existence of the target is unknown", () => {
  test("put and cp fail as if the target existed", async () => {
    await using server = await closedServer();
    const source = await file("x", "x");
    for (const verb of ["put", "cp"]) {
      const { status, err } = await run([verb, source, server.url]);
      expect({ status, said: err.includes("cannot check") }).toEqual({ status: 9, said: true });
    }
    expect(server.methods).toEqual(["HEAD", "HEAD"]);
    expect((await run(["put", "-f", source, server.url])).status).toBe(0);
    expect(server.methods.slice(2)).toEqual(["PUT"]);
  });

  test("cp -r fails as if the target existed", async () => {
    const argv = ["cp", "-r", `${ftp.origin}/poems/`, `${http.origin}/attic/`];
    expect((await run(argv)).status).toBe(9);
    expect((await run([...argv, "-f"])).status).toBe(0);
    expect(await textAt(`${argv[3]}tide.txt`)).toContain("Tide");
  });
});

test.each([["cp"], ["get", "--no-resume", "-o"]])(
  "%s leaves no local file after an interruption",
  async (verb, ...flags) => {
    const abort = new AbortController();
    const interrupt = async () => {
      await expect.poll(() => readdir(here())).not.toEqual([]);
      abort.abort({ signalNumber: 2 });
    };
    await using server = await closedServer(interrupt);
    const argv =
      verb === "cp"
        ? ["cp", "--no-resume", "-f", server.url, here("x")]
        : [verb, ...flags, here("x"), server.url];
    expect(await run(argv, { signal: abort.signal })).toMatchObject({
      status: 130,
      err: "anyurl: interrupted\n",
    });
    expect(await readdir(here())).toEqual([]);
  },
);

test.each([["cp"], ["get"]])("%s -r leaves no partial file after an interruption", async (verb) => {
  const root = folder({ "small.txt": "small", "big.bin": document(patternDocument(1 << 30)) });
  await using server = await startFtpServer({ root: folder({ d: root }) });
  const abort = new AbortController();
  const target = here("t");
  const argv =
    verb === "cp"
      ? ["cp", "-r", `${server.origin}/d/`, target]
      : ["get", "-r", "-o", target, `${server.origin}/d/`];
  const running = run(argv, { signal: abort.signal });
  const names = async () => readdir(target).catch(() => []);
  while (!(await names()).some((name) => /^\.big\.bin\..+/.test(name))) await new Promise(setImmediate);
  abort.abort({ signalNumber: 2 });
  const { status, err } = await running;
  expect(status).toBe(130);
  expect(err).toMatch(/: \d files? copied; .*\n.*\nanyurl: interrupted\n$/);
  // The small file was transferred at the same time and can be complete.
  expect((await names()).filter((name) => name !== "small.txt")).toEqual([]);
});

describe("a URL with a fragment", () => {
  test("is rejected by what changes something, for a fragment is never sent (RFC 3986 §3.5)", async () => {
    const name = await file("a", "kept");
    const url = `${pathToFileURL(name).href}#1.txt`;
    for (const argv of [
      ["rm", url],
      ["put", "--force", await file("b", "new"), url],
      ["append", here("b"), url],
      ["mv", pathToFileURL(here("b")).href, "--force", url],
      ["plan", "--operation", "remove", url],
      ["send", "mailto:joe@h.example?subject=Bug%20#5&body=text"],
    ]) {
      const { status, out, err } = await run(argv);
      expect({ argv, status, out }).toEqual({ argv, status: 4, out: "" });
      expect(err).toContain("fragment-not-allowed");
    }
    expect(await readFile(name, "utf8")).toBe("kept");
  });
});

describe("append", () => {
  test("appends to an existing and to a missing file", async () => {
    const url = fresh();
    for (const text of ["one,", "two"])
      expect(await run(["append", await file("x", text), url])).toMatchObject(OK);
    expect(await textAt(url)).toBe("one,two");
  });

  test("fails for HTTP", async () => {
    expect((await run(["append", await file("x", "x"), `${http.origin}/x`])).status).toBe(4);
  });

  test("reads a file up to its size, so that a file can be appended to itself", async () => {
    const text = "a line\n".repeat(100_000);
    const name = await file("x", text);
    expect(await run(["append", "--max-time", "20", name, pathToFileURL(name).href])).toMatchObject(OK);
    expect((await readFile(name, "utf8")) === text + text).toBe(true);
  });
});

describe("cp", () => {
  test.each([
    ["ftp", "ftp"],
    ["ftp", "http"],
    ["gopher", "ftp"],
    ["http", "file"],
    ["file", "ftp"],
    ["file", "file"],
  ])("copies from %s to %s", async (from, to) => {
    const source = new Map([
      ["ftp", `${ftp.origin}/octets/lf.txt`],
      ["http", `${http.origin}/octets/lf.txt`],
      ["gopher", `${gopher.origin}/0/octets/lf.txt`],
      ["file", await file("lf.txt", "These lines end\nin line feed\nalone.\n")],
    ]).get(from)!;
    const target = new Map([
      ["ftp", fresh()],
      ["http", `${http.origin}/copied-${from}.txt`],
      ["file", here("copied.txt")],
    ]).get(to)!;
    expect(await run(["cp", source, target])).toMatchObject(OK);
    const text = to === "file" ? await readFile(target, "utf8") : await textAt(target);
    expect(text.replaceAll("\r\n", "\n")).toBe("These lines end\nin line feed\nalone.\n");
  });

  test("copies into a directory under the source name", async () => {
    expect((await run(["cp", `${ftp.origin}/poems/tide.txt;type=i`, here()])).status).toBe(0);
    expect(await readdir(here())).toEqual(["tide.txt"]);
    expect((await run(["cp", `${gopher.origin}/0/poems/percent.txt`, `${here()}/`])).status).toBe(0);
    expect(await readdir(here())).toEqual(["percent.txt", "tide.txt"]);
    await mkdir(here("with blank"));
    const { out } = await run(["cp", "--json", here("tide.txt"), here("with blank")]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, to: `file://${here()}/with%20blank/tide.txt` });
  });

  test("rejects a server's name that is not a valid local name", async () => {
    for (const name of ["%2e%2e", ".profile", "a%5Cb", "a%2Fb", "con"]) {
      const { status, err } = await run(["cp", `${ftp.origin}/x/${name};type=i`, here()]);
      expect({ name, status }).toEqual({ name, status: 2 });
      expect(err).toContain("no usable file name");
    }
    expect(await readdir(here())).toEqual([]);
  });

  test("reads every character of a file name literally", async () => {
    for (const name of ["50%25.txt", "a?b#c", "a b", "ünï", "c:d", "back\\slash", "[x]"]) {
      await file(name, name);
      const url = fresh();
      // Add "./" in front, because a name that begins like a scheme is a URL.
      expect(await run(["cp", here(".", name), url])).toMatchObject(OK);
      expect(await textAt(url)).toBe(name);
    }
  });

  test("asks before it overwrites a local file", async () => {
    const target = await file("x", "mine");
    expect((await run(["cp", `${ftp.origin}/octets/lf.txt`, target])).status).toBe(9);
    const no = saying("n");
    expect((await run(["cp", `${ftp.origin}/octets/lf.txt`, target], no)).status).toBe(9);
    expect(no.asked[0]).toContain(`${target} already exists`);
    expect(await readFile(target, "utf8")).toBe("mine");
    expect((await run(["cp", `${ftp.origin}/octets/lf.txt`, target], saying("yes"))).status).toBe(0);
    expect(await readFile(target, "utf8")).toContain("line feed");
  });

  test("leaves no local file if the source fails", async () => {
    expect((await run(["cp", `${ftp.origin}/none.txt`, here("x")])).status).toBe(5);
    expect(await readdir(here())).toEqual([]);
  });

  test("writes to standard output for -", async () => {
    expect(await run(["cp", await file("x", "hello"), "-"])).toMatchObject({ ...OK, out: "hello" });
  });

  test("shows progress like get", async () => {
    let time = 0;
    const source = await file("x", new Uint8Array(3_000_000));
    const world = { errTerminal: true, elapsed: () => (time += 400) };
    const { err } = await run(["cp", source, fresh()], world);
    expect(err).toMatch(/\r\x1b\[K[\w.-]+ {2}[\d.]+ (KiB|MiB) of 2\.9 MiB, \d+ %, /);
    expect(err).toMatch(/: 2\.9 MiB in \d:\d\d, [\d.]+ [KM]iB\/s\n$/);
  });
});

describe("cp -r", () => {
  test("copies a tree from a server to the local disk, and from there to another server", async () => {
    expect(await run(["cp", "-r", `${ftp.origin}/attic/`, here("attic")])).toMatchObject(OK);
    const letter = here("attic/up the stairs/inside the chimney/letter.txt");
    const text = await readFile(letter, "utf8");
    expect(text.length).toBeGreaterThan(100);
    expect((await stat(here("attic/empty box"))).isDirectory()).toBe(true);
    const target = fresh("/");
    const { status, out } = await run(["cp", "-r", "--json", here("attic"), target]);
    expect(status).toBe(0);
    expect(JSON.parse(out).entries.map(({ did, path }: Copied) => [did, path.join("/")])).toEqual(
      expect.arrayContaining([
        ["made", "empty box"],
        ["copied", "up the stairs/inside the chimney/letter.txt"],
      ]),
    );
    expect(await textAt(`${target}up%20the%20stairs/inside%20the%20chimney/letter.txt`)).toBe(text);
  });

  test("writes into an existing directory if it is empty or the user confirms", async () => {
    const argv = ["cp", "-r", `${ftp.origin}/poems/`, here()];
    expect((await run(argv)).status).toBe(0);
    expect((await readdir(here())).sort()).toEqual(["percent.txt", "tide.txt"]);
    await file("tide.txt", "mine");
    expect((await run(argv)).status).toBe(9);
    const no = saying("no");
    expect((await run(argv, no)).status).toBe(9);
    expect(no.asked.length).toBe(1);
    expect(await readFile(here("tide.txt"), "utf8")).toBe("mine");
    expect((await run([...argv, "--force"])).status).toBe(0);
    expect(await readFile(here("tide.txt"), "utf8")).toContain("Tide");
  });

  test("copies every name that the local system can have, and percent-encodes control characters", async () => {
    const { status, err } = await run(["cp", "-r", `${ftp.origin}/names/`, here("names")]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const { out } = await run(["ls", "--json", `${ftp.origin}/names/`]);
    const listed: readonly string[] = JSON.parse(out).entries.map(
      ({ name }: { readonly name: string }) => name,
    );
    const copied = await readdir(here("names"));
    expect(copied.map((name) => name.normalize("NFC"))).toContain(".hidden.txt");
    expect(copied).toHaveLength(listed.length);
    expect(copied.filter((name) => /\p{Cc}/u.test(name))).toEqual([]);
  });

  test("skips such names with --names skip, and fails with --names strict", async () => {
    await using server = await startFtpServer({
      root: folder([
        ["a\tb", "1"],
        ["c", "2"],
      ]),
    });
    const copy = (...options: readonly string[]) =>
      run(["cp", "-r", ...options, `${server.origin}/`, here("n")]);
    const skipped = await copy("--names", "skip");
    expect(skipped).toMatchObject({ status: 0, err: expect.stringMatching(/^anyurl: skipped a.*b: /) });
    expect(await readdir(here("n"))).toEqual(["c"]);
    expect(await copy("-f", "--names", "strict")).toMatchObject({
      status: 4,
      err: expect.stringContaining("unsafe-name"),
    });
    expect((await copy("-f")).status).toBe(0);
    expect((await readdir(here("n"))).sort()).toEqual(["a%09b", "c"]);
  });

  test("uploads all of the user's own files, hidden ones and unusual names too", async () => {
    await using server = await startFtpServer({ writable: "everybody", root: folder([["up", folder([])]]) });
    const names = [".env", "-dash.txt", "a:b.txt", "con.txt", "what?.txt", "back\\slash", "e\u0301", "é2"];
    await mkdir(here("site/.well-known"), { recursive: true });
    await mkdir(here("site/empty"));
    for (const name of [...names, ".well-known/x"]) await file(`site/${name}`, name);
    const { status, err } = await run(["cp", "-r", here("site/"), `${server.origin}/up/`]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const { out } = await run(["ls", "-R", "--json", `${server.origin}/up/`]);
    const paths = JSON.parse(out).entries.map(({ path }: { readonly path: readonly string[] }) =>
      path.join("/"),
    );
    expect(paths.sort()).toEqual([...names, ".well-known", ".well-known/x", "empty"].sort());
  });

  test("goes on after a file that it cannot copy, lists it, and ends with status 11", async () => {
    await mkdir(here("site"));
    await file("site/a", "1");
    await symlink("/etc/hostname", here("site/out"));
    await symlink(here("site"), here("site/loop"));
    await file("site/z", "2");
    const { status, err } = await run(["cp", "-rv", here("site/"), here("copy")]);
    expect(status).toBe(11);
    expect(err).toContain("anyurl: failed out: the path is outside the directories");
    expect(err).toContain("anyurl: failed loop/loop: a linked directory is not entered in another one");
    expect(err).toMatch(/copy: 4 files copied, 3 failed; 4 bytes in \d:\d\d\n$/);
    expect((await readdir(here("copy"))).sort()).toEqual(["a", "loop", "z"]);
    const first = await run(["cp", "-rf", "--fail-fast", here("site/"), here("copy")]);
    expect(first.status).toBe(4);
    expect((await run(["cp", "-rf", "--links", "skip", here("site/"), here("copy")])).status).toBe(0);
  });

  test("prints the outcome of each entry with --jsonl", async () => {
    const { out } = await run(["cp", "-r", "--jsonl", `${ftp.origin}/poems/`, here("p")]);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Copied);
    // The order is that of completion.
    expect(lines.map(({ did, path }) => [did, ...path]).sort()).toEqual([
      ["copied", "percent.txt"],
      ["copied", "tide.txt"],
    ]);
  });

  test("uses the password of the URL for the whole tree and hides it", async () => {
    const url = `ftp://alice:${ESCAPED}@${ftp.host}:${ftp.port}/`;
    for (const flags of [[], ["--json"], ["--jsonl"], ["--verbose"], ["--transcript"]]) {
      const { status, out, err } = await run(["cp", "-r", "-f", ...flags, url, here("alice")], {
        terminal: true,
      });
      expect({ flags, status }).toEqual({ flags, status: 0 });
      for (const secret of [SECRET, ESCAPED]) expect(out + err).not.toContain(secret);
    }
    expect((await readdir(here("alice"))).sort()).toEqual(["notes.txt", "where.txt"]);
  });
});

describe("mv", () => {
  test("renames a file or moves it into a directory", async () => {
    const [a, b, made] = [fresh(), fresh(), fresh("/")];
    await run(["put", await file("x", "x"), a]);
    await run(["mkdir", made]);
    expect(await run(["mv", a, b])).toMatchObject(OK);
    expect((await run(["stat", a])).status).toBe(5);
    expect(JSON.parse((await run(["mv", "--json", b, made])).out)).toEqual({
      ok: true,
      url: b,
      to: made + b.split("/").at(-1),
    });
    expect(await textAt(made + b.split("/").at(-1))).toBe("x");
  });

  test("overwrites nothing by default", async () => {
    const [a, b] = [fresh(), fresh()];
    await run(["put", await file("a", "a"), a]);
    await run(["put", await file("b", "b"), b]);
    expect((await run(["mv", a, b])).status).toBe(9);
    expect(await textAt(b)).toBe("b");
    expect((await run(["mv", "-f", a, b])).status).toBe(0);
    expect(await textAt(b)).toBe("a");
  });

  test("works only within a server and with schemes that support it", async () => {
    const { status, err } = await run([
      "mv",
      `${ftp.origin}/welcome.txt`,
      "ftp://other.example.invalid/x",
      "-f",
    ]);
    expect({ status, said: err.includes("copy the file, then remove the original") }).toEqual({
      status: 4,
      said: true,
    });
    expect((await run(["mv", "-f", `${http.origin}/a`, `${http.origin}/b`])).status).toBe(4);
  });
});

describe("mkdir and rm", () => {
  test("create and remove several directories in order", async () => {
    const made = fresh("/");
    const { status, err } = await run(["mkdir", "-v", made, `${made}below/`]);
    expect({ status, err }).toEqual({ status: 0, err: `created ${made}\ncreated ${made}below/\n` });
    const full = await run(["rm", made]);
    expect(full.err).toContain("not-empty");
    const { out } = await run(["rm", "--json", `${made}below/`, made]);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      results: [
        { ok: true, url: `${made}below/` },
        { ok: true, url: made },
      ],
    });
    expect((await run(["ls", made])).status).toBe(5);
  });

  test("go on after a failure, name its URL, and exit with its status", async () => {
    const [a, b] = [fresh(), fresh()];
    await run(["put", await file("x", "x"), b]);
    const { status, err } = await run(["rm", a, b]);
    expect(status).toBe(5);
    expect(err).toMatch(new RegExp(`^anyurl: failed for ${a}\nanyurl: not-found: `));
    expect(err).toMatch(/^anyurl: 1 of 2 failed$/m);
    expect((await run(["stat", b])).status).toBe(5);
  });

  test("change nothing if one of the URLs is invalid", async () => {
    const a = fresh();
    await run(["put", await file("x", "x"), a]);
    expect((await run(["rm", a, "no url"])).status).toBe(3);
    expect(await textAt(a)).toBe("x");
  });
});

describe("get -r", () => {
  test("fetches a tree with all of its names, also those that are not UTF-8", async () => {
    const argv = ["get", "-r", "-o", here("names"), `${ftp.origin}/names/`];
    expect(await run(argv)).toMatchObject({ status: 0, out: "", err: "" });
    const names = await readdir(here("names"), { encoding: "buffer" });
    expect(names.map((name) => name.toString("latin1"))).toEqual(
      expect.arrayContaining(["caf\xe9.txt", "last byte \xff"]),
    );
    expect(names.length).toBeGreaterThan(5);
    for (const name of names)
      expect(await readFile(Buffer.concat([Buffer.from(here("names/")), name]), "utf8")).toContain(
        "You have found",
      );
  });

  test("writes into the named directory under a policy that opens no local files", async () => {
    const policy = await file("policy.json", '{ "allowSchemes": ["ftp"], "allowPorts": ["ftp:*"] }');
    const fetchTree = (url: string) => run(["get", "-r", "--policy", policy, "-o", here("poems"), url]);
    expect(await fetchTree(`${ftp.origin}/poems/`)).toMatchObject(OK);
    expect((await readdir(here("poems"))).sort()).toEqual(["percent.txt", "tide.txt"]);
    // The source is under the policy.
    expect((await run(["get", "-r", "--policy", policy, "-o", here("x"), `file://${here()}/`])).status).toBe(
      4,
    );
  });

  test("keeps the modification times of the files, unless --no-times is given", async () => {
    await mkdir(here("src"));
    const source = await file("src/old", "old");
    const old = new Date("2001-02-03T04:05:06Z");
    await utimes(source, old, old);
    const mtime = async (name: string, ...flags: readonly string[]) => {
      const argv = ["get", "-r", ...flags, "-o", here(name), `file://${here("src")}/`];
      expect(await run(argv)).toMatchObject(OK);
      return (await stat(here(`${name}/old`))).mtime;
    };
    expect(await mtime("kept")).toEqual(old);
    expect(await mtime("new", "--no-times")).not.toEqual(old);
  });

  test("prints the outcome of each entry with --json", async () => {
    const { out } = await run(["get", "-r", "--json", "-o", here("attic"), `${ftp.origin}/attic/`]);
    const { ok, entries } = JSON.parse(out);
    expect(ok).toBe(true);
    expect(entries.filter(({ did }: Copied) => did === "saved")).toEqual([
      expect.objectContaining({ file: here("attic/up the stairs/inside the chimney/letter.txt"), size: 264 }),
    ]);
  });

  test("asks before it writes into a non-empty directory, and fails without a terminal", async () => {
    await file("mine", "mine");
    const argv = ["get", "-r", "-o", here(), `${ftp.origin}/poems/`];
    const connections = ftp.received.length;
    expect((await run(argv)).status).toBe(9);
    expect(ftp.received.length).toBe(connections);
    expect((await run(argv, saying("yes"))).status).toBe(0);
    expect((await readdir(here())).sort()).toEqual(["mine", "percent.txt", "tide.txt"]);
  });

  test("does not follow a link in place of a directory", async () => {
    await mkdir(here("elsewhere"));
    await mkdir(here("t"));
    await symlink(here("elsewhere"), here("t/up the stairs"));
    const { status, err } = await run(["get", "-r", "-f", "-o", here("t"), `${ftp.origin}/attic/`]);
    expect({ status, said: err.includes("already exists") }).toEqual({
      status: 11,
      said: true,
    });
    expect(await readdir(here("elsewhere"))).toEqual([]);
  });

  test("logs in once per parallel transfer, not once per file", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    await using server = await startFtpServer({ root: folder(names.map((name) => [name, name])) });
    const connections = async (...flags: readonly string[]) => {
      const before = server.received.length;
      const argv = ["get", "-r", "-f", "-q", ...flags, "-o", here("p"), `${server.origin}/`];
      expect((await run(argv)).status).toBe(0);
      expect((await readdir(here("p"))).sort()).toEqual(names);
      return server.received.length - before;
    };
    expect(await connections("--parallel", "1")).toBe(1);
    // Fewer if a file has arrived before another one is requested.
    expect(await connections("--parallel", "2")).toBeLessThanOrEqual(2);
    expect(await connections()).toBeLessThanOrEqual(4);
    for (const wrong of ["0", "33", "x"])
      expect((await run(["get", "-r", "--parallel", wrong, "-o", here("q"), `${ftp.origin}/`])).status).toBe(
        2,
      );
  });
});

test("escapes control characters in texts of the server", async () => {
  await using hostile = await startFtpServer({
    writable: "everybody",
    root: folder([
      ["\x1b[31mred", folder([["\u202etxt", "x"]])],
      ["deep", folder([["\x9b2J", "x"]])],
      ...library().entries,
    ]),
  });
  const at = (path: string) => `${hostile.origin}${path}`;
  for (const argv of [
    ["ls", "-R", at("/deep/")],
    ["ls", "-R", "--jsonl", at("/deep/")],
    ["cp", "-r", "-v", at("/"), here("a")],
    ["cp", "-r", "--jsonl", at("/"), here("b")],
    ["get", "-r", "-v", "-o", here("c"), at("/")],
    ["get", "-r", "--json", "-o", here("d"), at("/")],
    ["stat", "--transcript", at("/deep/%C2%9B2J")],
    ["rm", "-v", at("/deep/%C2%9B2J")],
    ["ls", "--transcript", at("/%1B[31mred/".replace("[", "%5B"))],
  ]) {
    const { out, err } = await run(argv, {
      terminal: true,
      env: { NO_COLOR: "1" },
      now: () => 0,
      elapsed: () => 0,
    });
    expect((out + err).length).toBeGreaterThan(0);
    expect({ argv, live: /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.exec(out + err) }).toEqual({
      argv,
      live: null,
    });
  }
});

interface Copied {
  readonly did: string;
  readonly path: readonly string[];
}
