import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { news } from "@anyurl/scheme-news";
import { nntp } from "@anyurl/scheme-nntp";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it, vi } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";
import { DOTTED, type InnMode, seedNews } from "./news-seeds.ts";
import type { Peer } from "./start.ts";

type Options = Readonly<Record<string, unknown>>;
type NewsClient = Client<typeof nntp | typeof news>;

const plain: NewsClient = createClient({ schemes: [nntp, news], transport: nodeTransport() });

/** Creates a client that trusts the certificate of the peer and has its credentials. */
function trusting(peer: Peer): NewsClient {
  return createClient({
    schemes: [nntp, news],
    transport: nodeTransport(),
    tls: { ca: readFileSync(join(peer.root, "../tls/cert.pem"), "utf8") },
    credentials: () => ({ user: "reader", password: "s3cr3t" }),
  });
}

async function entriesOf(url: string, options: Options = {}, client = plain): Promise<readonly Entry[]> {
  return collect(client.list(url as `news:${string}`, { options }));
}

async function fetchText(url: string, options: Options = {}, client = plain): Promise<string> {
  return (await client.get(url as `news:${string}`, { options })).text();
}

async function* article(...lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(lines.join("\r\n"));
}

function server(name: string, mode: InnMode, tests: (peer: Peer) => void): void {
  const needs = name === "inn" ? ["inn-inews"] : [];
  describePeer({ name, seed: seedNews(mode), title: `${name} (${mode})`, needs }, tests);
}

/** The tests of a reader for every server. `first` is the number of the first article. */
function reads(peer: Peer, first: number): void {
  const at = (path: string) => `nntp://127.0.0.1:${peer.port}/${path}`;

  it("lists a newsgroup as entries", async () => {
    const entries = await entriesOf(at("local.test"));
    expect(entries.map(({ name }) => name)).toEqual(["First article", "Re: First article", "Grüße"]);
    expect(entries[1]).toMatchObject({
      kind: "file",
      url: at(`local.test/${first + 1}`),
      attributes: {
        number: String(first + 1),
        from: "A Tester <tester@example.org>",
        "message-id": "<two$1%2@example.org>",
        references: "<one@example.org>",
      },
    });
  });

  it("lists an empty newsgroup, and one with gaps", async () => {
    expect(await entriesOf(at("local.empty"))).toEqual([]);
    expect((await entriesOf(at("local.gap"))).map(({ name }) => name)).toEqual(["Two", "Five"]);
  });

  it("reads an article by its number, without doubled dots", async () => {
    const text = await fetchText(at(`local.test/${first + 2}`));
    expect(text).toContain("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n");
    expect(text.endsWith(`\r\n\r\n${DOTTED.replaceAll("\n", "\r\n")}`)).toBe(true);
  });

  it("reads an article by its message-id from the first server that has it", async () => {
    const servers = `127.0.0.1:${peer.port}`;
    expect(await fetchText("news:two$1%252@example.org", { servers })).toContain("\r\n\r\nAn answer.\r\n");
    const fallback = { servers: ["127.0.0.1:1024", servers] };
    expect(await fetchText("news:one@example.org", fallback)).toContain("\r\n\r\nHello.\r\n");
  });

  it("reads head and body", async () => {
    expect(await fetchText(at(`local.test/${first + 1}`), { part: "body" })).toBe("An answer.\r\n");
    expect(await fetchText(at(`local.test/${first + 1}`), { part: "head" })).toContain(
      "References: <one@example.org>\r\n",
    );
  });

  it("fails for missing articles and newsgroups", async () => {
    for (const path of ["local.test/99", "no.such.group/1"])
      await expect(fetchText(at(path))).rejects.toMatchObject({ code: "not-found" });
    await expect(fetchText(`news://127.0.0.1:${peer.port}/no@such.article`)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("returns the attributes of an article and of a newsgroup", async () => {
    const { attributes, modified } = await plain.stat(at(`local.test/${first + 1}`) as `nntp:${string}`);
    expect(attributes).toMatchObject({ subject: "Re: First article", references: "<one@example.org>" });
    expect(Date.now() - modified!.getTime()).toBeLessThan(7_200_000);
    expect(await plain.stat(at("local.test") as `nntp:${string}`)).toMatchObject({
      kind: "directory",
      attributes: { count: "3", low: String(first), high: String(first + 2) },
    });
  });

  it("lists the newsgroups that match a pattern", async () => {
    const entries = await entriesOf(`news://127.0.0.1:${peer.port}/local.*`);
    const names = entries.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["local.test", "local.empty", "local.gap"]));
    expect(entries[0]!.url).toBe(`news://127.0.0.1:${peer.port}/${names[0]}`);
    expect(await entriesOf(`news://127.0.0.1:${peer.port}/nosuch.*`)).toEqual([]);
  });

  it("searches, and reads a digest", async () => {
    const found: string[] = [];
    for await (const { name } of plain.search(at("local.test") as `nntp:${string}`, "grüße"))
      found.push(name);
    expect(found).toEqual(["Grüße"]);
    const digest = await fetchText(at("local.gap"), { digest: true });
    expect(digest.match(/^Subject: .*$/gm)).toEqual(["Subject: Two", "Subject: Five"]);
  });

  it("lists the articles since yesterday", async () => {
    const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const entries = await entriesOf(`news://127.0.0.1:${peer.port}/local.gap`, { since });
    // sn omits the last article.
    const last = first === 1 ? ["<gap5@example.org>"] : [];
    expect(entries.map(({ name }) => name).sort()).toEqual(["<gap2@example.org>", ...last]);
  });

  it("posts an article, and reads the same text", async () => {
    const body = ["", ".", "..two", "and no line end here"];
    const id = `posted.${peer.port}@example.org`;
    const message = article(
      "From: A Tester <tester@example.org>",
      "Subject: Posted",
      `Message-ID: <${id}>`,
      ...body,
    );
    const url = at("local.empty") as `nntp:${string}`;
    await plain.send(url, message, { options: { confirmed: true } });
    // A server may accept an article before it can be read.
    const posted = () => fetchText(`news://127.0.0.1:${peer.port}/${id}`);
    const text = await vi.waitFor(posted, { timeout: 10_000 });
    expect(text.endsWith(`\r\n${body.join("\r\n")}\r\n`)).toBe(true);
  });
}

server("inn", "post", (peer) => {
  reads(peer, 1);

  it("protects the connection with STARTTLS", async () => {
    const client = trusting(peer);
    const url = `nntp://127.0.0.1:${peer.port}/local.test/1`;
    const got = await client.get(url as `nntp:${string}`, { options: { tls: "required" } });
    expect(await got.text()).toContain("Hello.");
    await expect(fetchText(url, { tls: "required" })).rejects.toMatchObject({ code: "tls-failed" });
  });

  it("fails to post a duplicate, to an unknown newsgroup, and to a read-only one", async () => {
    const post = (group: string, ...lines: readonly string[]) =>
      plain.send(`nntp://127.0.0.1:${peer.port}/${group}`, article(...lines, "", "x"), {
        options: { confirmed: true },
      });
    const head = ["From: A Tester <tester@example.org>", "Subject: x"];
    await expect(post("local.test", ...head, "Message-ID: <one@example.org>")).rejects.toMatchObject({
      code: "permission-denied",
      replyCode: 441,
    });
    for (const group of ["local.nosuch", "local.readonly"])
      await expect(post(group, ...head)).rejects.toMatchObject({ code: "permission-denied", replyCode: 441 });
  });
});

server("inn", "auth", (peer) => {
  const at = (path: string) => `nntp://127.0.0.1:${peer.port}/${path}`;

  it("does not send the required password unencrypted", async () => {
    await expect(fetchText(at("local.test/1"), {}, trusting(peer))).rejects.toMatchObject({
      code: "tls-required",
    });
    await expect(fetchText(at("local.test/1"), { clearTextLogin: true })).rejects.toMatchObject({
      code: "auth-required",
    });
  });

  it("sends the password over TLS, and unencrypted if that is allowed", async () => {
    for (const options of [{ tls: "required" }, { clearTextLogin: true }])
      expect(await fetchText(at("local.test/1"), options, trusting(peer))).toContain("Hello.");
    const url = `nntp://reader:s3cr3t@127.0.0.1:${peer.port}/local.test/1`;
    expect(await fetchText(url, { tls: "required" }, trusting(peer))).toContain("Hello.");
  });

  it("fails with a wrong password", async () => {
    const url = `nntp://reader:wrong@127.0.0.1:${peer.port}/local.test/1`;
    await expect(fetchText(url, { tls: "required" }, trusting(peer))).rejects.toMatchObject({
      code: "auth-failed",
    });
  });
});

server("inn", "transit", (peer) => {
  it("reads articles after MODE READER", async () => {
    const entries = await entriesOf(`nntp://127.0.0.1:${peer.port}/local.test`);
    expect(entries).toHaveLength(3);
    expect(await fetchText(`nntp://127.0.0.1:${peer.port}/local.test/1`)).toContain("Hello.");
  });
});

server("sn", "post", (peer) => reads(peer, 10));
