import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type EmbeddedServer, folder, startTelnetServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { run } from "../captured.ts";

const BIN = bundled().command;

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a child process between pipes. */
function start(argv: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["-C", "anyurl-source", BIN, "open", ...argv], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdin!.on("error", () => {});
  child.stdout!.on("data", (octets: Buffer) => out.push(octets));
  child.stderr!.on("data", (octets: Buffer) => err.push(octets));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (status) =>
      resolve({ status, out: Buffer.concat(out).toString("latin1"), err: Buffer.concat(err).toString() }),
    );
  });
  return { child, ended };
}

/** Waits for the first output. @throws the error of a command that ends without one. */
async function firstOutput({ child, ended }: ReturnType<typeof start>): Promise<void> {
  const output = new Promise<true>((resolve) => child.stdout!.once("data", () => resolve(true)));
  const first = await Promise.race([output, ended]);
  if (first !== true) throw new Error(`the command ended with ${first.status}: ${first.err}`);
}

describe("open between pipes", () => {
  let server: EmbeddedServer;
  beforeEach(async () => {
    server = await startTelnetServer({ root: folder({ esc: "\x1b[2J\n" }) });
  });
  afterEach(() => server.close());

  test("copies the input to the server and its output to stdout, byte for byte", async () => {
    const { child, ended } = start([server.origin]);
    child.stdin!.end("list\nshow esc\r\nquit\n");
    const { status, out, err } = await ended;
    expect({ status, err }).toEqual({ status: 0, err: "" });
    // The output contains the input if the server already echoes.
    expect(out).toContain("esc\r\n> ");
    expect(out).toContain("\x1b[2J\r\n");
    expect(out.endsWith("Goodbye.\r\n")).toBe(true);
    expect(server.received.flat().map((line) => Buffer.from(line).toString())).toEqual([
      "list",
      "show esc",
      "quit",
    ]);
  });

  test("ends when the server closes the connection, although the input continues", async () => {
    const { child, ended } = start([server.origin]);
    child.stdin!.write("quit\n");
    expect(await ended).toMatchObject({ status: 0 });
  });

  test("reads a CR LF split between two chunks as one line end", async () => {
    const wire: Buffer[] = [];
    const raw = createServer((socket) => {
      socket.on("data", (octets: Buffer) => {
        wire.push(octets);
        if (Buffer.concat(wire).includes("end")) socket.end();
      });
    });
    await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
    const { child, ended } = start([`telnet://127.0.0.1:${(raw.address() as AddressInfo).port}/`]);
    // A CR is held until the next chunk shows whether it is a newline.
    for (const [piece, sent] of [
      ["a\r", "a"],
      ["\nb\r", "a\r\nb"],
      ["c", "a\r\nb\r\0c"],
      ["\n\xffend", "a\r\nb\r\0c\r\n\xff\xffend"],
    ] as const) {
      child.stdin!.write(Buffer.from(piece, "latin1"));
      await expect.poll(() => Buffer.concat(wire).toString("latin1")).toBe(sent);
    }
    expect((await ended).status).toBe(0);
    raw.close();
  });

  test("exits on SIGTERM and closes the connection", async () => {
    const opened = start([server.origin]);
    await firstOutput(opened);
    opened.child.kill("SIGTERM");
    expect(await opened.ended).toMatchObject({ status: 143, err: "anyurl: interrupted\n" });
    await expect.poll(() => server.live).toBe(0);
  });
});

describe("open with a hostile server", () => {
  const servers: { close(): void }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Starts a server that handles each connection with `behave`, and returns its URL. */
  async function hostile(behave: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      behave(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `telnet://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** Sends the bytes repeatedly while the client reads. */
  function flood(socket: Socket, octets: Uint8Array): void {
    const more = () => {
      while (!socket.destroyed && socket.write(octets));
    };
    socket.on("drain", more);
    more();
  }

  test("ends with status 0 if the server closes at once", async () => {
    expect(await start([await hostile((socket) => socket.end())]).ended).toMatchObject({
      status: 0,
      out: "",
    });
  });

  test("fails with truncated if the server resets during a negotiation", async () => {
    const url = await hostile((socket) => {
      socket.write(Uint8Array.of(255, 253, 24, 255, 250, 24));
      socket.once("data", () => socket.resetAndDestroy());
    });
    const { status, err } = await start([url]).ended;
    expect(status).toBe(8);
    expect(err).toMatch(/^anyurl: truncated: /);
  });

  test("sends at most 2048 bytes in reply to a flood of DO and DONT", async () => {
    let heard = 0;
    const url = await hostile((socket) => {
      socket.on("data", (octets: Uint8Array) => {
        heard += octets.length;
      });
      flood(
        socket,
        new Uint8Array(60_000).map((_, i) => [255, 253, 3, 255, 254, 3][i % 6]!),
      );
    });
    const { status, err } = await start([url]).ended;
    expect(status).toBe(8);
    expect(err).toContain("maxNegotiation");
    expect(heard).toBeLessThanOrEqual(2048);
  });

  test("fails if a subnegotiation exceeds maxSubnegotiation", async () => {
    const url = await hostile((socket) => {
      socket.write(Uint8Array.of(255, 250, 24));
      flood(socket, new Uint8Array(60_000).fill(65));
    });
    const { status, err } = await start([url]).ended;
    expect(status).toBe(8);
    expect(err).toContain("maxSubnegotiation");
  });

  test("fails with timeout after --max-time if the server is silent", async () => {
    const { status, err } = await start(["--max-time", "0.5", await hostile(() => {})]).ended;
    expect(status).toBe(7);
    expect(err).toMatch(/^anyurl: timeout: /);
  });

  // While another thread starts a process, its copy of the pipe keeps it open: the server must send until EPIPE comes.
  test("exits silently if the reader closes the output (EPIPE)", async () => {
    const opened = start([await hostile((socket) => flood(socket, new Uint8Array(60_000).fill(65)))]);
    await firstOutput(opened);
    opened.child.stdout!.destroy();
    expect(await opened.ended).toMatchObject({ status: 141, err: "" });
  });

  test("passes 10 MB without a line end", async () => {
    const url = await hostile((socket) => void socket.end(new Uint8Array(10_000_000).fill(65)));
    const { status, out } = await start([url]).ended;
    expect(status).toBe(0);
    expect(out.length).toBe(10_000_000);
  });
});

describe("open with invalid arguments", () => {
  test.each([
    [["--escape", "abc", "telnet://h.example/"], 2],
    [["--escape", "^ä", "telnet://h.example/"], 2],
    [["--json", "telnet://h.example/"], 2],
    [["--", "-telnet://h.example/"], 2],
    [["telnet://h.example/path"], 3],
    [["ftp://h.example/"], 4],
    [["telnet://a%0D%0Ab@h.example/"], 4],
    [["--terminal-type", "two words", "telnet://127.0.0.1:1/"], 4],
  ])("exits for %j with status %i", async (argv, status) => {
    const ran = await run(["open", ...(argv as readonly string[])]);
    expect(ran.status).toBe(status);
    expect(ran.err + ran.out).not.toBe("");
    expect(ran.err).not.toMatch(/^ {4}at /m);
  });

  test("warns in its help that the server can control the terminal", async () => {
    const { out } = await run(["open", "--help"]);
    expect(out).toMatch(/At\s+a\s+terminal,\s+the\s+server\s+can\s+control\s+the\s+screen/);
    expect(out).toContain("--safe");
  });
});
