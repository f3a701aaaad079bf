import { createClient } from "@anyurl/client";
import { createRegistry, type Entry } from "@anyurl/core";
import { startNntpServer } from "@anyurl/servers";
import { planEqualsWire } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { createArticleCache, news } from "../src/index.ts";

type Options = Readonly<Record<string, unknown>>;
type Url = `news:${string}`;

const registry = createRegistry(news);
const client = createClient({ schemes: [news], transport: nodeTransport() });
const LIGHT = "news:light@harbour.example";

async function entriesOf(url: string, options: Options): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const entry of client.list(url as Url, { options })) all.push(entry);
  return all;
}

async function fetchText(url: string, options: Options): Promise<string> {
  return (await client.get(url as Url, { options })).text();
}

const at = (server: { readonly port: number }) => `127.0.0.1:${server.port}`;

/** A server without the articles of the others. */
const OTHER = { newsgroups: { "other.group": {} } };

describe("plan and access send the same request", () => {
  it.each([
    ["news:two$1%252@harbour.example", "get"],
    ["news:*", "list"],
    ["news:local.*", "list"],
    ["news:local.harbour", "stat"],
    ["news:*", "stat"],
  ])("%s: %s", async (url, operation) => {
    await using server = await startNntpServer();
    const options = { servers: at(server) };
    const open = async (): Promise<unknown> => {
      if (operation === "get") return fetchText(url, options);
      return operation === "list" ? entriesOf(url, options) : client.stat(url as Url, { options });
    };
    const plan = { plan: (text: string) => registry.plan(text, operation, options) };
    await planEqualsWire({ registry: plan as never, url, operation, open, server });
  });

  it("names the server if it is known", () => {
    const host = (url: string, options: Options = {}) => {
      const [step] = registry.plan(url, "get", options).steps;
      return step?.do === "connect" ? [step.host, step.port] : undefined;
    };
    expect(host(LIGHT)).toEqual([undefined, 119]);
    expect(host(LIGHT, { servers: "nntps://news.example" })).toEqual(["news.example", 563]);
    expect(host(LIGHT, { servers: ["[::1]:1119", "news.example"] })).toEqual(["::1", 1119]);
    expect(host("snews://news.example/light@harbour.example")).toEqual(["news.example", 563]);
    expect(host(LIGHT, { servers: "snews://news.example" })).toEqual(["news.example", 563]);
    expect(host(LIGHT, { servers: "news://news.example/" })).toEqual(["news.example", 119]);
    expect(host("snews:light@harbour.example", { servers: "news.example" })).toEqual(["news.example", 563]);
    for (const port of [1, 65_535])
      expect(host(LIGHT, { servers: `news.example:${port}` })).toEqual(["news.example", port]);
  });
});

describe("servers", () => {
  it("are tried in order", async () => {
    await using first = await startNntpServer(OTHER);
    await using second = await startNntpServer();
    const servers = [at(first), at(second)];
    expect(await fetchText(LIGHT, { servers })).toContain("Subject: A light in the north\r\n");
    expect(await fetchText(LIGHT, { servers: at(second) })).toContain("A light");
    expect((await entriesOf("news:local.harbour", { servers })).map(({ url }) => url)).toEqual([
      ...["news:light@harbour.example", "news:two$1%252@harbour.example", "news:greetings@harbour.example"],
    ]);
    expect((await client.stat(LIGHT as Url, { options: { servers } })).attributes).toMatchObject({
      subject: "A light in the north",
    });
    await expect(fetchText("news:no@such.article", { servers })).rejects.toMatchObject({ code: "not-found" });
  });

  it("fail with the first error other than not-found if all fail", async () => {
    await using server = await startNntpServer(OTHER);
    const servers = [at(server), "127.0.0.1:1024"];
    await expect(fetchText(LIGHT, { servers })).rejects.toMatchObject({ code: "connect-failed" });
  });

  it("are ignored if the URL names one", async () => {
    await using server = await startNntpServer();
    const [entry] = await entriesOf(`news://${at(server)}/local.gap`, { servers: "news.invalid" });
    expect(entry!.url).toBe(`news://${at(server)}/gap2@harbour.example`);
  });

  it.each([
    [undefined, "missing-host"],
    ["", "bad-option"],
    [[], "bad-option"],
    [7, "bad-option"],
    [["news.example", 7], "bad-option"],
    ["fred@news.example", "bad-option"],
    ["http://news.example", "bad-option"],
    ["news.example/path", "bad-option"],
    ["news.example:99999", "bad-option"],
    ["news.example:65536", "bad-option"],
    ["news.example:0", "bad-option"],
    ["news.example?x", "bad-option"],
    ["news.example#x", "bad-option"],
    ["a b", "bad-option"],
    [Array.from({ length: 17 }, () => "news.example"), "bad-option"],
  ])("%j: %s", async (servers, code) => {
    await expect(fetchText(LIGHT, { servers })).rejects.toMatchObject({ code });
  });
});

describe("a cache by message-id", () => {
  it("contacts no server for a cached article", async () => {
    await using server = await startNntpServer();
    const options = { servers: at(server), cache: createArticleCache() };
    const text = await fetchText(LIGHT, options);
    expect(await fetchText(LIGHT, options)).toBe(text);
    expect(await fetchText(LIGHT, { ...options, servers: "news.invalid" })).toBe(text);
    const mime = async (
      head: { get(name: string): string | undefined },
      body: AsyncIterable<Uint8Array>,
    ) => ({
      mediaType: `text/${head.get("subject")!.length}`,
      body,
    });
    const made = await client.get(LIGHT as Url, { options: { ...options, mime } });
    expect([made.mediaType, await made.text()]).toEqual([
      "text/20",
      text.slice(text.indexOf("\r\n\r\n") + 4),
    ]);
    expect(server.received).toHaveLength(1);
  });

  it("does not store an incomplete article", async () => {
    await using server = await startNntpServer();
    const cache = new Map<string, Uint8Array>();
    const { body } = await client.get("news:long@harbour.example" as Url, {
      options: { servers: at(server), cache },
    });
    await body.cancel();
    expect(cache.size).toBe(0);
  });

  it("drops the least recently used article and never exceeds its limits", () => {
    const cache = createArticleCache({ maxOctets: 10, maxArticle: 6 });
    for (const id of ["a", "b", "c"]) cache.set(id, new Uint8Array(3));
    cache.get("a");
    cache.set("d", new Uint8Array(4));
    expect(["a", "b", "c", "d"].map((id) => (cache.get(id) as Uint8Array | undefined)?.length)).toEqual([
      ...[3, undefined, 3, 4],
    ]);
    cache.set("e", new Uint8Array(7));
    expect(cache.get("e")).toBeUndefined();
    expect(() => createArticleCache({ maxOctets: Number.NaN })).toThrow(RangeError);
  });

  const get = () => undefined;
  it.each([{}, { get }, { set: get }, { get: 1, set: 1 }, "x", 7, get])(
    "must be a store, not %o",
    async (cache) => {
      await expect(fetchText(LIGHT, { servers: "news.invalid", cache })).rejects.toMatchObject({
        code: "bad-option",
      });
    },
  );

  it("stores no article of more than 1 MiB, and passes it on whole", async () => {
    const paragraph = `${"x".repeat(70)}\r\n`.repeat(16_000);
    const article = (id: string, body: string) =>
      `From: a@b.example\r\nNewsgroups: big.group\r\nSubject: x\r\nMessage-ID: <${id}>\r\n\r\n${body}`;
    const articles = [article("big@b", paragraph), article("small@b", "x\r\n")];
    await using server = await startNntpServer({ newsgroups: { "big.group": { articles } } });
    const cache = new Map<string, Uint8Array>();
    for (const id of ["big@b", "small@b"])
      expect(await fetchText(`news:${id}`, { servers: at(server), cache })).toContain(`Message-ID: <${id}>`);
    expect([...cache.keys()]).toEqual(["small@b"]);
  });
});

describe("the option since", () => {
  it.each(["yesterday", "2026-13-01", "", 7, new Date(Number.NaN), "1900-01-01"])(
    "is no %j",
    async (since) => {
      await expect(entriesOf("news:*", { servers: "news.invalid", since })).rejects.toMatchObject({
        code: "bad-option",
      });
    },
  );

  it("lists new articles by message-id", async () => {
    await using server = await startNntpServer();
    const options = { servers: at(server), since: new Date(Date.now() - 60_000) };
    expect((await entriesOf("news:local.gap", options)).map(({ url }) => url)).toEqual([
      ...["news:gap2@harbour.example", "news:gap5@harbour.example"],
    ]);
  });

  it.each([
    ["news:a.b", "a.b"],
    ["news:a.*", "a.*"],
  ])("plans NEWNEWS for %s (RFC 3977 §7.4)", (url, pattern) => {
    const { steps } = registry.plan(url, "list", { since: new Date("2026-01-02T03:04:05Z") });
    const sent = steps.flatMap((step) => (step.do === "send" ? [step.text?.trim()] : []));
    expect(sent).toContain(`NEWNEWS ${pattern} 20260102 030405 GMT`);
  });
});

describe("posting", () => {
  it("uses only one server", async () => {
    await using first = await startNntpServer({ posting: false });
    await using second = await startNntpServer();
    async function* article() {
      yield new TextEncoder().encode("From: a@b.example\nSubject: x\n\nx\n");
    }
    const options = { servers: [at(first), at(second)], confirmed: true };
    await expect(client.send("news:local.harbour" as Url, article(), { options })).rejects.toMatchObject({
      code: "permission-denied",
    });
    expect(second.received).toEqual([]);
    await client.send("news:local.harbour" as Url, article(), {
      options: { ...options, servers: at(second) },
    });
    expect(await entriesOf("news:local.harbour", { servers: at(second) })).toHaveLength(4);
  });
});
