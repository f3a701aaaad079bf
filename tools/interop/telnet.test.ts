import { type CallOptions, createAnyurl, textOf } from "anyurl";
import { expect, it } from "vitest";
import { describePeer } from "./describe-peer.ts";
import type { Peer } from "./start.ts";

const { open } = createAnyurl();

/** The negotiations of the two servers, which differ. */
const SERVERS = [
  {
    name: "telnetd",
    present: "[Yes]",
    // The server requests BINARY for our input, and disables its own BINARY once it echoes.
    ours: ["binary", "terminal-type", "naws"],
    transmitsBinary: false,
  },
  { name: "telnetd-ssl", present: ": yes]", ours: ["terminal-type", "naws"], transmitsBinary: true },
];

for (const { name, present, ours, transmitsBinary } of SERVERS) {
  describePeer({ name }, (peer) => {
    it("shows its prompt, and then echoes", async () => {
      await using talk = await talkTo(peer);
      await talk.sees("login: ");
      expect(talk.session.echoes).toBe(true);
      expect(talk.optionsOf("him")).toEqual(expect.arrayContaining(["echo", "suppress-go-ahead"]));
      expect(talk.optionsOf("us")).toContain("terminal-type");
    });

    it("accepts a typed login, and hides the password", async () => {
      await using talk = await talkTo(peer);
      await talk.logIn();
      expect(talk.seen).not.toContain("s3cr:t");
      await talk.types("echo a b");
      await talk.sees("echo a b\r\na b\r\n> ");
      await talk.types("quit");
      await talk.sees("Bye.\r\n");
      await talk.types("");
      expect(await talk.ends()).toBe(true);
    });

    it("rejects a wrong password, and asks again", async () => {
      await using talk = await talkTo(peer);
      await talk.sees("login: ");
      await talk.types("alice");
      await talk.sees("Password: ");
      await talk.types("wrong");
      await talk.sees("Login incorrect");
      await talk.sees("login: ");
    });

    it("receives the size of the window, and its changes", async () => {
      await using talk = await talkTo(peer, { size: { columns: 100, rows: 40 } });
      await talk.logIn();
      expect(talk.optionsOf("us")).toEqual(expect.arrayContaining(ours));
      await talk.types("size");
      await talk.sees("40 100\r\n");
      await talk.session.resize(255, 65_535);
      await talk.types("size");
      await talk.sees("65535 255\r\n");
    });

    it("receives only the terminal name that the caller sets", async () => {
      await using talk = await talkTo(peer, { terminalType: "VT100" });
      await talk.logIn();
      await talk.types("term");
      await talk.sees("vt100\r\n");
      await using other = await talkTo(peer);
      await other.logIn();
      await other.types("term");
      await other.sees("unknown\r\n");
    });

    it("never receives the user or the password of the URL", async () => {
      await using talk = await talkTo(peer, {}, "mallory:secret22@");
      expect(talk.session.suggestedUser).toBe("mallory");
      // If the name had been sent, the server would ask for a password.
      await talk.sees("login: ");
      await talk.logIn();
      await talk.types("user");
      await talk.sees("\r\n> ");
      expect(talk.seen).not.toMatch(/mallory|secret22/);
    });

    it("receives the user if the caller sets it in env", async () => {
      await using talk = await talkTo(peer, { env: { USER: "guest" } });
      await talk.sees("login: guest");
      await talk.sees("Password: ");
    });

    it("logs in if the caller sets a login", async () => {
      const asked: string[] = [];
      const autoLogin = (prompt: string, login: Login) => {
        asked.push(prompt);
        if (prompt.endsWith("login: ")) return login.user;
        return prompt.endsWith("Password: ") ? login.password() : undefined;
      };
      await using talk = await talkTo(peer, { autoLogin }, "alice:s3cr%3At%40%2F%25@");
      await talk.sees("Welcome, alice.");
      expect(asked.filter((prompt) => prompt.endsWith("Password: "))).toHaveLength(1);
    });

    it("responds to AYT, and is interrupted by IP", async () => {
      await using talk = await talkTo(peer);
      await talk.logIn();
      await talk.session.send("AYT");
      await talk.sees(present);
      await talk.session.send("NOP");
      await talk.types("echo still here");
      await talk.sees("\r\nstill here\r\n");
    });

    it("transfers all byte values in both directions", async () => {
      await using talk = await talkTo(peer);
      await talk.logIn();
      await talk.types("iac");
      await talk.sees("a\udcffb\r\n");
      await talk.types("octets");
      const high = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => 0xdc80 + i));
      await talk.sees(high);
      await talk.types("raw 5");
      await talk.sees("raw 5");
      // biome-ignore lint/plugin/no-fixed-waits: the program on the server does not say when its terminal is raw.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await talk.session.write(Uint8Array.of(0x61, 0xff, 0xf4, 0xff, 0x62));
      await talk.sees(" 61 ff f4 ff 62");
    });

    it("sends two million bytes in one line", async () => {
      await using talk = await talkTo(peer);
      await talk.logIn();
      await talk.types("many 2000000");
      await talk.sees("many 2000000\r\n");
      // Some of them may have arrived with the echo.
      let size = 0;
      for (let text = talk.rest; ; text = await talk.next()) {
        size += text.replaceAll(/[^x]/g, "").length;
        if (text.endsWith("> ")) break;
      }
      expect(size).toBe(2_000_000);
    });

    it("uses BINARY if the caller asks for it", async () => {
      await using talk = await talkTo(peer, { binary: true });
      await talk.logIn("\r");
      await talk.types("echo x", "\r");
      await talk.sees("\nx\r\n");
      expect(talk.optionsOf("us")).toContain("binary");
      expect(talk.optionsOf("him").includes("binary")).toBe(transmitsBinary);
    });
  });
}

interface Login {
  readonly user: string | undefined;
  password(): Promise<string | undefined>;
}

/** A session, and its output so far. */
async function talkTo(peer: Peer, options: NonNullable<CallOptions["options"]> = {}, login = "") {
  const session = await open(`telnet://${login}127.0.0.1:${peer.port}/` as `telnet:${string}`, {
    options,
    limits: { idleTimeout: 15_000 },
  });
  const source = session.readable[Symbol.asyncIterator]();
  let seen = "";
  let rest = "";
  const talk = {
    session,
    get seen() {
      return seen;
    },
    /** The output after the last match. */
    get rest() {
      return rest;
    },
    optionsOf: (side: "us" | "him") =>
      session.optionsInUse.filter((one) => one.side === side).map(({ option }) => option),
    async next(): Promise<string> {
      const { done, value } = await source.next();
      if (done === true) throw new Error(`the server closed the connection; seen: ${JSON.stringify(seen)}`);
      const text = textOf(value);
      seen = (seen + text).slice(-10_000);
      return text;
    },
    /** Reads until this text arrives. */
    async sees(what: string): Promise<void> {
      while (!rest.includes(what)) rest += await talk.next().catch((error) => fail(what, rest, error));
      rest = rest.slice(rest.indexOf(what) + what.length);
    },
    types: (line: string, end = "\n") => session.write(new TextEncoder().encode(line + end)),
    async logIn(end = "\n"): Promise<void> {
      if (!seen.includes("login: ")) await talk.sees("login: ");
      await talk.types("alice", end);
      await talk.sees("Password: ");
      await talk.types("s3cr:t@/%", end);
      await talk.sees("Welcome, alice.\r\n> ");
    },
    async ends(): Promise<boolean> {
      for (;;) if ((await source.next()).done === true) return true;
    },
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
  return talk;
}

function fail(what: string, rest: string, cause: unknown): never {
  throw new Error(`not seen: ${JSON.stringify(what)}, but ${JSON.stringify(rest.slice(-2000))}`, { cause });
}
