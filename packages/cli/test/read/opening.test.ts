import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import {
  document,
  type EmbeddedServer,
  folder,
  library,
  patternDocument,
  startFtpServer,
  startGopherServer,
} from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const SECRET = "s3cr:t@/%";
const ESCAPED = "s3cr%3At%40%2F%25";

/** No system gives this port to a server that asks for any free one, as those of other tests do. */
const UNUSED_PORT = 19_191;

let server: EmbeddedServer;
const here = scratchDirectory();

beforeAll(async () => {
  server = await startFtpServer({
    root: folder([
      ...library().entries,
      ["hostile.txt", "\x1b]0;title\x07 \x9b2J \u202e\r\nsecond\n"],
      ["\x1b[31mred.txt", "red"],
      ["big.bin", document(patternDocument(3_000_000))],
    ]),
  });
});
afterAll(() => server.close());

const url = (path: string, userinfo = "") => `ftp://${userinfo}${server.host}:${server.port}${path}`;

describe("get", () => {
  test("writes the exact bytes to a pipe", async () => {
    const { status, octets, err } = await run(["get", url("/octets/bytes.bin")]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect([...octets]).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });

  test("writes all of a large file in order", async () => {
    const { status, octets } = await run(["get", url("/big.bin")]);
    expect(status).toBe(0);
    expect(octets.length).toBe(3_000_000);
    expect(octets.every((octet, i) => octet === i % 251)).toBe(true);
  });

  test("escapes control characters for a terminal", async () => {
    const { status, out } = await run(["get", url("/hostile.txt")], { terminal: true });
    expect(status).toBe(0);
    expect(out).toBe("\\x1b]0;title\\x07 \\x9b2J \\u202e\nsecond\n");
    const raw = await run(["get", "--raw", url("/hostile.txt")], { terminal: true });
    expect(raw.out).toBe("\x1b]0;title\x07 \x9b2J \u202e\r\nsecond\n");
  });

  test("rejects binary data for a terminal without --raw", async () => {
    const { status, out, err } = await run(["get", url("/octets/bytes.bin")], { terminal: true });
    expect({ status, out }).toEqual({ status: 9, out: "" });
    expect(err).toContain("--raw");
    expect((await run(["get", "--raw", url("/octets/bytes.bin")], { terminal: true })).octets.length).toBe(
      256,
    );
  });

  test("lists a directory, and writes the raw listing with --raw", async () => {
    for (const path of ["/poems/", "/poems;type=d"]) {
      const { status, out } = await run(["get", url(path)]);
      expect(status).toBe(0);
      expect(out).toMatch(/^file +\d+ +1994-12-20 12:00 +tide\.txt +ftp:\/\//m);
    }
    expect((await run(["get", "--raw", url("/poems/")])).out).toBe("tide.txt\r\npercent.txt\r\n");
  });

  test("prints text or base64, size, and hash with --json", async () => {
    const text = JSON.parse((await run(["get", "--json", url("/octets/lf.txt")])).out);
    expect(text).toMatchObject({
      ok: true,
      url: url("/octets/lf.txt"),
      text: "These lines end\nin line feed\nalone.\n",
    });
    expect(text.complete).toBe(true);
    const { base64, size, sha256 } = JSON.parse((await run(["get", "--json", url("/octets/bytes.bin")])).out);
    expect([...Buffer.from(base64, "base64")]).toEqual(Array.from({ length: 256 }, (_, i) => i));
    expect(size).toBe(256);
    // SHA-256 of the bytes 0 to 255, from sha256sum
    expect(sha256).toBe("40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880");
  });

  test("uses the password of the environment for the user of the URL", async () => {
    const env = { ANYURL_PASSWORD: SECRET };
    const { status, out, err } = await run(["get", url("/where.txt", "alice@")], { env });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toContain("You are in the house of alice.");
  });
});

describe("get --range", () => {
  test.each([
    ["0-3", [0, 1, 2, 3]],
    ["250-", [250, 251, 252, 253, 254, 255]],
    ["254-999", [254, 255]],
    ["256-", []],
  ])("%s writes exactly that range", async (range, octets) => {
    const found = await run(["get", "--range", range, url("/octets/bytes.bin")]);
    expect({ status: found.status, err: found.err }).toEqual({ status: 0, err: "" });
    expect([...found.octets]).toEqual(octets);
  });
});

describe("get --retry", () => {
  /** A Gopher server that resets its first connections after `breaks` bytes. */
  async function breaking(octets: Buffer, ...breaks: readonly number[]): Promise<Server & AsyncDisposable> {
    let asked = 0;
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        const most = breaks[asked++];
        if (most === undefined) socket.end(octets);
        else
          socket.write(octets.subarray(0, most), () => {
            // biome-ignore lint/plugin/no-fixed-waits: some systems drop at a reset what was not read yet; Linux does not, however late it is read.
            setTimeout(() => socket.resetAndDestroy(), 50);
          });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return server;
  }
  const octets = Buffer.from(Array.from({ length: 20_000 }, (_, i) => i % 251));
  const at = (server: Server) => `gopher://127.0.0.1:${(server.address() as { port: number }).port}/9/x`;

  test("continues where the connection was reset", async () => {
    await using server = await breaking(octets, 0, 9_000, 12_000);
    const { status, octets: got, err } = await run(["get", "--retry", "3", at(server)]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(octets.equals(got)).toBe(true);
  });

  test("fails with truncated after the last retry", async () => {
    await using server = await breaking(octets, 100, 100, 100);
    const { status, err } = await run(["get", "--retry", "1", "-q", at(server)]);
    expect(status).not.toBe(0);
    expect(err).toContain("truncated");
  });
});

describe("get -o", () => {
  test("creates the complete file with default permissions, and no other file", async () => {
    const file = here("big.bin");
    const { status, out, err } = await run(["get", "-o", file, url("/big.bin")]);
    expect({ status, out, err }).toEqual({ status: 0, out: "", err: "" });
    expect(await readdir(here())).toEqual(["big.bin"]);
    expect((await readFile(file)).length).toBe(3_000_000);
    expect((await stat(file)).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test("does not connect if the output file exists", async () => {
    const file = here("x");
    await writeFile(file, "mine");
    const connections = server.received.length;
    const { status, err } = await run(["get", "-o", file, url("/welcome.txt")]);
    expect(status).toBe(9);
    expect(err).toContain("--force");
    expect(server.received.length).toBe(connections);
    expect(await readFile(file, "utf8")).toBe("mine");
    expect((await run(["get", "-f", "-o", file, url("/where.txt")])).status).toBe(0);
    expect(await readFile(file, "utf8")).toContain("You are at the root");
  });

  test("leaves no file after a failure, and an existing file unchanged", async () => {
    const file = here("x");
    await writeFile(file, "mine");
    expect((await run(["get", "-f", "-o", file, url("/none.txt")])).status).toBe(5);
    expect(await readdir(here())).toEqual(["x"]);
    expect(await readFile(file, "utf8")).toBe("mine");
  });

  test("leaves no file after an abort during a transfer with --no-resume", async () => {
    const abort = new AbortController();
    const { port, close } = await ftpThatStalls(async () => {
      await expect.poll(() => readdir(here())).not.toEqual([]);
      abort.abort({ signalNumber: 2 });
    });
    const argv = ["get", "--no-resume", "-o", here("x"), `ftp://127.0.0.1:${port}/x`];
    const { status, err } = await run(argv, { signal: abort.signal });
    expect(status).toBe(130);
    expect(err).toBe("anyurl: interrupted\n");
    expect(await readdir(here())).toEqual([]);
    await close();
  });

  test("reports why the output file cannot be written", async () => {
    const { status, err } = await run(["get", "-o", here("no", "x"), url("/welcome.txt")]);
    expect(status).toBe(9);
    expect(err).toContain("no such directory");
    expect((await run(["get", "-o", here("no", "x/"), url("/welcome.txt")])).status).toBe(9);
  });

  test("prints the saved file with --json", async () => {
    const file = here("b");
    const { out } = await run(["get", "--json", "-o", file, url("/octets/bytes.bin")]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, file, size: 256, complete: true });
  });

  test("shows progress on a terminal after one second and removes it", async () => {
    let time = 0;
    const elapsed = () => (time += 400);
    const argv = ["get", "-o", here("x"), url("/big.bin")];
    const { err } = await run(argv, { errTerminal: true, elapsed });
    expect(err).toMatch(/\r\x1b\[K[\w.]+ {2}[\d.]+ (KiB|MiB)/);
    expect(err).toMatch(/\r\x1b\[K[^\r]*x: 2\.9 MiB in \d:\d\d, [\d.]+ [KM]iB\/s\n$/);
    expect((await run([...argv, "-f"], { elapsed })).err).toBe("");
    expect((await run([...argv, "-f"], { errTerminal: true, elapsed: () => 5_000 })).err).not.toContain("\r");
  });
});

describe("ls", () => {
  test("prints kind, size, time, name, and URL in a table", async () => {
    const { status, out } = await run(["ls", url("/attic/")]);
    expect(status).toBe(0);
    expect(out).toBe(
      `dir  1994-12-20 12:00  up the stairs  ${url("/attic/up%20the%20stairs/")}\n` +
        `dir  1994-12-20 12:00  empty box      ${url("/attic/empty%20box/")}\n`,
    );
  });

  test("escapes control characters in names", async () => {
    for (const argv of [
      ["ls", url("/")],
      ["ls", "--json", url("/")],
    ]) {
      const { out } = await run(argv);
      expect(out).not.toContain("\x1b");
      expect(out).toMatch(/\\x1b\[31mred|\\u001b\[31mred/);
    }
  });

  test("prints every entry with its raw name with --json", async () => {
    const { out } = await run(["ls", "--json", url("/names/")]);
    const { entries }: { entries: readonly { readonly name: string; readonly url: string }[] } =
      JSON.parse(out);
    expect(entries.length).toBe(18);
    const cafe = entries.find(({ name }) => name === "caf\udce9.txt");
    expect(cafe?.url).toBe(url("/names/caf%E9.txt"));
  });

  test("prints URLs that can be opened", async () => {
    const { out: json } = await run(["ls", "--json", url("/names/")]);
    const { entries }: { entries: readonly { readonly url: string }[] } = JSON.parse(json);
    for (const entry of entries) {
      const { status, out } = await run(["get", entry.url]);
      expect({ entry, status, found: out.startsWith("You have found") }).toEqual({
        entry,
        status: 0,
        found: true,
      });
    }
  });
});

describe("gopher", () => {
  let gopher: EmbeddedServer;
  beforeAll(async () => {
    gopher = await startGopherServer();
  });
  afterAll(() => gopher.close());

  test("converts line ends of a text for a terminal, but not for a pipe", async () => {
    const text = `${gopher.origin}/0/octets/lf.txt`;
    expect((await run(["get", text], { terminal: true })).out).toBe(
      "These lines end\nin line feed\nalone.\n",
    );
    expect((await run(["get", text])).out).toBe("These lines end\r\nin line feed\r\nalone.\r\n");
  });

  test("lists menus and search results, with information lines as text", async () => {
    const menu = await run(["get", `${gopher.origin}/`]);
    expect(menu.status).toBe(0);
    expect(menu.out).toContain("Everything here can be read twice: by gopher: and by ftp:.\n");
    expect(menu.out).toContain(`dir      Poems `);
    expect(menu.out).toContain(
      "session  The catalogue of another library  telnet://guest@library.example/\n",
    );
    const found = await run(["get", `${gopher.origin}/7/search%09umlaut`]);
    expect(found.out).toBe(`file  percent.txt  ${gopher.origin}/0/poems/percent.txt\n`);
  });

  test("rejects an image for a terminal", async () => {
    const picture = await run(["get", `${gopher.origin}/g/pictures/lighthouse.gif`], { terminal: true });
    expect(picture).toMatchObject({ status: 9, out: "" });
    expect(picture.err).toContain("image/gif");
  });

  test("exits with 5 and prints the server's reply if the selector does not exist", async () => {
    const { status, err } = await run(["get", `${gopher.origin}/0/none`]);
    expect(status).toBe(5);
    expect(err).toContain("server: There is nothing by that selector.");
  });
});

describe("anyurl", () => {
  test("exits with 5 if the resource does not exist or has the wrong kind", async () => {
    expect((await run(["get", url("/none.txt")])).status).toBe(5);
    expect((await run(["ls", url("/none/")])).status).toBe(5);
  });

  test("exits with 6 if the password is wrong or missing", async () => {
    const wrong = await run(["get", url("/where.txt", "alice:hunter22@")]);
    expect(wrong.status).toBe(6);
    expect(wrong.err).toContain("530");
    const none = await run(["get", url("/where.txt", "alice@")]);
    expect(none.status).toBe(6);
    expect(none.err).toContain("ANYURL_PASSWORD");
  });

  test("exits with 7 if the connection is refused or times out", async () => {
    const { port, close } = await listening(() => {});
    const slow = await run(["get", "--max-time", "0.1", `ftp://127.0.0.1:${port}/x`]);
    expect(slow.status).toBe(7);
    expect(slow.err).toContain("timeout");
    await close();
    expect((await run(["get", `ftp://127.0.0.1:${UNUSED_PORT}/x`])).status).toBe(7);
  });

  test("exits with 8 if the server violates its protocol", async () => {
    const { port, close } = await listening((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    const { status, err } = await run(["get", `ftp://127.0.0.1:${port}/x`]);
    expect(status).toBe(8);
    expect(err).not.toMatch(/^ {4}at /m);
    await close();
  });

  test("exits with 4 for a blocked port, a forbidden byte, or an unsupported scheme", async () => {
    expect((await run(["get", "ftp://127.0.0.1:25/x"])).status).toBe(4);
    const { status, err } = await run(["get", url("/x%00y")]);
    expect(status).toBe(4);
    expect(err).toMatch(/^ +\^\^\^$/m);
    expect((await run(["get", "x-unheard:abc"])).status).toBe(4);
  });

  test("exits with 141 on EPIPE", async () => {
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const world = {
      onWrite: () => {
        throw broken;
      },
    };
    for (const argv of [
      ["get", url("/big.bin")],
      ["explain", "ftp://h/"],
      ["--help"],
      ["parse", "--json", "no"],
    ]) {
      expect(await run(argv, world)).toMatchObject({ status: 141, err: "" });
    }
  });
});

test("hides the password in the output of every verb", async () => {
  const texts = [
    url("/where.txt", `alice:${ESCAPED}@`),
    url("/none.txt", `alice:${ESCAPED}@`),
    url("/where.txt", "bob:hunter22@"),
    url("/a%00b", "bob:hunter22@"),
    url("/a b", "bob:hunter22@"),
    "ftp://bob:hunter22@h:99999/",
    "ftp://bob:hunter22@h/x;type=x",
    "ftp://bob:hunter22@127.0.0.1:25/",
    "x-unheard://bob:hunter22@h/",
    "ftp://bob:hunt%zzer22@h/",
    "ftp://bob?:hunter22@h/",
  ];
  for (const verb of ["parse", "explain", "plan", "get", "ls"]) {
    for (const text of texts) {
      for (const flags of [[], ["--json"]]) {
        const { out, err } = await run([verb, ...flags, text], { terminal: true });
        for (const secret of [SECRET, ESCAPED, "hunter22", "zzer22", btoa("hunter22")]) {
          expect({ verb, text, shown: (out + err).includes(secret) }).toEqual({ verb, text, shown: false });
        }
      }
    }
  }
});

interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on loopback that handles each connection with `serve`. */
async function listening(serve: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      listener.close(() => resolve());
    });
  return { port, close };
}

/** Starts an FTP server that sends part of a file, calls back, and then stalls. */
async function ftpThatStalls(tell: () => void): Promise<Listening> {
  const data = await listening((socket) => {
    socket.write("a little");
    tell();
  });
  const control = await listening((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (octets) => {
      const [verb = ""] = octets.toString().trim().split(" ");
      const reply = new Map([
        ["USER", "331 password"],
        ["PASS", "230 welcome"],
        ["TYPE", "200 done"],
        ["EPSV", `229 passive (|||${data.port}|)`],
        ["RETR", "150 here it comes"],
      ]).get(verb);
      socket.write(`${reply ?? "500 what?"}\r\n`);
    });
  });
  return { port: control.port, close: async () => void (await Promise.all([data.close(), control.close()])) };
}
