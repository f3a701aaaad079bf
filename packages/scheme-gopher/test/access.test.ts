import { createClient } from "@anyurl/client";
import { createRegistry, type Entry, type Limits } from "@anyurl/core";
import { folder, patternDocument, startGopherServer } from "@anyurl/servers";
import {
  describeHostile,
  expectNoLeaks,
  planEqualsWire,
  readVectors,
  startHostileServer,
} from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { type GopherUrl, gopher } from "../src/index.ts";

const clientWith = (limits: Partial<Limits> = {}) =>
  createClient({
    schemes: [gopher],
    transport: nodeTransport(),
    limits,
    options: { gopher: { allowForms: true } },
  });
const client = clientWith();
const urls = createRegistry(gopher);

/** The same URL on another host. */
function movedTo(port: number, url: GopherUrl): string {
  const { hostStart, pathStart } = url.offsets;
  return `${url.href.slice(0, hostStart)}127.0.0.1:${port}${url.href.slice(pathStart)}`;
}

describe("plan and access send the same request", () => {
  const vectors = readVectors(new URL("vectors.json", import.meta.url)).flatMap(({ url, code, access }) => {
    if (url === undefined || code !== undefined || access !== undefined) return [];
    const parsed = urls.parse(url);
    return gopher.is(parsed) && parsed.scheme === "gopher" ? [parsed] : [];
  });

  it("for most vectors", () => expect(vectors.length).toBeGreaterThan(25));

  it.each(vectors.map((url) => [url.href, url] as const))("get %s", async (_, url) => {
    await using server = await startGopherServer();
    await planEqualsWire({
      registry: client.registry,
      url: movedTo(server.port, url),
      // Only the request matters here, not the reply.
      open: async (text) => (await client.get(text)).bytes().catch(() => {}),
      server,
    }).catch((error: { code?: string }) => {
      if (error.code !== "not-found") throw error;
    });
  });

  it.each(["/", "/7/search%09whale", "/1/%09%09$", "/7/search%09whale%09+"])("list %s", async (path) => {
    await using server = await startGopherServer();
    const open = (text: string) => all(client.list(text));
    await planEqualsWire({
      registry: client.registry,
      url: server.origin + path,
      operation: "list",
      open,
      server,
    });
  });
});

it.each(["/0/welcome.txt", "/7/search%09whale", "/0/welcome.txt%09%09!+ABSTRACT"])(
  "plan and access send the same request: stat %s",
  async (path) => {
    await using server = await startGopherServer();
    const open = (text: string) => client.stat(text as "gopher://h/");
    await planEqualsWire({
      registry: client.registry,
      url: server.origin + path,
      operation: "stat",
      open,
      server,
    });
  },
);

describe("get", () => {
  const root = folder({
    "dots.txt": "one\n.two\n..three\n.\nend\n",
    "bytes.bin": Uint8Array.of(0, 46, 13, 10, 46, 255),
  });

  it.each([true, false])("returns a text unchanged, with or without a Lastline (%s)", async (lastline) => {
    await using server = await startGopherServer({ root, lastline });
    const text = await (await client.get(`${server.origin}/0/dots.txt`)).text();
    expect(text.replaceAll("\r\n", "\n")).toBe("one\n.two\n..three\n.\nend\n");
  });

  it("reports whether a text is complete, but not whether a binary file is", async () => {
    await using server = await startGopherServer({ root });
    const text = await client.get(`${server.origin}/0/dots.txt`);
    await text.bytes();
    expect(await text.complete).toBe(true);
    const octets = await client.get(`${server.origin}/9/bytes.bin`);
    expect(await octets.bytes()).toEqual(Uint8Array.of(0, 46, 13, 10, 46, 255));
    expect(await octets.complete).toBe("unknown");
  });

  it("fails with not-found and the server's message if the reply is an error item", async () => {
    await using server = await startGopherServer({ root });
    await expectNoLeaks(async () => {
      await expect(client.get(`${server.origin}/0/nosuch`)).rejects.toMatchObject({
        name: "AccessError",
        code: "not-found",
        scheme: "gopher",
        operation: "get",
        reply: expect.stringMatching(/./),
      });
    });
  });

  it("rejects an invalid request before it connects", async () => {
    await using server = await startGopherServer({ root });
    const at = (path: string) => `${server.origin}${path}`;
    for (const path of ["/0a%0D%0AQUIT", "/0a%0Ab", "/0a%00b", "/7a%09b%0Dc", "/0f%09%09+%0D%0AEVIL"]) {
      await expect(client.get(at(path))).rejects.toMatchObject({ code: "control-octet" });
    }
    for (const path of ["/8guest", "/Tguest", "/2bob", "/+mirror", "/iline", "/3error", "/7find"]) {
      await expect(client.get(at(path))).rejects.toMatchObject({ code: "unsupported" });
    }
    await expect(client.get("gopher://127.0.0.1:25/1HELO%20x")).rejects.toMatchObject({
      code: "port-blocked",
    });
    await expect(all(client.list(at("/0/dots.txt")))).rejects.toMatchObject({ code: "not-a-directory" });
    expect(server.received).toEqual([]);
  });

  it.each([
    ["gopher://h.example/8guest", "open telnet://guest@h.example/ instead"],
    ["gopher://h.example:2323/8", "open telnet://h.example:2323/ instead"],
    ["gopher://[::1]:23/Ta:b", "open tn3270://a%3Ab@[::1]/ instead"],
    ["gopher://h.example:105/2", "use a CSO client (RFC 2378) with h.example:105"],
    ["gopher://h.example/2bob", "use a CSO client (RFC 2378) with h.example:105"],
  ])("fails with unsupported for the session %s, with its location in the hint", async (url, hint) => {
    const expected = expect.objectContaining({ code: "unsupported", hint });
    await expect(client.get(url)).rejects.toEqual(expected);
    expect(() => client.registry.plan(url)).toThrow(expected);
  });

  it("sets the media type that the item type or the view implies", async () => {
    await using server = await startGopherServer({ root });
    const mediaType = async (path: string) => {
      const entity = await client.get(server.origin + path);
      await entity.bytes();
      return entity.mediaType;
    };
    expect(await mediaType("/0/dots.txt")).toBe("text/plain");
    expect(await mediaType("/9/bytes.bin")).toBeUndefined();
    expect(await mediaType("/0/dots.txt%09%09+")).toBe("text/plain");
    expect(await mediaType("/0/dots.txt%09%09+Text/plain")).toBe("text/plain");
    expect(await mediaType("/9/bytes.bin%09%09+application/octet-stream")).toBe("application/octet-stream");
    expect(await mediaType("/9/bytes.bin%09%09!")).toBe("text/plain");
  });

  it('removes the final line "." that one server adds after a file', async () => {
    const stored = ".TH LS 1\r\n..\r\nend\r\n";
    await using server = await startHostileServer((socket) => void socket.end(`${stored}.\r\n`));
    expect(await (await client.get(`gopher://127.0.0.1:${server.port}/0/ls.1`)).text()).toBe(stored);
  });

  it("sends a form in a URL only if allowForms is set", async () => {
    await using server = await startGopherServer({ root });
    const careful = createClient({ schemes: [gopher], transport: nodeTransport() });
    const url = `${server.origin}/0f%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A`;
    await expect(careful.get(url)).rejects.toMatchObject({
      code: "control-octet",
      hint: expect.stringContaining("allowForms"),
    });
    expect(server.received).toEqual([]);
  });

  it("ends at the Lastline if the server does not close the connection", async () => {
    const silent = (socket: { write(text: string): void }) => socket.write("one\r\n.\r\n");
    await using server = await startHostileServer(silent);
    const impatient = clientWith({ idleTimeout: 1000 });
    expect(await (await impatient.get(`gopher://127.0.0.1:${server.port}/0x`)).text()).toBe("one\r\n");
    const endless = (socket: { write(text: string): void }) => socket.write("one\r\n");
    await using other = await startHostileServer(endless);
    const body = (await impatient.get(`gopher://127.0.0.1:${other.port}/0x`)).text();
    await expect(body).rejects.toMatchObject({ code: "timeout" });
  });

  it("closes the connection when the reader cancels", async () => {
    await using server = await startGopherServer({ root: folder({ "big.bin": patternDocument(1024 ** 3) }) });
    await expectNoLeaks(async () => {
      const { body } = await client.get(`${server.origin}/9/big.bin`);
      for await (const _ of body) break;
    });
    await expect.poll(() => server.live).toBe(0);
  });
});

describe("list", () => {
  it("returns entries whose URLs can be opened", async () => {
    const root = folder([
      ["a b?.txt", "x"],
      [Uint8Array.of(0x6c, 0xe4, 0x2e, 0x74, 0x78, 0x74), "latin"],
      ["sub", folder({ "y.txt": "y" })],
    ]);
    await using server = await startGopherServer({ root });
    const entries = await all(client.list(`${server.origin}/`));
    const texts = entries.filter(({ kind }) => kind === "file");
    expect(texts).toHaveLength(2);
    for (const { url } of texts) expect(await (await client.get(url!)).text()).toMatch(/^(?:x|latin)\r\n$/);
    const sub = entries.find(({ kind }) => kind === "directory")!;
    expect((await all(client.list(sub.url!))).map(({ name }) => name)).toEqual(["y.txt"]);
  });

  it("searches with the words of the URL", async () => {
    await using server = await startGopherServer({
      root: folder({ "a.txt": "a blue whale\n", "b.txt": "nothing\n" }),
    });
    const entries = await all(client.list(`${server.origin}/7/search%09blue%20whale`));
    expect(entries.map(({ name }) => name).filter((name) => name.includes(".txt"))).toEqual(["a.txt"]);
  });

  it("returns the last item of a menu that ends without a line end and a Lastline", async () => {
    const menu = "0first\t/a\th.example\t70\r\n0last\t/b\th.example\t70";
    await using server = await startHostileServer((socket) => void socket.end(menu));
    const entries = await all(client.list(`gopher://127.0.0.1:${server.port}/1`));
    expect(entries.map(({ name }) => name)).toEqual(["first", "last"]);
  });

  it("skips a line that is too long, and fails with too-large at too many entries", async () => {
    const long = `0${"x".repeat(9000)}\t/x\th\t70\r\n0short\t/x\th.example\t70\r\n`;
    await using server = await startHostileServer((socket) => void socket.end(long));
    const url = `gopher://127.0.0.1:${server.port}/1x`;
    expect((await all(client.list(url))).map(({ kind, name }) => [kind, name])).toEqual([
      ["file", "short"],
      ["error", expect.stringMatching(/^1 line skipped: longer than 8192 bytes/)],
    ]);
    await expect(all(client.list(url, { limits: { maxEntries: 0 } }))).rejects.toMatchObject({
      code: "too-large",
    });
    await expect(all(client.list(url, { limits: { maxListing: 100 } }))).rejects.toMatchObject({
      code: "too-large",
    });
  });
});

describeHostile(gopher, {
  client: clientWith,
  url: (port) => `gopher://127.0.0.1:${port}/1menu`,
  opening: [],
  reply: "0A text\t/x\th.example\t70\r\n",
  // Gopher has no reply but its content: an early close is an empty menu, half a line is the last one, a line of
  // another protocol is information, and so is a very long one.
  harmless: (kind) => ["early-close", "half-reply", "long-line"].includes(kind),
});

async function all(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}
