import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type EmbeddedServer,
  folder,
  startFtpServer,
  startGopherServer,
  startNntpServer,
} from "@anyurl/servers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { expectEnd, NO_PTY, type Pty, startPty } from "./pty.ts";

let command: string;
const here = scratchDirectory();
let web: Server;
/** The requests of the web server: the method, path, and body of each. */
let requests: string[] = [];
const closers: (() => Promise<void>)[] = [];

const HTML = `<title>The \x1b]0;evil\x07 harbour</title><h1>Boats</h1><p>A <a href="/two">second page</a>.
<p>\x1b[5i\u202eevil<img alt="a \x1b[6n boat" src=x.png>
<form action="/find"><input name=q aria-label="Boat"><input type=checkbox name=old> old <button>Look</button></form>
<form action="/post" method=post><input type=hidden name=id value=7><input type=submit value=Send></form>`;

/** Title, text, and link are longer than lines. */
const LONG = `<title>${"A title of the harbour master ".repeat(9)}</title><p>${"word ".repeat(90)}
<p><a href="/${"x".repeat(300)}">${"link".repeat(80)}</a>`;

beforeAll(async () => {
  if (NO_PTY === undefined) command = bundled().command;
  web = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on("data", (chunk: Buffer) => body.push(chunk));
    request.on("end", () => {
      requests.push(`${request.method} ${request.url} ${Buffer.concat(body)}`.trim());
      if (request.url === "/moved") return void response.writeHead(302, { location: "/deep/page" }).end();
      if (request.url === "/none") response.statusCode = 404;
      response.setHeader("content-type", "text/html; charset=utf-8");
      // It never ends.
      if (request.url === "/slow") return void response.write("<p>The first part.");
      if (request.url === "/long") return void response.end(LONG);
      response.end(request.url === "/" ? HTML : `<title>Page ${request.url}</title><a href="x">relative</a>`);
    });
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
}, 60_000);
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
beforeEach(() => {
  requests = [];
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function started<S extends EmbeddedServer>(starting: Promise<S>): Promise<S> {
  const server = await starting;
  closers.push(server.close);
  return server;
}

const webUrl = (path: string) => `http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`;

/** Starts the command on a terminal of this size. */
function browse(args: string, columns = 80, rows = 24): Promise<Pty> {
  const anyurl = `"${process.execPath}" "${command}" ${args}`;
  return startPty(
    `export HOME='${here()}'; cd '${here()}'; stty cols ${columns} rows ${rows}; trap : INT; ${anyurl}; echo "status $?"; stty -a; echo over`,
  );
}

/** Quits, and expects a terminal in its normal modes, on its normal screen, with a visible cursor. */
async function quit(pty: Pty, status = 0): Promise<void> {
  pty.type("q");
  await expectEnd(pty, status);
}

/** The control sequences that the browser itself writes. */
const OWN_SEQUENCES = /\x1b\[(?:[\d;]*[mHK]|2J|\?25[lh]|\?1049[lh])/g;

/** Expects that no other control sequence reached the terminal. */
function expectSafe({ screen }: Pty): void {
  expect(screen.replace(OWN_SEQUENCES, "")).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/);
}

describe.skipIf(NO_PTY !== undefined)(
  `browsing at a terminal${NO_PTY === undefined ? "" : `: ${NO_PTY}`}`,
  { timeout: 60_000 },
  () => {
    test.each([80, 40])("goes from a menu to a text and back, at %i columns", async (columns) => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(gopher.origin, columns);
      await pty.sees(/ 1 .*Welcome: start here/s);
      await pty.sees("gopher://127.0.0.1:");
      pty.type("\r");
      await pty.sees("welcome.txt");
      await pty.sees("Welcome, reader.");
      pty.type("b");
      await pty.sees("Welcome: start here");
      pty.type("f");
      await pty.sees("Welcome, reader.");
      pty.type("t");
      await pty.sees("Transcript of welcome.txt");
      await pty.sees("C: /welcome.txt");
      pty.type("b");
      await pty.sees("Welcome, reader.");
      pty.type("e");
      await pty.sees("Explanation of gopher:");
      await quit(pty);
      expectSafe(pty);
    });

    test.each([80, 40])(
      "lists a directory and selects a link by its number, at %i columns",
      async (columns) => {
        const root = folder({ "a.txt": "Hello.\n", sub: folder({ "b.txt": "Below.\n" }) });
        const ftp = await started(startFtpServer({ root }));
        await using pty = await browse(`${ftp.origin}/`, columns);
        await pty.sees(/1 .*a\.txt.*7 bytes/s);
        await pty.sees("sub/");
        pty.type("2");
        await pty.sees("Link: 2");
        pty.type("\r");
        await pty.sees("b.txt");
        pty.type("\r");
        await pty.sees("Below.");
        await quit(pty);
      },
    );

    test("shows a newsgroup and an article with its header", async () => {
      const nntp = await started(startNntpServer());
      await using pty = await browse(`nntp://127.0.0.1:${nntp.port}/local.harbour`);
      await pty.sees("local.harbour");
      await pty.sees(/Lines \d+|lines \d+/);
      pty.type("\r");
      await pty.sees("From:");
      await pty.sees("Date:");
      await quit(pty);
      expectSafe(pty);
    });

    test("follows links of a web page, whose relative references need the URL after a redirect", async () => {
      await using pty = await browse(webUrl("/moved"));
      await pty.sees("Page /deep/page");
      await pty.sees("relative");
      pty.type("\r");
      await pty.sees("Page /deep/x");
      await quit(pty);
      expect(requests).toEqual(["GET /moved", "GET /deep/page", "GET /deep/x"]);
    });

    test("fills in a form and sends it", async () => {
      await using pty = await browse(webUrl("/"));
      await pty.sees("Boats");
      await pty.sees("[____]");
      pty.type("\t\t\r");
      await pty.sees("Boat: ");
      pty.type("sea gull\r");
      await pty.sees("[sea gull]");
      pty.type("\t\r");
      await pty.sees("[x]");
      pty.type("\t\r");
      await pty.sees("Page /find?q=sea+gull&old=on");
      pty.type("b");
      await pty.sees("Send");
      pty.type("\t\r");
      await pty.sees("Page /post");
      await quit(pty);
      expect(requests).toEqual(["GET /", "GET /find?q=sea+gull&old=on", "POST /post id=7"]);
    });

    test("says the status of the server for a page with an error", async () => {
      await using pty = await browse(webUrl("/none"));
      await pty.sees("the server replied 404");
      await quit(pty);
    });

    test("asks for the words of a search, and lists the results", async () => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(`${gopher.origin}/7/search`);
      await pty.sees("Search terms");
      pty.type("\r");
      await pty.sees("Search terms: ");
      pty.type("sea\r");
      await pty.sees("in search");
      await pty.sees("tide.txt");
      pty.type("stide\r");
      // “tide” in UTF-8.
      await pty.sees("tide\xe2\x80\x9d in search");
      await quit(pty);
    });

    test("shows control characters in names, titles, and texts as text", async () => {
      const root = folder({
        "\x1b]0;title\x07\x1b[6n": "x",
        "evil.txt": "\x1b[31m\x1b]0;title\x07\x1b[5i \u202e \x9b6n\r overwritten\n",
      });
      const ftp = await started(startFtpServer({ root }));
      await using pty = await browse(`${ftp.origin}/`);
      await pty.sees("\\x1b]0;title\\x07\\x1b[6n");
      pty.type("g");
      await pty.sees("URL: ");
      pty.type(`${ftp.origin}/evil.txt\r`);
      await pty.sees("\\x1b[31m\\x1b]0;title\\x07\\x1b[5i \\u202e");
      pty.type("v");
      await pty.sees("Source of evil.txt");
      pty.type(`g${webUrl("/")}\r`);
      await pty.sees("\\x1b]0;evil\\x07 harbour");
      await pty.sees("\\x1b[5i\\u202eevil");
      await quit(pty);
      expectSafe(pty);
    });

    test("shows an error as a page with its hint, and goes on", async () => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(`${gopher.origin}/0/none`);
      await pty.sees("Error");
      pty.type("gftp://127.0.0.1:25/\r");
      await pty.sees("port-blocked");
      await pty.sees("hint: ");
      await quit(pty);
    });

    test("cancels a page that does not end on Ctrl-C", async () => {
      await using pty = await browse(webUrl("/slow"));
      await pty.sees("Ctrl-C cancels");
      pty.type("\x03");
      await pty.sees("interrupted");
      pty.type("?");
      await pty.sees("Help");
      await quit(pty);
    });

    test("saves a link to a file under a name that the user confirms", async () => {
      const ftp = await started(startFtpServer({ root: folder({ "a.txt": "Hello.\n" }) }));
      await using pty = await browse(`${ftp.origin}/`);
      await pty.sees("a.txt");
      pty.type("d");
      await pty.sees("Save to the file: a.txt");
      pty.type("\r");
      await pty.sees("a.txt: 7 bytes");
      await quit(pty);
      expect(readFileSync(here("a.txt"), "utf8")).toBe("Hello.\n");
    });

    test("asks for a password without showing it", async () => {
      const ftp = await started(startFtpServer({ root: folder({ "a.txt": "Hello.\n" }) }));
      await using pty = await browse(`ftp://alice@${ftp.host}:${ftp.port}/`);
      await pty.sees("password of alice");
      pty.type("s3cr:t@/%\r");
      await pty.sees("a.txt");
      pty.type("q");
      await pty.sees("Save the login of alice");
      pty.type("n\r");
      await expectEnd(pty, 0);
      expect(pty.screen).not.toContain("s3cr");
    });

    test("keeps bookmarks", async () => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(`${gopher.origin}/1/poems`);
      await pty.sees("tide.txt");
      pty.type("a");
      await pty.sees("added to the bookmarks");
      pty.type("m");
      await pty.sees("Bookmarks");
      await pty.sees("poems");
      await quit(pty);
      expect(readFileSync(here(".config/anyurl/bookmarks"), "utf8")).toBe(`${gopher.origin}/1/poems poems\n`);
    });

    test("draws the page again for another size of the terminal", async () => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(gopher.origin);
      await pty.sees("(search)");
      pty.resize(40, 12);
      await pty.sees(/\x1b\[H.{0,9}127\.0\.0\.1 {22,28}\d+ %/);
      await quit(pty);
    });

    test("SIGTERM restores the terminal", async () => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(gopher.origin);
      await pty.sees("Welcome");
      const { stdout } = spawnSync("ps", ["-t", pty.device.replace("/dev/", ""), "-o", "pid=,args="]);
      const line = String(stdout)
        .split("\n")
        .find((each) => each.includes("anyurl.cjs") && !each.includes("stty"));
      process.kill(Number(line?.trim().split(" ")[0]), "SIGTERM");
      await pty.sees("anyurl: interrupted");
      await expectEnd(pty, 143);
    });

    test.each([
      ["--plain", 80],
      ["--plain", 40],
    ])(
      "prints numbered links line by line with %s, at %i columns, without control sequences",
      async (flag, columns) => {
        const gopher = await started(startGopherServer());
        await using pty = await browse(`browse ${flag} ${gopher.origin}`, columns);
        await pty.sees("1 Welcome: start here");
        await pty.sees("more lines: press Enter");
        await pty.sees("anyurl> ");
        pty.type("\r");
        await pty.sees("The book for guests");
        await pty.sees("anyurl> ");
        pty.type("1\r");
        await pty.sees("Welcome, reader.");
        pty.type("b\r");
        await pty.sees("1 Welcome: start here");
        pty.type("11\r");
        await pty.sees("[1]Search terms [____]");
        pty.type("1\r");
        await pty.sees("Search terms: ");
        pty.type("sea\r");
        await pty.sees("1 tide.txt");
        pty.type("nonsense\r");
        await pty.sees("unknown command");
        pty.type("99\r");
        await pty.sees("there is no link 99");
        pty.type("q\r");
        await expectEnd(pty, 0);
        expect(pty.screen).not.toContain("\x1b");
      },
    );

    test.each([40, 80, 200])("prints no line with --plain that is wider than %i columns", async (columns) => {
      await using pty = await browse(`browse --plain '${webUrl("/long")}'`, columns);
      await pty.sees("anyurl> ");
      pty.type("nonsense\r");
      await pty.sees(/unknown command[\s\S]*anyurl> /);
      pty.type("q\r");
      await expectEnd(pty, 0);
      const lines = pty.screen.split(/\r?\n/);
      const printed = lines.slice(0, lines.indexOf("status 0"));
      expect(printed.join(" ")).toContain("harbour master");
      expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(columns);
    });

    test("is plain on a terminal without a screen", async () => {
      const gopher = await started(startGopherServer());
      await using pty = await browse(
        `browse ${gopher.origin}; TERM=dumb "${process.execPath}" "${command}" ${gopher.origin}`,
      );
      await pty.sees("\x1b[?1049h");
      await pty.sees("Welcome");
      pty.type("q");
      await pty.sees("anyurl> ");
      pty.type("q\r");
      await expectEnd(pty, 0);
    });
  },
);

describe("a URL without a command", () => {
  test("stays an error in a script", async () => {
    const { status, out, err } = await run(["gopher://gopher.example/"]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain("unknown command");
    expect(err).toContain("add a command before the URL");
  });

  test("is browsed only at a terminal", async () => {
    const { status, err } = await run(["browse", "gopher://gopher.example/"]);
    expect(status).toBe(2);
    expect(err).toContain("browse needs a terminal");
  });
});
