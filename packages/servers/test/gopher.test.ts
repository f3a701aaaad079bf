import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { document, type EmbeddedServer, folder, startGopherServer } from "../src/index.ts";
import { dial, latin1, octets, readAll } from "./raw-client.ts";

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startGopherServer();
});
afterAll(() => server.close());

/** Sends a request line and reads to the end; a byte is one character. */
async function ask(selector: string, of: EmbeddedServer = server): Promise<string> {
  const socket = await dial(of.host, of.port);
  socket.write(octets(`${selector}\r\n`));
  const answer = await readAll(socket);
  return answer === "reset" ? answer : latin1(answer);
}

/** Returns the items of a menu; the Lastline must be the last line. */
async function menu(selector: string, of: EmbeddedServer = server): Promise<readonly (readonly string[])[]> {
  const lines = (await ask(selector, of)).split("\r\n");
  expect(lines.slice(-2)).toEqual([".", ""]);
  return lines.slice(0, -2).map((line) => line.split("\t"));
}

describe("menus (RFC 1436 §2, §3.8)", () => {
  test.each(["", "/"])("sends the top menu for the selector %j", async (selector) => {
    const items = await menu(selector);
    const here = [server.host, String(server.port)];
    const own = [...here, "+"];
    expect(items).toContainEqual(["0Welcome: start here", "/welcome.txt", ...own]);
    expect(items).toContainEqual(["1Poems", "/poems", ...own]);
    expect(items).toContainEqual(["7Search the texts", "/search", ...own]);
    expect(items).toContainEqual(["8The catalogue of another library", "guest", "library.example", "23"]);
    expect(items.filter(([display]) => display?.startsWith("h"))).toEqual([
      ["hRFC 1738, where all this began", "URL:https://www.rfc-editor.org/rfc/rfc1738", ...here],
    ]);
    expect(items.at(-1)).toEqual(["0The book for guests", "/guestbook", ...here, "?"]);
  });

  test("link only to existing items, at any depth", async () => {
    const seen: string[] = [];
    async function visit(selector: string): Promise<void> {
      for (const [display = "", next = "", host, , mark] of await menu(selector)) {
        expect(display[0]).not.toBe("3");
        if (host !== server.host || display.startsWith("h") || display.startsWith("7") || mark === "?")
          continue;
        seen.push(next);
        if (display.startsWith("1")) await visit(next);
        else expect(await ask(next)).not.toMatch(/^3/);
      }
    }
    await visit("");
    expect(seen).toContain("/attic/up the stairs/inside the chimney/letter.txt");
    expect(seen).toContain("/names/caf\xe9.txt");
    expect(seen).toContain("/names/last byte \xff");
    expect(seen).toContain("/names/ leading blank.txt");
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("derive types from names, or from bytes for unknown names", async () => {
    const text = "some text";
    await using own = await startGopherServer({
      root: folder({
        "a.txt": text,
        "b.GIF": text,
        "c.png": text,
        "d.html": text,
        "e.wav": text,
        "f.zip": text,
        g: text,
        h: Uint8Array.of(0, 1, 2),
        "i.unknown": text,
        "tab\tname": text,
        folder: folder({}),
      }),
    });
    expect((await menu("", own)).map(([display]) => display)).toEqual([
      ..."0a.txt gb.GIF Ic.png hd.html se.wav 9f.zip 0g 9h 0i.unknown 1folder".split(" "),
    ]);
    expect(await menu("/folder", own)).toEqual([]);
  });

  test("can be written by an author", async () => {
    await using own = await startGopherServer({
      root: folder(
        { "a.txt": "" },
        {
          menu: [
            "hello",
            { entry: "a.txt", display: "A" },
            { entry: "nosuch" },
            { gophertype: "1", display: "elsewhere", selector: "/x", host: "h.example" },
            { gophertype: "1", display: "here", selector: "/y" },
          ],
        },
      ),
    });
    const port = String(own.port);
    expect(await menu("", own)).toEqual([
      ["ihello", "", "null.host", "1"],
      ["0A", "/a.txt", "127.0.0.1", port, "+"],
      ["1elsewhere", "/x", "h.example", "70"],
      ["1here", "/y", "127.0.0.1", port],
    ]);
  });
});

describe("documents", () => {
  test("sends a text with CR LF, doubled dots and the Lastline (RFC 1436, appendix)", async () => {
    expect(await ask("/octets/dots.txt")).toBe(
      "one line before a dot\r\n..\r\n...two dots\r\n....three\r\nand no line end here\r\n.\r\n",
    );
    expect(await ask("/octets/crlf.txt")).toBe(
      "These lines end\r\nin carriage return\r\nand line feed.\r\n.\r\n",
    );
    expect(await ask("/octets/empty.txt")).toBe(".\r\n");
    expect(await ask("/octets/latin-1.txt")).toBe("H\xf6r zu: \xe4, \xf6, \xfc.\r\n.\r\n");
  });

  test("doubles dots however the chunks are split", async () => {
    const text = "\n.a\r\n..b\n.\r\n\r.c\n.";
    for (let cut = 0; cut <= text.length; cut++) {
      const pieces = [text.slice(0, cut), text.slice(cut)].map(octets);
      const root = folder({ "a.txt": { size: text.length, chunks: () => pieces } });
      await using own = await startGopherServer({ root });
      expect(await ask("/a.txt", own)).toBe("\r\n..a\r\n...b\r\n..\r\n\r.c\r\n..\r\n.\r\n");
    }
  });

  test("sends bytes unchanged up to the end", async () => {
    expect(await ask("/octets/bytes.bin")).toBe(
      String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)),
    );
    expect(await ask("/pictures/lighthouse.gif")).toMatch(/^GIF87a/);
  });

  test("resets the connection if a document fails", async () => {
    const broken = document({
      size: 2,
      *chunks() {
        yield new Uint8Array(1);
        throw new Error("no more");
      },
    });
    await using own = await startGopherServer({ root: folder({ "a.bin": broken }) });
    expect(await ask("/a.bin", own)).toBe("reset");
  });

  test("sends texts unchanged and menus without a dot if lastline is false", async () => {
    await using own = await startGopherServer({ lastline: false, plus: false });
    expect(await ask("/octets/dots.txt", own)).toBe(
      "one line before a dot\n.\n..two dots\n...three\nand no line end here",
    );
    expect(await ask("/poems", own)).toBe(
      ["tide.txt", "percent.txt"]
        .map((name) => `0${name}\t/poems/${name}\t127.0.0.1\t${own.port}\r\n`)
        .join(""),
    );
  });
});

describe("selectors are opaque", () => {
  test.each(["/welcome.txt", "welcome.txt", "/welcome.txt\t", "/welcome.txt\tignored"])(
    "returns the text for %j",
    async (selector) => {
      expect(await ask(selector)).toMatch(/^Welcome, reader\.\r\n/);
    },
  );

  test.each([
    "/nosuch",
    "/poems/nosuch",
    "/poems/../welcome.txt",
    "/./welcome.txt",
    "//welcome.txt",
    "/names/%41%2Etxt",
    "/constructor",
    "/welcome.txt/x",
    "/\x1b[2J",
    "/URL:javascript:alert(1)",
    "URL:gopher://h.example/",
    "URL:",
  ])("returns an item of type 3 for %j", async (selector) => {
    expect(await menu(selector)).toEqual([["3There is nothing by that selector.", "", "error.host", "1"]]);
  });

  test("returns a page for a URL: selector, with the URL escaped", async () => {
    for (const slash of ["", "/"]) {
      const page = await ask(`${slash}URL:https://h.example/?a="b"&c=<d>`);
      expect(page).toContain('<a href="https://h.example/?a=&quot;b&quot;&amp;c=&lt;d&gt;">');
      expect(page).not.toContain("<d>");
    }
  });
});

describe("search (RFC 1436 §3.7)", () => {
  test.each([
    ["lighthouse", ["/welcome.txt", "/home/alice/notes.txt"]],
    ["LIGHTHOUSE compass", ["/welcome.txt"]],
    ["  lighthouse   password ", ["/home/alice/notes.txt"]],
    ["umlaut", ["/poems/percent.txt"]],
    ["lighthous", []],
    ["ighthouse", []],
    ["gr\xc3\xbc\xc3\x9fe", ["/names/gr\xc3\xbc\xc3\x9fe.txt"]],
    ["GR\xc3\x9c\xc3\x9fE", ["/names/gr\xc3\xbc\xc3\x9fe.txt"]],
    ["caf\xe9", ["/names/caf\xe9.txt"]],
  ])("%j", async (words, selectors) => {
    expect((await menu(`/search\t${words}`)).map(([, selector]) => selector)).toEqual(selectors);
  });

  test.each(["/search", "/search\t", "/search\t  "])("requires words for %j", async (request) => {
    expect((await menu(request)).map(([display]) => display)).toEqual(["3A search needs words."]);
  });
});

describe("requests", () => {
  test("accepts a request however it is split, and with only LF", async () => {
    for (const request of ["/octets/lf.txt\r\n", "/octets/lf.txt\n"]) {
      for (let cut = 0; cut <= request.length; cut++) {
        const socket = await dial(server.host, server.port);
        socket.setNoDelay(true);
        socket.write(request.slice(0, cut));
        await new Promise((resolve) => setImmediate(resolve));
        socket.write(request.slice(cut));
        expect(await readAll(socket)).toHaveLength(
          "These lines end\r\nin line feed\r\nalone.\r\n.\r\n".length,
        );
      }
    }
  });

  test("accepts a request without a line end if the client ends", async () => {
    const socket = await dial(server.host, server.port);
    socket.end("/poems/tide.txt");
    expect(await readAll(socket)).not.toHaveLength(0);
  });

  test("rejects a request that is too long", async () => {
    expect(await ask("x".repeat(100_000))).toMatch(/^3A request has at most 4096 bytes\.\t/);
  });

  test("records one array for each connection, including data after the request", async () => {
    await using own = await startGopherServer();
    await ask("/a\tb\xff", own);
    await ask("/f\t+\t1\r\n+-1\r\nyes\r\n.", own);
    expect(own.received.map((lines) => lines.map(latin1))).toEqual([
      ["/a\tb\xff"],
      ["/f\t+\t1", "+-1", "yes", "."],
    ]);
  });
});
