import { createServer } from "node:net";
import { document, folder, startFtpServer } from "@anyurl/servers";
import { createAnyurl, type Entry } from "anyurl";
import { describe, expect, it } from "vitest";
import { completeWords } from "../../src/help/complete-words.ts";
import { run } from "../captured.ts";

const urls = createAnyurl();

const texts = async (words: readonly string[], entries: readonly Entry[] = []) =>
  (await completeWords(words, urls, async () => entries)).map(({ text }) => text);

const file = (url: string): Entry => ({ name: url, kind: "file", url });

describe("options of schemes", () => {
  it("are those of the URL on the line, each with its own description", async () => {
    const found = await completeWords(["get", "ftp://h/", "--option", "t"], urls, undefined);
    expect(found.map(({ text }) => text)).toEqual([
      ...["tls=none", "tls=preferred", "tls=required"],
      ...["type=by-suffix", "type=image"],
    ]);
    expect(new Set(found.map(({ description }) => description)).size).toBe(2);
    expect(await texts(["get", "gopher://h/", "--option", "hiddenF"])).toEqual([]);
  });

  it("are those of all schemes without a URL", async () => {
    expect(await texts(["get", "--option", "hiddenF"])).toEqual(["hiddenFiles=false", "hiddenFiles=true"]);
  });

  it("are found in the form --option=NAME", async () => {
    expect(await texts(["get", "ftp://h/", "--option=tls=r"])).toEqual(["tls=required"]);
  });
});

describe("build", () => {
  it("has a scheme, and then the fields of this scheme", async () => {
    expect(await texts(["build", "goph"])).toEqual(["gopher", "gophers"]);
    expect(await texts(["build", "news", "news"])).toEqual(["newsgroupName="]);
    expect(await texts(["build", "ftp", "host=h", ""])).toContain("cwds[]=");
    expect(await texts(["build", "nonesuch", ""])).toEqual([]);
  });
});

describe("entries of a directory", () => {
  it("have the names of the listing, after the text that was typed", async () => {
    const entries = [file("ftp://h/pub/readme.txt"), file("ftp://h/pub/docs/"), file("ftp://h/pub/other")];
    expect(await texts(["ls", "FTP://H:21/pub/"], entries)).toEqual([
      ...["FTP://H:21/pub/readme.txt", "FTP://H:21/pub/docs/", "FTP://H:21/pub/other"],
    ]);
    expect(await texts(["ls", "ftp://h/pub/re"], entries)).toEqual(["ftp://h/pub/readme.txt"]);
  });

  it("are in the directory itself", async () => {
    const entries = [
      ...[
        "ftp://other/pub/a",
        "ftp://h/a",
        "ftp://h/pub/a/b",
        "ftp://h/pub/",

        "gopher://h/pub/",
      ],
      "ftp://h/pub/a;type=a",
    ].map(file);
    expect(
      await texts(["ls", "ftp://h/pub/"], [...entries, { name: "", kind: "file", url: undefined }]),
    ).toEqual([]);
  });

  it("cannot make a shell run something", async () => {
    const names = [
      "$(id)",
      "a&b",
      "it's",
      "!!",
      "(x)",
      "*",
      "%60id%60",
      "a%20b",
      "%0A",
      "%22",
      "%3Bid",
      "%7Bx,y%7D",
    ];
    const found = await texts(
      ["ls", "ftp://h/"],
      names.map((name) => file(`ftp://h/${name}`)),
    );
    expect(found).toEqual([
      ...[
        "ftp://h/%24%28id%29",
        "ftp://h/a%26b",
        "ftp://h/it%27s",
        "ftp://h/%21%21",
        "ftp://h/%28x%29",
        "ftp://h/%2A",
      ],
      ...[
        "ftp://h/%60id%60",
        "ftp://h/a%20b",
        "ftp://h/%0A",
        "ftp://h/%22",
        "ftp://h/%3Bid",
        "ftp://h/%7Bx,y%7D",
      ],
    ]);
    for (const each of found) expect(each).toMatch(/^[A-Za-z0-9._~%/:,-]+$/);
  });

  it("are not asked for within a host, a query, or a fragment", async () => {
    const asked = async (word: string) => {
      let isAsked = false;
      await completeWords(["ls", word], urls, async () => {
        isAsked = true;
        return [];
      });
      return isAsked;
    };
    for (const word of [
      "ftp://h",
      "ftp:",
      "http://h/?a=/",
      "http://h/#/",
      "readme",
      "mailto:a@h/",
      "://h/",
      "",
    ])
      expect(`${word} ${await asked(word)}`).toBe(`${word} false`);
    expect(await asked("ftp://h/")).toBe(true);
  });

  it("come from the server, for commands that open URLs", async () => {
    await using ftp = await startFtpServer({
      root: folder({ pub: folder({ "a b.txt": document("a"), docs: folder({}) }) }),
    });
    const words = (verb: string) => run(["completion", "words", "--", verb, `${ftp.origin}/pub/`]);
    expect(await words("ls")).toMatchObject({
      status: 0,
      out: `${ftp.origin}/pub/a%20b.txt\t\n${ftp.origin}/pub/docs/\t\n`,
      err: "",
    });
    expect(await words("explain")).toMatchObject({ status: 0, out: "", err: "" });
  });

  it("are absent if the server refuses", async () => {
    await using server = createServer((socket) => socket.end("421 busy\r\n")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { readonly port: number };
    const ran = await run(["completion", "words", "--", "ls", `ftp://127.0.0.1:${port}/`]);
    expect(ran).toMatchObject({ status: 0, out: "", err: "" });
  });
});
