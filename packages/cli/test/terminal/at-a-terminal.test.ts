import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  document,
  type EmbeddedServer,
  folder,
  patternDocument,
  startFtpServer,
  startGopherServer,
  startNntpServer,
  startSmtpServer,
  startTelnetServer,
} from "@anyurl/servers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Bundled, bundled } from "../bundled.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { expectEnd, NO_PTY, type Pty, startPty } from "./pty.ts";

let made: Bundled;
let slow: Server;
const here = scratchDirectory();
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (NO_PTY !== undefined) return;
  made = bundled();
  // 64 MiB that take minutes to send.
  slow = createServer((request, response) => {
    if (request.url !== "/unknown") response.setHeader("content-length", 1 << 26);
    const timer = setInterval(() => response.write(Buffer.alloc(16 * 1024, "x")), 20);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
}, 60_000);
afterAll(() => {
  slow?.closeAllConnections();
  slow?.close();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function started<S extends EmbeddedServer>(starting: Promise<S>): Promise<S> {
  const server = await starting;
  closers.push(server.close);
  return server;
}

const slowUrl = (path: string) => `http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`;

/**
 * Starts a shell on a terminal. The shell has a function `anyurl`, survives Ctrl-C, and prints the exit status of the
 * command and the terminal modes at the end.
 */
function at(command: string, env = ""): Promise<Pty> {
  const anyurl = `anyurl() { ${env} "${process.execPath}" "${made.command}" "$@"; }`;
  return startPty(
    `export HOME='${here()}'; cd '${here()}'; trap : INT; ${anyurl}; ${command}; echo "status $?"; stty -a; echo over`,
  );
}

describe.skipIf(NO_PTY !== undefined)(
  `at a terminal${NO_PTY === undefined ? "" : `: ${NO_PTY}`}`,
  { timeout: 60_000 },
  () => {
    test("prompts for a password once without echo", async () => {
      const ftp = await started(startFtpServer({ root: folder({ "a.txt": "Hello.\n" }) }));
      await using pty = await at(`anyurl get ftp://alice@${ftp.host}:${ftp.port}/a.txt`);
      await pty.sees("anyurl: password of alice for ftp on 127.0.0.1");
      pty.type("s3cr:t@/%\r");
      await pty.sees("Hello.");
      await pty.sees(/Save the login of alice on 127\.0\.0\.1 in .*\.netrc, unencrypted\? \[y\/N\] /);
      pty.type("\r");
      await expectEnd(pty, 0);
      expect(pty.screen).not.toContain("s3cr");
      expect(readdirSync(here())).not.toContain(".netrc");
    });

    test("asks for user and password if the server requires a login, and saves them if the user says y", async () => {
      const basic = `Basic ${Buffer.from('alice:s3"cr\\t').toString("base64")}`;
      const closed = createServer((request, response) => {
        const isAlice = request.headers.authorization === basic;
        response
          .writeHead(isAlice ? 200 : 401, { "www-authenticate": 'Basic realm="x"' })
          .end(isAlice ? "Hello." : "");
      });
      await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
      closers.push(async () => void closed.close());
      const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/private/`;
      await using pty = await at(`anyurl cat ${url} && anyurl cat --netrc ${url}`);
      await pty.sees("anyurl: user for http on 127.0.0.1, port");
      pty.type("alice\r");
      await pty.sees("anyurl: password of alice for http");
      pty.type("wrong\r");
      await pty.sees("the server rejected it; try again: user for http");
      pty.type("alice\r");
      await pty.sees("password of alice");
      pty.type('s3"cr\\t\r');
      await pty.sees("Hello.");
      await pty.sees("Save the login of alice");
      pty.type("y\r");
      await pty.sees("saved in");
      await pty.sees("Hello.");
      await expectEnd(pty, 0);
      expect(pty.screen).not.toContain("cr\\t");
      expect(statSync(here(".netrc")).mode & 0o777).toBe(0o600);
    });

    test("asks for user and password if a news server replies 480", async () => {
      const news = await started(startNntpServer({ loginFor: "reading" }));
      await using pty = await at(`anyurl ls -q --option clearTextLogin=true ${news.origin}/local.harbour`);
      await pty.sees("anyurl: user for nntp on 127.0.0.1");
      pty.type("alice\r");
      await pty.sees("anyurl: password of alice for nntp");
      pty.type("s3cr:t@/%\r");
      await expectEnd(pty, 0);
      expect(pty.screen).not.toContain("s3cr");
    });

    test("asks for a login if an FTP server refuses an anonymous one", async () => {
      const accounts = { alice: { password: "s3cret", home: [] } };
      const ftp = await started(
        startFtpServer({ root: folder({ "a.txt": "Hello.\n" }), accounts, anonymous: false }),
      );
      await using pty = await at(`anyurl get --quiet ftp://${ftp.host}:${ftp.port}/a.txt`);
      await pty.sees("anyurl: user for ftp on 127.0.0.1");
      pty.type("alice\r");
      await pty.sees("anyurl: password of alice");
      pty.type("s3cret\r");
      await pty.sees("Hello.");
      await expectEnd(pty, 0);
    });

    test("ends on Ctrl-C at the prompt and restores echo", async () => {
      const ftp = await started(startFtpServer());
      await using pty = await at(`anyurl get ftp://alice@${ftp.host}:${ftp.port}/octets/lf.txt`);
      await pty.sees("anyurl: password of alice");
      pty.type("half\x03");
      await pty.sees("anyurl: interrupted");
      await expectEnd(pty, 130);
      expect(pty.screen).not.toContain("half");
    });

    test("shows progress and time left, and on Ctrl-C removes the line and keeps the partial file", async () => {
      await using pty = await at(`anyurl get -o big.bin '${slowUrl("/")}'`);
      await pty.sees(/\r\x1b\[K[\d.]+ \w+ of 64\.0 MiB, \d+ %, [\d.]+ KiB\/s, \d+:\d\d left {2}\[=*> *\]/);
      expect(readdirSync(here()).filter((name) => name.endsWith("-part"))).toHaveLength(1);
      pty.type("\x03");
      await pty.sees("\r\x1b[Kanyurl: interrupted");
      await pty.sees(/anyurl: big\.bin: kept [\d.]+ \w+ of 64\.0 MiB/);
      await expectEnd(pty, 130);
      const left = readdirSync(here()).filter((name) => name.includes("big"));
      expect(left.toSorted()).toEqual([".big.bin.anyurl-part", ".big.bin.anyurl-part.json"]);
    });

    test("shows the bytes received if the size is unknown", async () => {
      await using pty = await at(`anyurl cat '${slowUrl("/unknown")}' > /dev/null`);
      await pty.sees(/\r\x1b\[Kunknown {2}[\d.]+ KiB, [\d.]+ KiB\/s\r/);
      pty.type("\x03");
      await expectEnd(pty, 130);
    });

    test("shows a line per file and one in total, and removes them on Ctrl-C", async () => {
      // FTP files large enough to take more than one second in total.
      const big = document(patternDocument(2 ** 36));
      const ftp = await started(
        startFtpServer({ root: folder({ d: folder({ "one.bin": big, "two.bin": big }) }) }),
      );
      await using pty = await at(`anyurl get -r -o d ${ftp.origin}/d/`);
      // Either of them can begin first.
      await pty.sees(
        /(?:one|two)\.bin +[\d.]+ \w+ of 64\.0 GiB, \d+ %, [\d.]+ [KMG]iB\/s, [\d:]+ left {2}\[=*> *\]\r\n/,
      );
      await pty.sees(
        /(?:one\.bin [^\r]*\r\ntwo|two\.bin [^\r]*\r\none)\.bin +[^\r]*\r\n0 of 2 files +[\d.]+ \w+ of 128\.0 GiB, \d+ %, [\d.]+ [KMG]iB\/s/,
      );
      pty.type("\x03");
      await pty.sees("\x1b[J");
      await pty.sees("anyurl: interrupted");
      await expectEnd(pty, 130);
      const kept = ["one", "two"].flatMap((name) => [
        `.${name}.bin.anyurl-part`,
        `.${name}.bin.anyurl-part.json`,
      ]);
      expect(readdirSync(here("d")).toSorted()).toEqual(kept);
    });

    test("writes no progress to a pipe", async () => {
      // The second command starts later and writes its progress to the terminal. "cat -v" shows CR and ESC as text.
      await using pty = await at(
        `anyurl cat '${slowUrl("/unknown")}' 2>&1 >/dev/null | cat -v & anyurl cat '${slowUrl("/unknown")}' >/dev/null`,
      );
      await pty.sees(/ KiB.*\r.* KiB/);
      expect(pty.screen).not.toMatch(/\^[M[]/);
    });

    test("escapes control characters in texts of the server", async () => {
      const root = folder({
        "\x1b]0;title\x07\x1b[2J": "x",
        "evil.txt": "\x1b[31m\x1b]0;title\x07 \u202e\n",
      });
      const ftp = await started(startFtpServer({ root }));
      await using pty = await at(
        `anyurl ls ${ftp.origin}/; anyurl cat ${ftp.origin}/evil.txt; anyurl get ${ftp.origin}/none`,
      );
      await pty.sees("\\x1b]0;title\\x07\\x1b[2J");
      await pty.sees("\\x1b[31m\\x1b]0;title\\x07 \\u202e");
      await pty.sees("anyurl: not-found");
      await expectEnd(pty, 5);
      // The links of the listing are the only sequences, and their URLs have no control characters.
      expect(pty.screen.replace(/\x1b\]8;;[\x21-\x7e]*\x1b\\/g, "")).not.toContain("\x1b");
    });

    test("asks before it overwrites a file", async () => {
      const ftp = await started(
        startFtpServer({ writable: "everybody", root: folder({ "a.txt": "old\n" }) }),
      );
      writeFileSync(here("new.txt"), "new\n");
      await using pty = await at(
        `anyurl put new.txt ${ftp.origin}/a.txt; anyurl put new.txt ${ftp.origin}/a.txt`,
      );
      await pty.sees("already exists. Overwrite? [y/N] ");
      pty.type("no\r");
      await pty.sees("no\r\n");
      await pty.sees("nothing was written");
      await pty.sees("already exists. Overwrite? [y/N] ");
      pty.type("yex\x7fs\r");
      await pty.sees("a.txt: 4 bytes");
      await expectEnd(pty, 0);
    });

    test("overwrites nothing on Ctrl-C or Ctrl-D at the prompt", async () => {
      const root = folder({ "a.txt": "old\n" });
      const ftp = await started(startFtpServer({ writable: "everybody", root }));
      writeFileSync(here("new.txt"), "new\n");
      const put = `anyurl put new.txt ${ftp.origin}/a.txt`;
      await using pty = await at(`${put}; echo "first $?"; ${put}`);
      await pty.sees("Overwrite? [y/N] ");
      pty.type("\x04");
      await pty.sees("first 9");
      await pty.sees("Overwrite? [y/N] ");
      pty.type("y\x03");
      await pty.sees("anyurl: interrupted");
      await expectEnd(pty, 130);
    });

    test("shows a message and sends it after confirmation", async () => {
      const smtp = await started(startSmtpServer() as Promise<EmbeddedServer>);
      const argv = `--smtp 127.0.0.1:${smtp.port} --tls none --from me@h.example`;
      await using pty = await at(`anyurl send ${argv} 'mailto:joe@h.example?subject=hello'`);
      await pty.sees("To: joe@h.example");
      await pty.sees("Subject: hello");
      await pty.sees("Send this message? [y/N] ");
      pty.type("y\r");
      await pty.sees("y\r\n");
      await pty.sees("sent to joe@h.example");
      await expectEnd(pty, 0);
    });

    test("runs a telnet session", async () => {
      const telnet = await started(startTelnetServer());
      await using pty = await at(`anyurl open telnet://127.0.0.1:${telnet.port}/`);
      await pty.sees("> ");
      pty.type("quit\r");
      await pty.sees("The server closed the connection.");
      await expectEnd(pty, 0);
    });

    test.each([
      ["", "", false],
      ["env -u NO_COLOR TERM=xterm", "", true],
      ["env -u NO_COLOR TERM=xterm", "--no-color", false],
      ["env -u NO_COLOR TERM=dumb", "", false],
    ])("%s explain %s uses color: %s", async (env, flag, has) => {
      await using pty = await at(`anyurl explain ${flag} ftp://ftp.example/a`, env);
      await pty.sees("Already in normal form");
      await expectEnd(pty, 0);
      expect(/\x1b\[\d+m/.test(pty.screen)).toBe(has);
    });

    test("works with every other verb", async () => {
      const root = folder({ "a.txt": "Hello.\n", d: folder({ "b.txt": "b" }) });
      const ftp = await started(startFtpServer({ writable: "everybody", root }));
      const gopher = await started(startGopherServer());
      writeFileSync(here("mail.txt"), "see <http://h.example/>\n");
      const seen: readonly (readonly [command: string, sees: string | RegExp])[] = [
        ["parse ftp://h.example/a%20b", /name +"a b"/],
        ["check 'http://h.example/~joe'", /RFC 1738: invalid\r\n {2}http:\/\/h\.example\/~joe\r\n +\^/],
        ["plan ftp://h.example/a", "C: RETR a"],
        ["norm FTP://H.example/", "ftp://h.example/"],
        ["same ftp://h.example:21/ ftp://h.example/", "equivalent"],
        ["resolve ftp://h.example/a/ ../b", "ftp://h.example/b"],
        ["relative ftp://h.example/a/b ftp://h.example/a/c", /^c\r$/m],
        ["build ftp host=h.example 'name=a b'", "ftp://h.example/a%20b"],
        ["extract mail.txt", "http://h.example/"],
        ["schemes", /prospero: +1525 +get list/],
        [`ls ${ftp.origin}/`, /a\.txt\S* +7 B +Dec 20, 1994/],
        [`cat ${ftp.origin}/a.txt`, "Hello."],
        [`stat ${ftp.origin}/a.txt`, "7 bytes"],
        [`search ${gopher.origin}/7/search umlaut`, "percent.txt"],
        [`append a ${ftp.origin}/a.txt`, "a.txt: 2 bytes"],
        [`cp ${ftp.origin}/a.txt copy.txt`, "copy.txt: 9 bytes"],
        [`cp -r ${ftp.origin}/d/ tree`, "tree: 1 file copied"],
        [`mkdir -v ${ftp.origin}/new/`, "created ftp:"],
        [`mv -v ${ftp.origin}/a.txt ${ftp.origin}/new/b.txt`, "/new/b.txt"],
        [`rm -v ${ftp.origin}/new/b.txt`, "removed ftp:"],
        ["--help", "Usage: anyurl <command>"],
      ];
      writeFileSync(here("a"), "a\n");
      const script = seen.map(([command], i) => `echo "at ${i}"; anyurl ${command} || exit 99`).join("; ");
      await using pty = await at(script);
      for (const [i, [, sees]] of seen.entries()) {
        await pty.sees(`at ${i}`);
        await pty.sees(sees);
      }
      await expectEnd(pty, 0);
      expect(readFileSync(here("copy.txt"), "utf8")).toBe("Hello.\na\n");
    }, 60_000);
  },
);
