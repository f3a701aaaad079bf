import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { document, type EmbeddedServer, folder, startGopherServer } from "../src/index.ts";
import { dial, latin1, octets, readAll } from "./raw-client.ts";

const root = folder({
  "text.txt": document("line one\nline two\n", { modified: new Date("2001-02-03T04:05:06Z") }),
  "bytes.bin": Uint8Array.of(0, 46, 13, 10, 46, 255),
  "empty.txt": "",
  sub: folder({ "a.txt": "a" }),
});

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startGopherServer({
    root,
    plus: {
      admin: "A Tester <tester@example.org>",
      items: new Map([
        [
          "/text.txt",
          {
            abstract: "What this text is about.",
            language: "En_US",
            views: [{ type: "Text/plain", language: "De_DE", content: "Zeile\n" }],
            blocks: new Map([["+SMELL", ["of salmon"]]]),
          },
        ],
      ]),
      forms: new Map([
        [
          "/form",
          { display: "A form", ask: ["Ask: Name:", "AskL: Words:"], answer: (values) => values.join("|") },
        ],
      ]),
    },
  });
});
afterAll(() => server.close());

async function ask(request: string, of: EmbeddedServer = server): Promise<string> {
  const socket = await dial(of.host, of.port);
  socket.write(octets(`${request}\r\n`));
  const answer = await readAll(socket);
  return answer === "reset" ? answer : latin1(answer);
}

const at = (line: string) => `${line}\t${server.host}\t${server.port}`;

/** Returns the lines after a head "+-1", up to the line "." that must be the last one. */
async function lines(request: string): Promise<readonly string[]> {
  const [head, ...rest] = (await ask(request)).split("\r\n");
  expect(head).toBe("+-1");
  expect(rest.slice(-2)).toEqual([".", ""]);
  return rest.slice(0, -2);
}

describe("items (Gopher+ §2.3)", () => {
  test.each([
    ["/text.txt\t+", "+18\r\nline one\nline two\n"],
    ["/text.txt\t\t+", "+18\r\nline one\nline two\n"],
    ["/text.txt\t+text/plain", "+18\r\nline one\nline two\n"],
    ["/text.txt\t+Text/plain De_DE", "+6\r\nZeile\n"],
    ["/bytes.bin\t+", "+6\r\n\0.\r\n.\xff"],
    ["/empty.txt\t+", "+0\r\n"],
    ["/sub\t+", "+-1\r\n0a.txt\t/sub/a.txt\t$HERE\t+\r\n.\r\n"],
    ["/sub\t+application/gopher-menu", "+-1\r\n0a.txt\t/sub/a.txt\t$HERE\t+\r\n.\r\n"],
    ["/search\tzeile\t+", "+-1\r\n.\r\n"],
    ["/search\tline two\t+", "+-1\r\n0text.txt\t/text.txt\t$HERE\t+\r\n.\r\n"],
  ])("%j", async (request, answer) => {
    expect(await ask(request)).toBe(answer.replace("$HERE", `${server.host}\t${server.port}`));
  });

  test.each([
    "/nosuch\t+",
    "/nosuch\t!",
    "/nosuch\t$",
    "/text.txt\t$",
    "/text.txt\t+image/gif",
    "/search\t\t+",
  ])("replies to %j with an error that begins with the address of the administrator", async (request) => {
    expect(await ask(request)).toMatch(/^--1\r\n1 A Tester <tester@example\.org>\r\n[^\r]+\r\n\.\r\n$/);
  });
});

describe("attributes (Gopher+ §2.5, §2.7)", () => {
  const TEXT = [
    "+ADMIN:",
    " Admin: A Tester <tester@example.org>",
    " Mod-Date: Sat, 03 Feb 2001 04:05:06 GMT <20010203040506>",
    "+VIEWS:",
    " Text/plain En_US: <.0k>",
    " Text/plain De_DE: <.0k>",
    "+ABSTRACT:",
    " What this text is about.",
    "+SMELL:",
    " of salmon",
  ];

  test("of a text", async () => {
    expect(await lines("/text.txt\t!")).toEqual([at("+INFO: 0text.txt\t/text.txt").concat("\t+"), ...TEXT]);
  });

  test.each(["!+ABSTRACT+SMELL", "!+ABSTRACT +SMELL"])("include only the blocks of %j", async (plus) => {
    expect((await lines(`/text.txt\t${plus}`)).slice(1)).toEqual(TEXT.slice(6));
  });

  test("describe a search and a form", async () => {
    expect((await lines("/search\t\t!"))[0]).toMatch(/^\+INFO: 7/);
    const form = await lines("/form\t!");
    expect(form[0]).toBe(at("+INFO: 0A form\t/form").concat("\t?"));
    expect(form.slice(-3)).toEqual(["+ASK:", " Ask: Name:", " AskL: Words:"]);
  });

  test("describe all items of a menu", async () => {
    const all = await lines("\t$");
    const infos = all.filter((line) => line.startsWith("+INFO: "));
    expect(infos.map((line) => line.split("\t")[1])).toEqual([
      "/text.txt",
      "/bytes.bin",
      "/empty.txt",
      "/sub",
      "/form",
    ]);
    expect(
      (await lines("\t$+VIEWS")).filter((line) => /^\+/.test(line) && !/^\+(INFO|VIEWS)/.test(line)),
    ).toEqual([]);
  });
});

describe("forms (Gopher+ §2.8)", () => {
  test("answers a form, with dots restored", async () => {
    expect(await ask("/form\t+\t1\r\n+-1\r\nAlice\r\n2\r\n..one\r\ntwo\r\n.")).toBe(
      "+-1\r\nAlice|2|.one|two\r\n.\r\n",
    );
  });

  test("accepts a form however it is split", async () => {
    const request = "/form\t+\t1\r\n+-1\r\nA\r\n.\r\n";
    for (let cut = 0; cut <= request.length; cut++) {
      const socket = await dial(server.host, server.port);
      socket.setNoDelay(true);
      socket.write(request.slice(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(request.slice(cut));
      const answer = await readAll(socket);
      expect(answer === "reset" ? answer : latin1(answer)).toBe("+-1\r\nA\r\n.\r\n");
    }
  });

  test("doubles the dots of a response", async () => {
    expect(await ask("/form\t+\t1\r\n+-1\r\n..\r\n.")).toBe("+-1\r\n..\r\n.\r\n");
  });

  test("rejects invalid forms", async () => {
    expect(await ask("/form\t+")).toMatch(/^--1\r\n/);
    expect(await ask("/form")).toMatch(/^3/);
    expect(await ask("/form\t+\t1\r\n+12\r\n")).toMatch(/^3/);
    expect(await ask(`/form\t+\t1\r\n+-1\r\n${"x\r\n".repeat(1_100)}`)).toMatch(/^3/);
    expect(await ask("/text.txt\t+\t1\r\n+-1\r\nx\r\n.")).toMatch(/^\+18\r\n/);
  });
});

describe("other framings", () => {
  test("frames texts as the university's own server", async () => {
    await using own = await startGopherServer({ root, lastline: "umn" });
    expect(await ask("/text.txt\t+", own)).toBe("+18\r\nline one\nline two\n.\r\n");
    expect(await ask("/bytes.bin\t+", own)).toBe("+6\r\n\0.\r\n.\xff");
    expect(await ask("/text.txt", own)).toBe("line one\nline two\n.\r\n");
    expect(await ask("/nosuch", own)).toBe("0'/nosuch' does not exist!!\t\terror.host\t1\r\n.\r\n");
  });

  test("ignores Gopher+ fields and marks nothing without Gopher+", async () => {
    await using own = await startGopherServer({ root, plus: false });
    for (const plus of ["+", "!", "!+ABSTRACT", "+\t1"])
      expect(await ask(`/text.txt\t${plus}`, own)).toBe("line one\r\nline two\r\n.\r\n");
    expect(await ask("/sub\t$", own)).toBe(`0a.txt\t/sub/a.txt\t${own.host}\t${own.port}\r\n.\r\n`);
  });
});

test("provides a text in two languages and a guest book in the library", async () => {
  await using library = await startGopherServer();
  expect(await ask("/welcome.txt\t+Text/plain De_DE", library)).toMatch(/^\+\d+\r\nWillkommen\./);
  const said = await ask("/guestbook\t+\t1\r\n+-1\r\nAlice\r\nquiet\r\n1\r\nlovely\r\n1\r\n.", library);
  expect(said).toBe("+-1\r\nThank you, Alice. It was quiet.\r\n  lovely\r\nWe show it to others.\r\n.\r\n");
});
