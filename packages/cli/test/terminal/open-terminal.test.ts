import { spawnSync } from "node:child_process";
import { type EmbeddedServer, startTelnetServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { expectEnd, NO_PTY, type Pty, startPty } from "./pty.ts";

const BIN = bundled().command;

let server: EmbeddedServer;
beforeEach(async () => {
  server = await startTelnetServer();
});
afterEach(() => server.close());

/** Runs the command on a new terminal, then prints its exit status and the terminal modes. */
function opened(url: string, options = ""): Promise<Pty> {
  const node = `"${process.execPath}" -C anyurl-source "${BIN}"`;
  return startPty(`${node} open ${options} '${url}'; echo "status $?"; stty -a; echo over`);
}

/** Returns the process ID of the command that runs on the terminal. */
function processOn({ device }: Pty): number {
  const { stdout } = spawnSync("ps", ["-t", device.replace("/dev/", ""), "-o", "pid=,args="]);
  const line = String(stdout)
    .split("\n")
    .find((each) => each.includes("anyurl.cjs open") && !each.includes("stty"));
  return Number(line?.trim().split(" ")[0]);
}

describe.skipIf(NO_PTY !== undefined)(
  `open at a terminal${NO_PTY === undefined ? "" : `: ${NO_PTY}`}`,
  () => {
    test("sends each key if the server echoes, reports the window size, and restores the terminal", async () => {
      await using pty = await opened(`telnet://guest@127.0.0.1:${server.port}/`);
      await pty.sees("The URL suggests this user name: guest");
      await pty.sees("> ");
      await pty.takesKeys();
      pty.type("screem\x7fn\r");
      // The server echoes the m and its deletion.
      await pty.sees("screem\b \bn");
      // The server may have replied before it knew the terminal.
      await expect
        .poll(async () => {
          await pty.sees("columns by");
          if (pty.screen.includes("UNKNOWN, 100 columns by 40 rows")) return true;
          pty.type("screen\r");
          return false;
        })
        .toBe(true);
      pty.resize(90, 30);
      await expect
        .poll(async () => {
          pty.type("screen\r");
          await pty.sees("columns by");
          return pty.screen.includes("90 columns by 30 rows");
        })
        .toBe(true);
      pty.type("quit\r");
      await pty.sees("Goodbye.");
      await pty.sees("The server closed the connection.");
      await expectEnd(pty, 0);
      expect(server.received.flat().map(String)).not.toContain("guest");
    });

    test("opens a prompt with help, status, send, and close on the escape key", async () => {
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`);
      await pty.sees("> ");
      await pty.takesKeys();
      pty.type("\x1d");
      await pty.sees("anyurl> ");
      pty.type("help\r");
      await pty.sees("close       end the session");
      await pty.sees("anyurl> ");
      pty.type("status\r");
      await pty.sees(`Connected to 127.0.0.1:${server.port}.`);
      await pty.sees("Server options: echo, suppress-go-ahead. Client options: terminal-type, naws.");
      pty.type("\x1dsend ayt\r");
      await pty.sees("[Yes]");
      pty.type("half a line\x1dsend ip\r");
      await pty.sees("^C");
      pty.type("\x1dsend nonsense\r");
      await pty.sees("Usage: send WHAT");
      pty.type("close\r");
      await pty.sees("Closed.");
      await expectEnd(pty, 0);
      await expect.poll(() => server.live).toBe(0);
    });

    test("edits and echoes lines if the server does not echo, and sends IP for Ctrl-C", async () => {
      await server.close();
      server = await startTelnetServer({ features: ["SGA", "TTYPE"] });
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`, "--terminal-type vt100");
      await pty.sees("> ");
      await pty.takesKeys();
      // The server has asked for the name of the terminal before it answers.
      pty.type("help\r");
      await pty.sees("goodbye");
      await pty.sees("> ");
      pty.type("one two\x17scr\x15scre\x7feen");
      await pty.sees("een");
      const received = () => server.received.flat().map((line) => Buffer.from(line).toString());
      expect(received()).toEqual(["help"]);
      pty.type("\r");
      await pty.sees("vt100, of unknown size.");
      pty.type("never sent\x03");
      await pty.sees("^C");
      pty.type("quit\r");
      await pty.sees("Goodbye.");
      await expectEnd(pty, 0);
      expect(received()).toEqual(["help", "screen", "quit"]);
    });

    test("hides a password if the server takes over the echo", async () => {
      await server.close();
      server = await startTelnetServer({ login: true, features: ["SGA"] });
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`);
      await pty.sees("login: ");
      await pty.takesKeys();
      pty.type("alice\r");
      await pty.sees("Password: ");
      pty.type("s3cr:t@/%\r");
      await pty.sees("A small library");
      await pty.sees("> ");
      await pty.takesKeys();
      pty.type("quit\r");
      await expectEnd(pty, 0);
      expect(pty.screen).not.toContain("s3cr");
    });

    test.each([
      ["SIGTERM", 143],
      ["SIGHUP", 129],
      ["SIGINT", 130],
    ] as const)("%s restores the terminal", async (signal, status) => {
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`);
      await pty.sees("> ");
      process.kill(processOn(pty), signal);
      await pty.sees("anyurl: interrupted");
      await expectEnd(pty, status);
      await expect.poll(() => server.live).toBe(0);
    });

    test("SIGTERM at the prompt restores the terminal", async () => {
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`);
      await pty.sees("> ");
      await pty.takesKeys();
      pty.type("\x1d");
      await pty.sees("anyurl> ");
      process.kill(processOn(pty), "SIGTERM");
      await expectEnd(pty, 143);
      await expect.poll(() => server.live).toBe(0);
    });

    test("restores its own mode after a stop", async () => {
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`);
      await pty.sees("> ");
      const id = processOn(pty);
      const modes = () => String(spawnSync("stty", ["-F", pty.device, "-a"]).stdout);
      expect(modes()).toContain("-icanon");
      process.kill(id, "SIGSTOP");
      spawnSync("stty", ["-F", pty.device, "sane"]);
      expect(modes()).not.toContain("-icanon");
      process.kill(id, "SIGCONT");
      await expect.poll(modes).toContain("-icanon");
      pty.type("quit\r");
      await expectEnd(pty, 0);
    });

    test("has no prompt with --escape none, and escapes control sequences with --safe", async () => {
      const { folder } = await import("@anyurl/servers");
      await server.close();
      server = await startTelnetServer({ root: folder({ x: "\x1b]0;title\x07\x1b[2J\n" }) });
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`, "--escape none --safe");
      await pty.sees("> ");
      await pty.takesKeys();
      pty.type("\x1dshow x\r");
      await pty.sees("\\x1b]0;title\\x07\\x1b[2J");
      expect(pty.screen).not.toContain("anyurl> ");
      expect(pty.screen).not.toContain("\x1b");
      pty.type("quit\r");
      await expectEnd(pty, 0);
    });

    test("passes escape sequences through and undoes their changes at the end", async () => {
      const { folder } = await import("@anyurl/servers");
      await server.close();
      server = await startTelnetServer({ root: folder({ x: "\x1b[?1049h\x1b[31mred\n" }) });
      await using pty = await opened(`telnet://127.0.0.1:${server.port}/`);
      await pty.sees("> ");
      await pty.takesKeys();
      pty.type("show x\r");
      await pty.sees("\x1b[?1049h\x1b[31mred");
      pty.type("quit\r");
      await pty.sees("\x1b[?1049l\x1b[!p");
      await expectEnd(pty, 0);
    });
  },
);
