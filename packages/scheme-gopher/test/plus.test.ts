import { type CallOptions, createClient } from "@anyurl/client";
import {
  type AccessError,
  createRegistry,
  type Entity,
  octetsOf,
  type ResolvedOptions,
  resolveOptions,
  textOf,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { type EmbeddedServer, folder, startGopherServer } from "@anyurl/servers";
import { memoryContext, startHostileServer } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get } from "../src/access.ts";
import { type GopherUrl, gopher, readAdmin, readForm, readViews } from "../src/index.ts";
import { gopherOptions } from "../src/options.ts";

const client = createClient({ schemes: [gopher], transport: nodeTransport() });
const textFrom = async (url: string, options?: CallOptions) =>
  (await client.get(url as "gopher://h/", options)).text();

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startGopherServer();
});
afterAll(() => server.close());
const at = (path: string) => `${server.origin}${path}` as "gopher://h/";
const lastRequest = () => server.received.at(-1)?.map((line) => textOf(line));

describe("items and views", () => {
  it("reports the size and that the body is complete", async () => {
    const entity = await client.get(at("/9/octets/bytes.bin%09%09+"));
    expect(entity.size).toBe(256);
    expect(await entity.bytes()).toEqual(Uint8Array.from({ length: 256 }, (_, i) => i));
    expect(await entity.complete).toBe(true);
  });

  it("gets a view in a language, from the URL and from the options", async () => {
    expect(await textFrom(at("/0/welcome.txt%09%09+text/plain%20De_DE"))).toMatch(/^Willkommen\./);
    const options = { options: { view: "Text/plain", language: "De_DE" } };
    expect(await textFrom(at("/0/welcome.txt"), options)).toMatch(/^Willkommen\./);
    expect(await textFrom(at("/0/welcome.txt%09%09+"), options)).toMatch(/^Willkommen\./);
    expect(await textFrom(at("/0/welcome.txt%09%09+text/plain%20En_US"), options)).toMatch(/^Welcome/);
    await expect(client.get(at("/0/welcome.txt%09%09+image/gif"))).rejects.toMatchObject({
      code: "not-found",
      replyCode: 1,
      reply: "There is no such view.",
    });
  });

  it("has a meaning that escapes control characters", () => {
    const meaningOf = (plus: string) =>
      createRegistry(gopher).describe(`gopher://h/0a%09%09${plus}`).at(-1)?.meaning;
    expect(meaningOf("+te%FFxt%20De%C2%9B")).toBe("the item as te\\xffxt, in De\\x9b");
    expect(meaningOf("!+A%7FB")).toBe("the attributes of the item: +A\\x7fB");
  });

  it("reports a server error as one line of at most 500 characters, without control characters", async () => {
    const words = `--2\r\n1 A <a@h.example>\r\n\x1b[2Jgone\r\n${"more ".repeat(200)}`;
    await using hostile = await startHostileServer((socket) => void socket.end(words), [""]);
    const error = await client
      .get(`gopher://127.0.0.1:${hostile.port}/0f%09%09+` as "gopher://h/")
      .catch((thrown: AccessError) => thrown as AccessError);
    expect(error).toMatchObject({ code: "not-found", reply: expect.stringMatching(/^\\x1b\[2Jgone more /) });
    expect((error as AccessError).reply).toHaveLength(500);
  });

  it("adds the character set of the options to the media type", async () => {
    const options = { options: { charset: "latin1" } };
    const entity = await client.get(at("/0/octets/latin-1.txt"), options);
    expect(entity.mediaType).toBe("text/plain;charset=windows-1252");
    await entity.bytes();
    expect((await client.get(at("/9/octets/bytes.bin"), options)).mediaType).toBeUndefined();
  });
});

describe("stat", () => {
  it("returns size, type, and date of an item, and every block by its name", async () => {
    const stat = await client.stat(at("/0/welcome.txt"));
    // Its fields are the entry itself.
    expect(Object.keys(stat.attributes!).filter((name) => name.startsWith("+INFO"))).toEqual([]);
    expect(stat).toMatchObject({
      kind: "file",
      mediaType: "text/plain",
      modified: new Date("1994-12-20T12:00:00Z"),
      attributes: {
        gophertype: "0",
        gopherPlus: "+",
        display: "welcome.txt",
        "+ABSTRACT": "Where to begin,\nand what there is.",
        "+KEYWORDS": "library lighthouse compass",
      },
    });
    const { "+ADMIN": admin, "+VIEWS": views } = stat.attributes!;
    expect(readAdmin(admin!).admin).toEqual({
      words: "The librarian",
      address: "librarian@library.example",
    });
    expect(readViews(views!).map(({ view, language }) => [view, language])).toEqual([
      ["Text/plain", "En_US"],
      ["Text/plain", "De_DE"],
    ]);
  });

  it("describes the view that the URL or the options select", async () => {
    const english = await client.stat(at("/0/welcome.txt"));
    const german = await client.stat(at("/0/welcome.txt%09%09+text/plain%20De_DE"));
    expect(german.size).toBeLessThan(english.size!);
    const options = { options: { view: "text/plain", language: "De_DE" } };
    expect(await client.stat(at("/0/welcome.txt"), options)).toMatchObject({ size: german.size });
  });

  it("requests the attributes of the URL, and all attributes of a search without words", async () => {
    expect((await client.stat(at("/0/welcome.txt%09%09!+ABSTRACT"))).attributes).not.toHaveProperty("+ADMIN");
    expect(lastRequest()).toEqual(["/welcome.txt\t!+ABSTRACT"]);
    expect(await client.stat(at("/7/search%09words"))).toMatchObject({ kind: "search" });
    expect(lastRequest()).toEqual(["/search\t\t!"]);
  });

  it("fails without Gopher+, or if the item does not exist", async () => {
    await using plain = await startGopherServer({ plus: false });
    const url = `${plain.origin}/0/welcome.txt` as "gopher://h/";
    await expect(client.stat(url)).rejects.toMatchObject({ code: "unsupported" });
    await expect(client.stat(at("/0/nosuch"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.stat(at("/8guest"))).rejects.toMatchObject({ code: "unsupported" });
  });
});

it("lists the items of a menu with their attributes", async () => {
  const entries = [];
  for await (const entry of client.list(at("/1/%09%09$"))) entries.push(entry);
  expect(entries.find(({ name }) => name === "Welcome: start here")).toMatchObject({
    kind: "file",
    url: at("/0/welcome.txt"),
    mediaType: "text/plain",
    size: expect.any(Number),
    modified: new Date("1994-12-20T12:00:00Z"),
    attributes: { "+KEYWORDS": "library lighthouse compass" },
  });
  expect(entries.find(({ kind }) => kind === "session")).toMatchObject({
    url: "telnet://guest@library.example/",
  });
  expect(entries.at(-1)).toMatchObject({ url: at("/0/guestbook%09%09%3F"), attributes: { gopherPlus: "?" } });
});

describe("forms", () => {
  const answers = ["Alice", "quiet", "one\n.two", true];

  it("fetches the form, fills it in, and sends it", async () => {
    const url = at("/0/guestbook%09%09?");
    await expect(client.get(url)).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.stringContaining("answers"),
    });
    const { attributes } = await client.stat(url);
    expect(readForm(attributes!["+ASK"]!).map(({ kind }) => kind)).toEqual([
      "Ask",
      "Choose",
      "AskL",
      "Select",
    ]);
    const said = "Thank you, Alice. It was quiet.\r\n  one\r\n  .two\r\nWe show it to others.\r\n";
    expect(await textFrom(url, { options: { answers } })).toBe(said);
    expect(lastRequest()).toEqual([
      "/guestbook\t+\t1",
      "+-1",
      "Alice",
      "quiet",
      "2",
      "one",
      "..two",
      "1",
      ".",
    ]);
  });

  it("sends nothing if the answers do not fit the form", async () => {
    const before = server.received.length;
    const options = { options: { answers: ["Alice", "loud"] } };
    await expect(client.get(at("/0/guestbook%09%09?"), options)).rejects.toMatchObject({
      code: "bad-option",
      message: expect.stringContaining("quiet, very quiet"),
    });
    // The form itself was fetched.
    expect(
      server.received
        .slice(before)
        .flat()
        .map((line) => textOf(line)),
    ).toEqual(["/guestbook\t!"]);
  });

  it("never records secret answers", async () => {
    const form = { display: "In", ask: ["Ask: Name:", "AskP: Word:", "Ask: Why:"], answer: () => "welcome" };
    await using own = await startGopherServer({
      root: folder({}),
      plus: { forms: new Map([["/in", form]]) },
    });
    const options = { options: { answers: ["Alice", "s3cr3t", "so"] } };
    const entity = await client.get(`${own.origin}/0/in%09%09?` as "gopher://h/", options);
    expect(await entity.text()).toBe("welcome\r\n");
    expect(own.received.flat().map((line) => textOf(line))).toContain("s3cr3t");
    const recorded = entity.transcript.entries.map(({ text }) => text ?? "").join("\n");
    expect(recorded).not.toContain("s3cr3t");
    expect(recorded).toMatch(/Alice.*\*\*\*.*so/s);
  });

  it("is not sent in clear text if the policy forbids it", async () => {
    const form = { display: "In", ask: ["AskP: Word:"], answer: () => "welcome" };
    await using own = await startGopherServer({
      root: folder({}),
      plus: { forms: new Map([["/in", form]]) },
    });
    const careful = createClient({
      schemes: [gopher],
      transport: nodeTransport(),
      policy: { profile: "default", clearTextPasswords: "refuse" },
    });
    const url = `${own.origin}/0/in%09%09?` as "gopher://h/";
    await expect(careful.get(url, { options: { answers: ["s3cr3t"] } })).rejects.toMatchObject({
      code: "tls-required",
    });
    expect(own.received.flat().map((line) => textOf(line))).toEqual(["/in\t!"]);
  });
});

describe("moved items and links", () => {
  const moved = "--1\r\n3 A <a@h.example>\r\n0New\tnew\tother.example\t70\t+\r\n.\r\n";

  it("reports the new location of an item", async () => {
    await using old = await startHostileServer((socket) => void socket.end(moved), [""]);
    const url = `gopher://127.0.0.1:${old.port}/0old%09%09+` as "gopher://h/";
    await expect(client.get(url)).rejects.toMatchObject({
      code: "not-found",
      replyCode: 3,
      hint: expect.stringContaining("gopher://other.example/0new"),
    });
  });

  it("follows a moved item if an option allows it, and no further than allowed", async () => {
    const line = `0Poem\t/poems/tide.txt\t127.0.0.1\t${server.port}\t+`;
    await using old = await startHostileServer(
      (socket) => void socket.end(`--1\r\n3 A <a@h.example>\r\n${line}\r\n.\r\n`),
      [""],
    );
    const url = `gopher://127.0.0.1:${old.port}/0old%09%09+` as "gopher://h/";
    const options = { followMoved: true };
    expect(await textFrom(url, { options })).toBe(await textFrom(at("/0/poems/tide.txt")));
    await expect(client.get(url, { options, limits: { maxReferrals: 0 } })).rejects.toMatchObject({
      name: "AccessError",
    });
  });

  /** A memory transport with one reply, which records where the request was sent. */
  function world(reply: string, options: Record<string, unknown>) {
    const referred: string[] = [];
    const replies = [octetsOf(reply), undefined];
    const entity = { body: (async function* () {})() } as unknown as Entity;
    const context: Context<ResolvedOptions<typeof gopherOptions>> = {
      ...(memoryContext({ script: { lines: [], openings: [] } }) as Context),
      options: resolveOptions(gopherOptions, options),
      connect: async () => ({
        remote: { address: "192.0.2.1", port: 70 },
        send: async () => {},
        receive: async () => replies.shift(),
        close: () => {},
      }),
      refer: async (url) => {
        referred.push(url);
        return entity;
      },
    };
    const open = (url: string) => get(client.registry.parse(url) as GopherUrl, context);
    return { referred, entity, open, context };
  }

  it("follows a moved item if the option followMoved is set", async () => {
    const { referred, entity, open } = world(moved, { followMoved: true });
    expect(await open("gopher://h.example/0old%09%09+")).toBe(entity);
    expect(referred).toEqual(["gopher://other.example/0new"]);
    const nowhere = world("--1\r\n3 A <a@h>\r\n.\r\n", { followMoved: true });
    await expect(nowhere.open("gopher://h.example/0old%09%09+")).rejects.toMatchObject({ code: "not-found" });
    const lost = world("--1\r\n1 A <a@h>\r\n.\r\n", { followMoved: true });
    await expect(lost.open("gopher://h.example/0old%09%09+")).rejects.toMatchObject({ code: "not-found" });
    expect([...nowhere.referred, ...lost.referred]).toEqual([]);
  });

  it("follows a link if an option allows it, with the same checks as for an entry", async () => {
    const { referred, open } = world("", { followUrlLinks: true });
    await open("gopher://h.example/hURL:http://x.example/");
    expect(referred).toEqual(["http://x.example/"]);
    for (const link of ["javascript:alert(1)", "file:///etc/passwd", "gopher://h.example:25/", "no URL"])
      await expect(open(`gopher://h.example/hURL:${encodeURIComponent(link)}`)).rejects.toMatchObject({
        code: "unsupported",
      });
    expect(referred).toHaveLength(1);
  });

  it("fails with unsupported if the context cannot follow URLs", async () => {
    const { open, context } = world("", { followUrlLinks: true });
    delete (context as { refer?: unknown }).refer;
    await expect(open("gopher://h.example/hURL:http://x.example/")).rejects.toMatchObject({
      code: "unsupported",
      hint: "get http://x.example/ instead",
    } satisfies Partial<AccessError>);
  });
});
