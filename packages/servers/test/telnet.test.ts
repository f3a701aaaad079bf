import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  type EmbeddedServer,
  folder,
  patternDocument,
  startTelnetServer,
  type TelnetServerOptions,
} from "../src/index.ts";
import { dial, latin1, octets, readAll, until } from "./raw-client.ts";

const IAC = "\xff";
const DONT = "\xfe";
const DO = "\xfd";
const WONT = "\xfc";
const WILL = "\xfb";
const SB = "\xfa";
const SE = "\xf0";
const BINARY = "\0";
const ECHO = "\x01";
const SGA = "\x03";
const TTYPE = "\x18";
const NAWS = "\x1f";

let server: EmbeddedServer;
afterEach(() => server?.close());

/** A client that sends what it is given, one byte per character. */
interface Client {
  readonly socket: Socket;
  readonly heard: string;
  say(text: string): void;
  /** Resolves when this has arrived, after the earlier output. */
  hears(text: string): Promise<void>;
}

async function client(options: TelnetServerOptions = {}): Promise<Client> {
  server = await startTelnetServer(options);
  return another();
}

async function another(): Promise<Client> {
  const socket = await dial(server.host, server.port);
  let heard = "";
  let from = 0;
  socket.on("data", (piece: Uint8Array) => {
    heard += latin1(piece);
  });
  return {
    socket,
    get heard() {
      return heard;
    },
    say: (text) => void socket.write(octets(text)),
    async hears(text) {
      await until(() => heard.includes(text, from));
      from = heard.indexOf(text, from) + text.length;
    },
  };
}

const OFFERS = `${IAC}${WILL}${ECHO}${IAC}${WILL}${SGA}${IAC}${DO}${TTYPE}${IAC}${DO}${NAWS}`;

describe("options (RFC 855, 1143)", () => {
  test("offers to echo and to suppress go-aheads, asks for the terminal, and does not wait", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    expect(telnet.heard.startsWith(OFFERS)).toBe(true);
    telnet.say("help\r\n");
    await telnet.hears("show DOCUMENT");
    expect(telnet.heard).not.toContain("help\r\n>");
  });

  test("does not mention a disabled option", async () => {
    const telnet = await client({ features: [] });
    await telnet.hears("> ");
    expect(telnet.heard).not.toContain(IAC);
    telnet.say(`${IAC}${DO}${ECHO}${IAC}${DO}${BINARY}${IAC}${WILL}${TTYPE}`);
    await telnet.hears(`${IAC}${WONT}${ECHO}${IAC}${WONT}${BINARY}${IAC}${DONT}${TTYPE}`);
  });

  test("does not answer replies to its own requests", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    const before = telnet.heard.length;
    telnet.say(`${IAC}${DO}${ECHO}${IAC}${DO}${SGA}${IAC}${WONT}${TTYPE}${IAC}${WONT}${NAWS}x`);
    await telnet.hears("x");
    expect(telnet.heard.slice(before)).toBe("x");
  });

  test("rejects unknown options on either side, and enables BINARY on request", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say(`${IAC}${DO}\x63${IAC}${WILL}\x63${IAC}${DO}${BINARY}${IAC}${WILL}${BINARY}`);
    await telnet.hears(`${IAC}${WONT}\x63${IAC}${DONT}\x63${IAC}${WILL}${BINARY}${IAC}${DO}${BINARY}`);
    telnet.say(`${IAC}${DONT}${BINARY}${IAC}${DONT}${BINARY}y`);
    await telnet.hears(`${IAC}${WONT}${BINARY}`);
  });

  test("asks for the terminal's name, and reads its size, however the bytes are split", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    const said =
      `${IAC}${WILL}${TTYPE}${IAC}${WILL}${NAWS}${IAC}${SB}${NAWS}\0${IAC}${IAC}\0\x18${IAC}${SE}` +
      `${IAC}${SB}${TTYPE}\0VT\x1b100${IAC}${SE}screen\r\0`;
    for (const octet of said) {
      telnet.say(octet);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await telnet.hears(`${IAC}${SB}${TTYPE}\x01${IAC}${SE}`);
    await telnet.hears("VT100, 255 columns by 24 rows.\r\n");
  });

  test("ignores a subnegotiation that is too long, or that a command interrupts", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say(`${IAC}${WILL}${TTYPE}${IAC}${SB}${TTYPE}\0${"x".repeat(100_000)}${IAC}${SE}`);
    telnet.say(`${IAC}${SB}${TTYPE}\0y${IAC}\xf6screen\r\n`);
    await telnet.hears("[Yes]");
    await telnet.hears("A terminal without a name, of unknown size.");
  });
});

describe("a line", () => {
  test("ends in CR LF, CR NUL, CR or LF", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say("a\r\nb\r\0c\rd\n");
    await until(() => (server.received[0]?.length ?? 0) === 4);
    expect(server.received[0]!.map(latin1)).toEqual(["a", "b", "c", "d"]);
  });

  test("is echoed to a client that agrees, and can be edited", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say(`${IAC}${DO}${ECHO}one\x7f\x08tw\xc3\xa4\x7f\r\0`);
    await telnet.hears("one\b \b\b \btw\xc3\xa4\b \b\r\n");
    telnet.say("abc\x15");
    await telnet.hears("abc\b \b\b \b\b \b");
    telnet.say(`d${IAC}\xf7e${IAC}\xf8help\r\0`);
    await until(() => server.received[0]?.length === 2);
    expect(server.received[0]!.map(latin1)).toEqual(["otw", "help"]);
  });

  test("is canceled by Ctrl-C, IP and BRK", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say("never\x03");
    await telnet.hears("^C\r\n> ");
    telnet.say(`never${IAC}\xf4`);
    await telnet.hears("^C\r\n> ");
    telnet.say(`never${IAC}\xf3help\r\n`);
    await telnet.hears("list [FOLDER]");
    expect(server.received[0]!.map(latin1)).toEqual(["help"]);
  });

  test("doubles IAC in output, and accepts it doubled", async () => {
    const root = folder([[Uint8Array.of(0x61, 0xff), Uint8Array.of(0x62, 0xff, 0x0d, 0x63)]]);
    const telnet = await client({ root });
    await telnet.hears("> ");
    telnet.say(`show a${IAC}${IAC}\r\n`);
    await telnet.hears(`b${IAC}${IAC}\r\0c\r\n> `);
  });

  test("has at most 1024 bytes", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say(`${"x".repeat(100_000)}\r\n`);
    await telnet.hears("Unknown command.");
    expect(server.received[0]![0]).toHaveLength(1024);
  });
});

describe("library session", () => {
  test("lists and shows documents, and says goodbye", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    telnet.say("list\r\n");
    await telnet.hears("poems/\r\n");
    telnet.say("list poems\r\n");
    await telnet.hears("tide.txt\r\n");
    telnet.say("  show  poems/tide.txt  \r\n");
    await telnet.hears("\r\n> ");
    telnet.say("list nowhere\r\nshow poems\r\nshow octets/bytes.bin\r\nwhat\r\n");
    await telnet.hears("There is no such folder.");
    await telnet.hears("There is no such document.");
    await telnet.hears("This document cannot be shown.");
    await telnet.hears("Unknown command.");
    const rest = readAll(telnet.socket);
    telnet.say("quit\r\n");
    expect(latin1((await rest) as Uint8Array)).toBe("Goodbye.\r\n");
    await until(() => server.live === 0);
  });

  test("does not show long documents", async () => {
    const telnet = await client({ root: folder({ big: patternDocument(1 << 30) }) });
    await telnet.hears("> ");
    telnet.say("show big\r\n");
    await telnet.hears("This document cannot be shown.");
  });

  test("ends on Ctrl-D and on the command EOF", async () => {
    for (const end of ["\x04", `${IAC}\xec`]) {
      const telnet = await client();
      await telnet.hears("> ");
      telnet.say(end);
      await telnet.hears("Goodbye.");
      await until(() => server.live === 0);
      await server.close();
    }
  });

  test("says goodbye to an idle client", async () => {
    const telnet = await client({ idleTimeout: 50 });
    await telnet.hears("Idle for too long. Goodbye.\r\n");
    await until(() => server.live === 0);
  });

  test("says goodbye on close()", async () => {
    const telnet = await client();
    await telnet.hears("> ");
    await server.close();
    await telnet.hears("The library is closing. Goodbye.");
    expect(server.live).toBe(0);
  });

  test("reads only as fast as the client reads its output", async () => {
    const telnet = await client({ root: folder({ t: "x".repeat(60_000) }) });
    await telnet.hears("> ");
    telnet.socket.pause();
    for (let i = 0; i < 20; i++) telnet.say("show t\r\n".repeat(500));
    const heard = () => server.received[0]?.length ?? 0;
    await until(() => heard() > 0);
    for (let before = -1; before !== heard(); ) {
      before = heard();
      // biome-ignore lint/plugin/no-fixed-waits: nothing is heard during this time.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // The buffers of two systems hold less than all of the output, at 60 000 bytes each.
    expect(heard()).toBeLessThan(1000);
    telnet.socket.destroy();
    await until(() => server.live === 0);
  });
});

describe("a login", () => {
  test("asks for a name and a password, which is not echoed", async () => {
    const telnet = await client({ login: true });
    await telnet.hears("login: ");
    telnet.say(`${IAC}${DO}${ECHO}alice\r\0`);
    await telnet.hears("alice\r\nPassword: ");
    telnet.say("wrong\r\0");
    await telnet.hears("\r\nLogin incorrect.\r\nlogin: ");
    telnet.say("alice\r\0");
    await telnet.hears("Password: ");
    telnet.say("s3cr:t@/%\r\0");
    await telnet.hears("A small library");
    expect(telnet.heard).not.toMatch(/wrong|s3cr/);
  });

  test("echoes for the password even if it does not echo otherwise", async () => {
    const telnet = await client({ login: true, features: ["SGA"] });
    await telnet.hears("login: ");
    telnet.say("guest\r\n");
    await telnet.hears(`Password: ${IAC}${WILL}${ECHO}`);
    telnet.say(`${IAC}${DO}${ECHO}anything\r\n`);
    await telnet.hears("A small library");
    await telnet.hears(`${IAC}${WONT}${ECHO}`);
    expect(telnet.heard).not.toContain("anything");
  });

  test("ends after three failed logins", async () => {
    const telnet = await client({ login: true, accounts: { bob: { password: "x" } } });
    for (const name of ["guest", "__proto__", "bob"]) {
      await telnet.hears("login: ");
      telnet.say(`${name}\r\n`);
      await telnet.hears("Password: ");
      telnet.say("y\r\n");
    }
    await telnet.hears("Login incorrect.\r\n");
    await until(() => server.live === 0);
  });
});

test("listens on loopback only", async () => {
  await expect(startTelnetServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError);
  server = await startTelnetServer({ host: "::1" });
  expect(server.origin).toBe(`telnet://[::1]:${server.port}`);
});

test("the telnet server survives arbitrary input", async () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const often = [255, 255, 250, 251, 252, 253, 254, 240, 0, 1, 3, 13, 10, 24, 31, 65, 8, 244];
  server = await startTelnetServer();
  for (let i = 0; i < 40; i++) {
    const socket = await dial(server.host, server.port);
    socket.resume();
    socket.write(Uint8Array.from({ length: 2000 }, () => often[Math.floor(random() * often.length)]!));
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
  }
  await until(() => server.live === 0);
  const telnet = await another();
  await telnet.hears("> ");
});
