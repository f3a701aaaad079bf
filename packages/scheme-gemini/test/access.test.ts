import { type ClientOptions, createClient, Transcript } from "@anyurl/client";
import { type Entry, textOf } from "@anyurl/core";
import { type GeminiServerOptions, startGeminiServer } from "@anyurl/servers";
import { CLIENT_ONLY, OTHER_VALID, SELF_SIGNED, VALID } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { gemini } from "../src/index.ts";

async function start(options: Partial<GeminiServerOptions> = {}) {
  const server = await startGeminiServer({ tls: SELF_SIGNED, ...options });
  onTestFinished(() => server.close());
  const lines = () => server.received.flatMap((each) => each.map(textOf));
  return { server, lines, url: (path: string) => `${server.origin}${path}` as "gemini:" };
}

const create = (options: Partial<ClientOptions<readonly []>> = {}) =>
  createClient({
    ...{ transport: nodeTransport(), policy: { allowAddresses: ["127.0.0.0/8"], allowPorts: ["gemini:*"] } },
    ...options,
    schemes: [gemini],
  });

async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

describe("get", () => {
  it("follows redirects, and sends no fragment", async () => {
    const { url, lines, server } = await start({
      redirects: { "/old": { status: 31, location: "poems/tide.txt#x" } },
    });
    expect(await (await create().get(url("/old#y"))).text()).toContain("Tide");
    expect(lines()).toEqual([`${server.origin}/old`, `${server.origin}/poems/tide.txt`]);
  });

  it("follows a redirect to an IRI (RFC 3987 §3.1)", async () => {
    const { url, lines, server } = await start({
      redirects: { "/old": { status: 30, location: "/é?ü" } },
      responses: { "/%C3%A9?%C3%BC": "20 text/plain\r\nhere" },
    });
    expect(await (await create().get(url("/old"))).text()).toBe("here");
    expect(lines()).toEqual([`${server.origin}/old`, `${server.origin}/%C3%A9?%C3%BC`]);
  });

  it("follows at most five redirects", async () => {
    const redirects = Object.fromEntries(
      Array.from({ length: 7 }, (_, i) => [`/${i}`, { status: 30 as const, location: `/${i + 1}` }]),
    );
    const { url, lines } = await start({ redirects, responses: { "/5": "20 text/plain\r\nend" } });
    expect(await (await create().get(url("/0"))).text()).toBe("end");
    const more = await start({ redirects });
    await expect(create().get(more.url("/0"))).rejects.toMatchObject({ code: "too-many-redirects" });
    expect(lines().length).toBe(6);
    expect(more.lines().length).toBe(6);
  });

  it.each(["http://h.example/", "file:///etc/motd", "//u@h.example/", "gemini://", "%zz"])(
    "does not follow a redirect to %s",
    async (location) => {
      const { url, lines } = await start({ redirects: { "/x": { status: 30, location } } });
      await expect(create().get(url("/x"))).rejects.toMatchObject({
        code: "redirect-refused",
        replyCode: 30,
      });
      expect(lines().length).toBe(1);
    },
  );

  it.each([
    ["10 Words?", "input-required", "Words?"],
    ["11 Password?", "input-required", "Password?"],
    ["19 x", "input-required", "x"],
    ["40 x", "temporarily-unavailable", "x"],
    ["41 x", "busy", "x"],
    ["49 x", "temporarily-unavailable", "x"],
    ["50 x", "protocol-error", "x"],
    ["52 gone", "not-found", "gone"],
    ["53 x", "redirect-refused", "x"],
    ["59 x", "protocol-error", "x"],
    ["60 x", "auth-required", "x"],
    ["61 x", "permission-denied", "x"],
    ["62 x", "auth-failed", "x"],
    ["69", "auth-required", ""],
  ])("reports %s", async (header, code, reply) => {
    const { url } = await start({ responses: { "/x": `${header}\r\n` } });
    const replyCode = Number(header.slice(0, 2));
    await expect(create().get(url("/x"))).rejects.toMatchObject({ code, reply, replyCode });
  });

  it("reports for how long to wait", async () => {
    const { url } = await start({ responses: { "/x": "44 3\r\n" } });
    const error = { code: "temporarily-unavailable", retryable: true, retryAfter: 3000 };
    await expect(create().get(url("/x"))).rejects.toMatchObject(error);
  });

  it.each(["2 text/plain\r\n", "xx\r\n", "hello\r\n", "70 x\r\n", "20 x y\r\n", "20 a\x07/b\r\n"])(
    "fails with protocol-error for the header %j",
    async (response) => {
      const { url } = await start({ responses: { "/x": response } });
      await expect(create().get(url("/x"))).rejects.toMatchObject({ code: "protocol-error" });
    },
  );

  it.each(["application/x!#$&^_.+-y", "text/gemini; lang=en,fr;charset=utf-8", "text/plain ;charset=utf-8"])(
    "takes the media type %s (RFC 6838 §4.2)",
    async (type) => {
      const { url } = await start({ responses: { "/x": `20 ${type}\r\nx` } });
      expect((await create().stat(url("/x"))).mediaType).toBe(type);
    },
  );

  it("takes a reason of 1024 bytes, and no longer one", async () => {
    const { url } = await start({
      responses: { "/x": `51 ${"x".repeat(1024)}\r\n`, "/y": `51 ${"x".repeat(1025)}\r\n` },
    });
    await expect(create().get(url("/x"))).rejects.toMatchObject({ code: "not-found" });
    await expect(create().get(url("/y"))).rejects.toMatchObject({ code: "too-large" });
  });

  it("fails with too-large for a header of 2 KiB", async () => {
    const { url } = await start({ responses: { "/x": `20 ${"x".repeat(2048)}` } });
    await expect(create().get(url("/x"))).rejects.toMatchObject({ code: "too-large" });
  });

  it("takes a header without a media type as gemtext in UTF-8", async () => {
    const { url } = await start({
      responses: { "/a": "20\r\n# Hi\n", "/b": "20 text/plain; charset=iso-8859-1\r\nx" },
    });
    const first = await create().get(url("/a"));
    expect([first.mediaType, await first.text()]).toEqual(["text/gemini; charset=utf-8", "# Hi\n"]);
    expect((await create().stat(url("/b"))).mediaType).toBe("text/plain; charset=iso-8859-1");
  });
});

describe("search", () => {
  it("answers a question; the answer is not in the transcript", async () => {
    const { url, lines } = await start();
    const transcript = new Transcript();
    const entries = await collect(create().search(url("/search"), "percent sign", { transcript }));
    const sent = transcript.entries.filter(({ kind }) => kind === "send").map(({ text }) => text);
    expect(sent).toEqual([expect.stringMatching(/\/search\?\*\*\*/)]);
    expect(entries.map(({ name, kind }) => [name, kind])).toContainEqual(["/poems/percent.txt", "link"]);
    expect(lines()[0]).toMatch(/\/search\?percent%20sign$/);
  });

  it("escapes every character that could have a meaning", async () => {
    const { url, lines } = await start({ responses: { "/q?a%2Bb%26c%0D%0A%C3%A9": "20\r\n=> /x y\n" } });
    expect((await collect(create().search(url("/q"), "a+b&c\r\né"))).length).toBe(1);
    expect(lines().length).toBe(1);
  });
});

describe("list", () => {
  it("resolves links against the URL after all redirects", async () => {
    const { url } = await start({
      redirects: { "/old": { status: 30, location: "/a/b" } },
      responses: { "/a/b": "20 text/gemini\r\n=> ../c Label\n=>\td\n=> http://[ bad\nText\r\n=>\n" },
    });
    const entries = await collect(create().list(url("/old")));
    expect(entries.map(({ name, kind, url: to, unsafe }) => [name, kind, to, unsafe])).toEqual([
      ["Label", "link", url("/c"), undefined],
      ["d", "link", url("/a/d"), undefined],
      ["bad", "link", undefined, "its URL is not valid"],
      ["Text", "information", undefined, undefined],
      ["=>", "information", undefined, undefined],
    ]);
  });

  it.each([
    ["=> /é.gmi?ü Label", "Label", "/%C3%A9.gmi?%C3%BC"],
    ["=> /日本#ö", "/日本#ö", "/%E6%97%A5%E6%9C%AC#%C3%B6"],
    ["=> /\udcff.gmi x", "x", "/%FF.gmi"],
    ["=> /%C3%A9 x", "x", "/%C3%A9"],
    ["=> /a one\u2028two", "one\u2028two", "/a"],
    ["=> /a one\rtwo", "one\rtwo", "/a"],
    ["=> /a|b x", "x", undefined],
    ["\ufeff=> /a x", "x", "/a"],
  ])("reads the link %j, whose URL can be an IRI (RFC 3987 §3.1)", async (line, name, path) => {
    const { url } = await start({ responses: { "/x": `20\r\n${line}\n` } });
    const [entry] = await collect(create().list(url("/x")));
    expect([entry?.kind, entry?.name, entry?.url]).toEqual(["link", name, path && url(path)]);
  });

  it("drops U+FEFF only at the beginning of the document (RFC 3629 §6)", async () => {
    const { url } = await start({ responses: { "/x": "20\r\n\ufeff# a\ufeff\n\ufeff=> /a x\n" } });
    const names = (await collect(create().list(url("/x")))).map(({ name }) => name);
    expect(names).toEqual(["# a\ufeff", "\ufeff=> /a x"]);
  });

  it("gives a link to a host beyond ASCII the URL with its escapes", async () => {
    const { url } = await start({ responses: { "/x": "20\r\n=> gemini://é.example/ x\n" } });
    const [entry] = await collect(create().list(url("/x")));
    expect(entry?.url).toBe("gemini://%C3%A9.example/");
  });

  it("reports lines that are too long", async () => {
    const { url } = await start({ responses: { "/x": `20\r\n${"x".repeat(500)}\n=> a b\n` } });
    const entries = await collect(create({ limits: { maxEntryLine: 100 } }).list(url("/x")));
    expect(entries.map(({ kind }) => kind)).toEqual(["link", "error"]);
  });
});

describe("trust", () => {
  it("is that of the first use, and rejects another key later", async () => {
    const { url, lines, server } = await start();
    const keys = new Map<string, string>();
    const trust = {
      get: (name: string) => keys.get(name),
      set: (name: string, key: string) => void keys.set(name, key),
    };
    const client = create({ tls: { trust } });
    await (await client.get(url("/welcome.txt"))).text();
    expect([...keys.keys()]).toEqual([`127.0.0.1:${server.port}`]);
    keys.set(`127.0.0.1:${server.port}`, "sha256/other");
    await expect(client.get(url("/welcome.txt"))).rejects.toMatchObject({ code: "tls-failed" });
    expect(lines().length).toBe(1);
  });

  it("is that of authorities with the option verify, and under the policy untrusted", async () => {
    const { url, lines } = await start();
    const options = { verify: "authority" } as const;
    await expect(create().get(url("/"), { options })).rejects.toMatchObject({ code: "tls-failed" });
    const policy = { profile: "untrusted", allowAddresses: ["127.0.0.1"], allowPorts: ["gemini:*"] } as const;
    await expect(create({ policy }).get(url("/"))).rejects.toMatchObject({ code: "tls-failed" });
    expect(lines()).toEqual([]);
  });

  it("is decided for each server of a redirect", async () => {
    const other = await start({ tls: OTHER_VALID });
    const { url } = await start({
      tls: VALID,
      redirects: {
        "/x": { status: 30, location: other.url("/welcome.txt").replace("127.0.0.1", "localhost") },
      },
    });
    const client = create();
    for (let i = 0; i < 2; i++) expect(await (await client.get(url("/x"))).text()).toContain("Welcome");
  });
});

describe("client certificates", () => {
  const { cert, key } = CLIENT_ONLY;

  it("are shown to their server, below their path, and nowhere else", async () => {
    const { url } = await start({ protected: ["/home", "/homes", "/octets"] });
    const options = { certificates: [{ url: url("/home/"), cert, key }] };
    const client = create();
    expect((await client.get(url("/home/alice/where.txt"), { options })).mediaType).toBe(
      "text/plain; charset=utf-8",
    );
    await expect(client.get(url("/octets/bytes.bin"), { options })).rejects.toMatchObject({
      code: "auth-required",
    });
    await expect(client.get(url("/homes/x"), { options })).rejects.toMatchObject({ code: "auth-required" });
    const other = await start({ protected: ["/home"] });
    await expect(client.get(other.url("/home/"), { options })).rejects.toMatchObject({
      code: "auth-required",
    });
  });

  it("of the longest path win", async () => {
    const { url } = await start({ protected: ["/home"] });
    const certificates = [
      { url: url("/"), cert, key },
      { url: url("/home"), cert: VALID.cert, key: VALID.key },
    ];
    expect((await create().get(url("/home/"), { options: { certificates } })).mediaType).toContain(
      "text/gemini",
    );
  });

  it.each([[{}], ["x"], [[{ url: "http://h/", cert: "", key: "" }]], [[{ url: "gemini://h/" }]], [[null]]])(
    "are checked: %j",
    async (certificates) => {
      const { url } = await start();
      const options = { certificates } as object;
      await expect(create().get(url("/"), { options })).rejects.toMatchObject({ code: "bad-option" });
    },
  );
});
