import { createClient } from "@anyurl/client";
import { type Entry, textOf } from "@anyurl/core";
import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";
import { startDictServer } from "@anyurl/servers";
import { memoryTransport } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { digest } from "../src/digest.ts";
import { dict } from "../src/index.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(
  options?: Parameters<typeof startDictServer>[0],
  credentials?: (request: CredentialRequest) => Credentials | undefined,
) {
  const server = await startDictServer(options);
  ends.push(() => server.close());
  const client = createClient({
    ...{ schemes: [dict], transport: nodeTransport() },
    policy: { allowAddresses: ["127.0.0.0/8"], allowPorts: ["dict:*"] },
    ...(credentials && { credentials: (request: CredentialRequest) => credentials(request) }),
  });
  const lines = () => server.received.map((each) => each.map(textOf));
  const url = (path: string, login = ""): `dict:${string}` =>
    `dict://${login}127.0.0.1:${server.port}${path}`;
  return { server, client, lines, url };
}

async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

describe("get", () => {
  it("returns the definitions of the first database that has the word, each with a heading", async () => {
    const { client, url } = await start();
    expect(await (await client.get(url("/d:tide"))).text()).toBe(
      "From Words of the sea [sea]:\r\n\r\ntide\r\n   the rising and falling of the sea\r\n" +
        "\r\nFrom Words of the sea [sea]:\r\n\r\ntide\r\n   a time, or a season\r\n",
    );
  });

  it("returns exactly one definition by its number", async () => {
    const { client, url } = await start();
    expect(await (await client.get(url("/d:tide:*:3"))).text()).toBe("tide\r\n   what the moon does\r\n");
    await expect(client.get(url("/d:tide:*:4"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("returns matches as lines", async () => {
    const { client, url } = await start();
    expect(await (await client.get(url("/m:sea:*:substring"))).text()).toBe(
      'sea sea bear\r\nsea the "old" sea\r\n',
    );
  });

  it("quotes words with spaces, quotes, and letters beyond ASCII", async () => {
    const { client, url, lines } = await start();
    expect(await (await client.get(url("/d:the%20%22old%22%20sea::1"))).text()).toContain(
      "as people call it",
    );
    expect(await (await client.get(url("/d:gr%C3%B6%C3%9Fe::1"))).text()).toContain("a size");
    expect(lines()[0]![1]).toBe('DEFINE ! "the \\"old\\" sea"');
  });

  it("asks for a MIME header if the option mime is set", async () => {
    const { client, url, lines } = await start();
    await (await client.get(url("/d:sun"), { options: { mime: true, client: "a test" } })).text();
    expect(lines()[0]!.slice(0, 2)).toEqual(['CLIENT "a test"', "OPTION MIME"]);
  });

  it.each(["/d:a%0D%0AQUIT", "/d:a%00", "/m:a%09", "/d:a:%1B"])("sends nothing for %s", async (path) => {
    const { client, url, server } = await start();
    await expect(client.get(url(path))).rejects.toMatchObject({ code: "control-octet" });
    expect(server.received).toEqual([]);
  });

  it("sends nothing for a command of more than 1024 bytes (RFC 2229 §2.3)", async () => {
    const { client, url, lines } = await start();
    await expect(client.get(url(`/d:${"x".repeat(1020)}`))).rejects.toMatchObject({ code: "too-long" });
    expect(lines().flat()).toEqual([]);
  });
});

describe("list", () => {
  it("lists the databases of a server, with their descriptions", async () => {
    const { client, url } = await start();
    expect(
      (await collect(client.list(url("/")))).map(({ name, kind, attributes }) => [name, kind, attributes]),
    ).toEqual([
      ["sea", "search", { description: "Words of the sea" }],
      ["sky", "search", { description: "Words of the sky" }],
    ]);
  });

  it("lists matches with the URLs of their definitions", async () => {
    const { client, url, server } = await start();
    const entries = await collect(client.list(url("/m:tide:*:exact")));
    expect(entries.map((entry) => entry.url)).toEqual([
      `${server.origin}/d:tide:sea`,
      `${server.origin}/d:tide:sky`,
    ]);
    expect((await collect(client.list(url("/m:tide:*:exact:2")))).map((entry) => entry.url)).toEqual([
      `${server.origin}/d:tide:sky`,
    ]);
    await expect(collect(client.list(url("/m:tide:*:exact:3")))).rejects.toMatchObject({ code: "not-found" });
  });

  it("lists definitions, each with its number", async () => {
    const { client, url, server } = await start();
    const entries = await collect(client.list(url("/d:tide:*")));
    expect(entries.map((entry) => entry.url)).toEqual([1, 2, 3].map((n) => `${server.origin}/d:tide:*:${n}`));
    for (const [i, text] of ["rising", "season", "moon"].entries())
      expect(await (await client.get(entries[i]!.url as "dict:")).text()).toContain(text);
    expect((await collect(client.list(url("/d:tide:*:2")))).length).toBe(1);
    await expect(collect(client.list(url("/d:tide:*:4")))).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("search", () => {
  it("matches in the database of the URL, or in all of the server, by a strategy", async () => {
    const { client, url } = await start();
    const names = async (path: string, options = {}) =>
      (await collect(client.search(url(path), "tid", { options }))).map(({ name }) => name);
    expect(await names("/")).toEqual(["tide", "tidal", "tide"]);
    expect(await names("/m:x:sky")).toEqual(["tide"]);
    await expect(names("/", { strategy: "exact" })).rejects.toMatchObject({ code: "not-found" });
    await expect(names("/", { strategy: "soundex" })).rejects.toMatchObject({ code: "unsupported" });
    await expect(names("/", { strategy: "" })).rejects.toMatchObject({ code: "bad-option" });
    await expect(collect(client.search(url("/"), "a\r\nQUIT"))).rejects.toMatchObject({
      code: "control-octet",
    });
    await expect(collect(client.search(url("/"), ""))).rejects.toMatchObject({ code: "bad-argument" });
  });
});

describe("stat", () => {
  it("returns what a database says about itself", async () => {
    const { client, url } = await start();
    const { kind, attributes } = await client.stat(url("/d:tide:sea"));
    expect({ kind, attributes }).toEqual({
      kind: "file",
      attributes: {
        database: "sea",
        information: "A small dictionary.\nIts words were collected on the shore.",
      },
    });
    await expect(client.stat(url("/d:tide:nothing"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("returns the strategies of a server", async () => {
    const { client, url } = await start();
    const { kind, attributes } = await client.stat(url("/"));
    expect(kind).toBe("directory");
    expect(attributes).toEqual({
      strategies: "exact, prefix, suffix, substring",
      information: "A small dictionary server.",
    });
  });
});

describe("AUTH (RFC 2229 §3.11)", () => {
  const PASSWORD = "s3cr:t@/%";

  it("is the MD5 of msg-id and password", () => {
    expect(digest("<1.2@h>", "s3cr3t")).toBe("b93e253e2123be92329aa6767d887ec3");
  });

  it("logs in with the password of the caller, which is not in the transcript", async () => {
    const asked: CredentialRequest[] = [];
    const { client, url, lines } = await start({ requiresLogin: true }, (request) => {
      asked.push(request);
      return { password: PASSWORD };
    });
    expect(await (await client.get(url("/d:sun::1", "alice;AUTH@"))).text()).toContain("the star");
    expect(asked).toMatchObject([{ scheme: "dict", user: "alice", wanted: "password" }]);
    expect(lines()[0]![1]).toMatch(/^AUTH alice [0-9a-f]{32}$/);
    await expect(client.get(url("/d:sun"))).rejects.toMatchObject({ code: "permission-denied" });
  });

  it("asks for an empty user, and for its password", async () => {
    const { client, url, lines } = await start({}, ({ wanted }) =>
      wanted === "user" ? { user: "alice" } : { password: PASSWORD },
    );
    await (await client.get(url("/d:sun", ";AUTH@"))).text();
    expect(lines()[0]![1]).toMatch(/^AUTH alice /);
  });

  it("fails with auth-failed for a wrong password, and with auth-required without one", async () => {
    const wrong = await start({}, () => ({ password: "wrong" }));
    await expect(wrong.client.get(wrong.url("/d:sun", "alice@"))).rejects.toMatchObject({
      code: "auth-failed",
    });
    const none = await start();
    await expect(none.client.get(none.url("/d:sun", "alice@"))).rejects.toMatchObject({
      code: "auth-required",
    });
    expect(none.server.received).toEqual([]);
  });

  it("fails with unsupported if the banner has no msg-id, and sends no digest", async () => {
    const transport = memoryTransport();
    const sent: string[] = [];
    transport.listen("127.0.0.1", 2628, async (peer) => {
      await peer.send("220 hello\r\n");
      for (let bytes = await peer.receive(); bytes !== undefined; bytes = await peer.receive()) {
        sent.push(textOf(bytes));
        await peer.send("250 ok\r\n");
      }
    });
    const client = createClient({
      ...{ schemes: [dict], transport, credentials: () => ({ password: "x" }) },
      policy: { allowAddresses: ["127.0.0.0/8"] },
    });
    await expect(client.get("dict://alice@127.0.0.1/d:sun")).rejects.toMatchObject({ code: "unsupported" });
    expect(sent).toEqual(["CLIENT anyurl\r\n"]);
  });
});

describe("hostile servers", () => {
  /** A server that greets, and answers each command with the next text. */
  function hostile(...answers: readonly string[]) {
    const transport = memoryTransport();
    transport.listen("127.0.0.1", 2628, async (peer) => {
      await peer.send("220 hello <1@h>\r\n");
      for (const text of ["250 ok\r\n", ...answers]) {
        if ((await peer.receive()) === undefined) break;
        await peer.send(text);
      }
      peer.end();
    });
    const limits = { maxEntries: 100, maxListing: 10_000, maxReply: 1_000, maxEntryLine: 100 };
    return createClient({ schemes: [dict], transport, limits, policy: { allowAddresses: ["127.0.0.0/8"] } });
  }
  const failure = (code: string) => expect.objectContaining({ code });

  it("limit the number of definitions, and the size of those that are not wanted", async () => {
    const many = hostile(`150 x\r\n${'151 a b "c"\r\n.\r\n'.repeat(200)}`);
    await expect(many.get("dict://127.0.0.1/d:a").then((got) => got.text())).rejects.toEqual(
      failure("too-large"),
    );
    const large = hostile(`150 2\r\n151 a b "c"\r\n${"x\r\n".repeat(5000)}`);
    await expect(large.get("dict://127.0.0.1/d:a::2")).rejects.toEqual(failure("too-large"));
    const listed = hostile(`150 2\r\n151 a b "c"\r\n${"x\r\n".repeat(5000)}`);
    await expect(collect(listed.list("dict://127.0.0.1/d:a"))).rejects.toEqual(failure("too-large"));
  });

  it("limit listings and texts of metadata", async () => {
    for (const text of [
      `db ${"x".repeat(200)}\r\n`,
      'db "a"\r\n'.repeat(101),
      `db "${"x".repeat(90)}"\r\n`.repeat(110),
    ])
      await expect(collect(hostile(`152 1\r\n${text}`).list("dict://127.0.0.1/m:a"))).rejects.toEqual(
        failure("too-large"),
      );
    await expect(
      hostile(`112 x\r\n${"a line\r\n".repeat(200)}`).stat("dict://127.0.0.1/d:a:b"),
    ).rejects.toEqual(failure("too-large"));
  });

  it("fail with protocol-error if they announce definitions and send none", async () => {
    await expect(hostile("150 1\r\n250 ok\r\n").get("dict://127.0.0.1/d:a")).rejects.toEqual(
      failure("protocol-error"),
    );
    await expect(collect(hostile("150 1\r\n250 ok\r\n").list("dict://127.0.0.1/d:a"))).rejects.toEqual(
      failure("protocol-error"),
    );
  });

  it("cannot make a URL with a command in it", async () => {
    const client = hostile('152 2\r\ndb "a\tb"\r\n"d\\"b" "a"\r\n.\r\n250 ok\r\n');
    expect(
      (await collect(client.list("dict://127.0.0.1/m:a"))).map(({ url, unsafe }) => [url, unsafe]),
    ).toEqual([
      [undefined, expect.any(String)],
      ["dict://127.0.0.1/d:a:d%22b", undefined],
    ]);
  });
});
