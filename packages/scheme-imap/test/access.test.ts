import { createClient, Transcript } from "@anyurl/client";
import { createRegistry, type Entry, textOf } from "@anyurl/core";
import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";
import { type ImapServerOptions, startImapServer } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { imap } from "../src/index.ts";
import { imapOptions } from "../src/options.ts";

const PASSWORD = "s3cr:t@/%";
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(
  options?: ImapServerOptions,
  credentials: (request: CredentialRequest) => Credentials | undefined = () => ({ password: PASSWORD }),
) {
  const server = await startImapServer(options);
  ends.push(() => server.close());
  const client = createClient({
    ...{ schemes: [imap], transport: nodeTransport(), credentials, tls: { ca: SELF_SIGNED.cert } },
    policy: { allowAddresses: ["127.0.0.0/8"] },
  });
  const lines = () => server.received.map((each) => each.map(textOf));
  const url = (path: string, login = "") => server.origin.replace("//", `//${login}`) + path;
  return { server, client, lines, url: url as (path: string, login?: string) => `imap:${string}` };
}

async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

describe("list", () => {
  it("returns the mailboxes of a server, whose URLs open", async () => {
    const { client, url } = await start();
    const entries = await collect(client.list(url("/")));
    expect(entries.map((entry) => [entry.name, entry.url])).toEqual([
      ["INBOX", url("/INBOX")],
      ["Archive/2001", url("/Archive/2001")],
      ["Entwürfe", url("/Entw%C3%BCrfe")],
    ]);
    for (const each of entries) expect(await collect(client.list(each.url as "imap:"))).not.toEqual([]);
  });

  it("returns the messages of a mailbox with subject, sender, date, and size", async () => {
    const { client, url } = await start();
    const [first, second] = await collect(client.list(url("/inbox")));
    expect(first?.url).toBe(url("/INBOX;UIDVALIDITY=981173100/;UID=1"));
    expect(second).toMatchObject({
      ...{ name: "Café at noon?", kind: "file", mediaType: "message/rfc822" },
      modified: new Date("2001-02-04T10:30:00Z"),
      attributes: {
        from: "René <rene@library.example>",
        to: "Alice Reader <alice@library.example>, bob@library.example",
        "message-id": "<m2@library.example>",
      },
    });
  });

  it("returns the messages of a search", async () => {
    const { client, url } = await start();
    const names = async (query: string) =>
      (await collect(client.list(url(`/INBOX?${query}`)))).map((entry) => entry.name);
    expect(await names("OR%20FROM%20keeper%20SUBJECT%20%22tide%20tables%22")).toEqual([
      "Welcome to the library",
      "Tide tables",
    ]);
    expect(await names("NOT%20ALL")).toEqual([]);
  });

  it("returns only the newest messages, if an option says so", async () => {
    const { client, url, lines } = await start();
    const options = { newest: 1 };
    const names = async (path: string) =>
      (await collect(client.list(url(path), { options }))).map((entry) => entry.name);
    expect(await names("/INBOX")).toEqual(["Tide tables"]);
    expect(await names("/INBOX?ALL")).toEqual(["Tide tables"]);
    expect(lines()[0]?.at(-2)).toMatch(/^a3 FETCH 3:\* /);
  });

  it("returns the parts of a message, whose URLs give them decoded", async () => {
    const { client, url } = await start();
    const parts = await collect(client.list(url("/INBOX/;UID=3")));
    expect(parts.map((part) => [part.name, part.mediaType, part.attributes?.["section"]])).toEqual([
      ["part 1.1, text/plain", "text/plain; charset=us-ascii", "1.1"],
      ["part 1.2, text/html", "text/html; charset=us-ascii", "1.2"],
      ["tides.csv", "text/csv", "2"],
      ["part 3, message/rfc822", "message/rfc822", "3"],
      ["part 3.1, text/plain", "text/plain; charset=us-ascii", "3.1"],
    ]);
    const csv = await client.get(parts[2]!.url as "imap:");
    expect(csv.mediaType).toBe("text/csv");
    expect(await csv.text()).toBe("time,height\r\n04:12,0.8\r\n10:30,4.2\r\n");
    expect(await (await client.get(parts[4]!.url as "imap:")).text()).toContain("Please send the tables.");
  });
});

describe("get", () => {
  it("returns the text of a message without its transfer encoding", async () => {
    const { client, url } = await start();
    const text = async (uid: number) => {
      const got = await client.get(url(`/INBOX/;UID=${uid}`), { options: { part: "text" } });
      return [got.mediaType, await got.text()];
    };
    expect(await text(2)).toEqual([
      "text/plain; charset=utf-8",
      "See you at the café, after the tide. This line is longer than the others and goes on.\r\nRené\r\n",
    ]);
    expect(await text(3)).toEqual(["text/plain; charset=us-ascii", "The tables are attached."]);
  });

  it("returns a header, some of its fields, and a raw part", async () => {
    const { client, url } = await start();
    const header = await client.get(url("/INBOX/;UID=2"), { options: { part: "header" } });
    expect([header.mediaType, await header.text()]).toEqual([
      "text/rfc822-headers",
      expect.stringMatching(/^From: =\?UTF-8[\s\S]*\r\n\r\n$/),
    ]);
    const fields = await client.get(url("/INBOX/;UID=2/;SECTION=HEADER.FIELDS%20(Message-ID)"));
    expect(await fields.text()).toBe("Message-ID: <m2@library.example>\r\n\r\n");
    const raw = await client.get(url("/INBOX/;UID=3/;SECTION=2"), { options: { decode: false } });
    expect([raw.mediaType, await raw.text()]).toEqual([undefined, expect.stringMatching(/^dGltZSxo/)]);
    const mime = await client.get(url("/INBOX/;UID=3/;SECTION=2.MIME"));
    expect(await mime.text()).toContain("Content-Disposition: attachment");
  });

  it("returns a range of the URL, or one of the call", async () => {
    const { client, url } = await start();
    expect(await (await client.get(url("/INBOX/;UID=1/;PARTIAL=6.10"))).text()).toBe("The Keeper");
    const range = { start: 6, end: 16 };
    expect(await (await client.get(url("/INBOX/;UID=1"), { range })).text()).toBe("The Keeper");
    const encoded = await client.get(url("/INBOX/;UID=3/;SECTION=2/;PARTIAL=0.4"));
    expect([encoded.mediaType, await encoded.text()]).toEqual([undefined, "dGlt"]);
  });

  it("returns the only message that a search finds", async () => {
    const { client, url } = await start();
    const found = await client.get(url("/INBOX?HEADER%20Message-ID%20%22m2@library.example%22"));
    expect(await found.text()).toContain("Message-ID: <m2@library.example>");
    await expect(client.get(url("/INBOX?ALL"))).rejects.toMatchObject({ code: "is-a-directory" });
    await expect(client.get(url("/INBOX?SUBJECT%20nothing"))).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("stat", () => {
  it("returns the header of a message and the names of its attachments", async () => {
    const { client, url } = await start();
    expect((await client.stat(url("/INBOX/;UID=3"))).attributes).toMatchObject({
      subject: "Tide tables",
      from: "Harbour, Office of the <harbour@library.example>",
      attachments: "tides.csv",
    });
  });

  it("returns how many messages a mailbox has, and checks the login of a server", async () => {
    const { client, url } = await start();
    expect((await client.stat(url("/INBOX"))).attributes).toMatchObject({ messages: "3", uidnext: "4" });
    expect(await client.stat(url("/"))).toMatchObject({ kind: "directory" });
    await expect(client.stat(url("/INBOX;UIDVALIDITY=1"))).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("search", () => {
  it("finds words within the messages of the URL", async () => {
    const { client, url, lines } = await start();
    const names = async (path: string, words: string) =>
      (await collect(client.search(url(path), words))).map((entry) => entry.name);
    expect(await names("/INBOX?FROM%20keeper", "library dear")).toEqual(["Welcome to the library"]);
    expect(await names("/INBOX", 'a"b')).toEqual([]);
    expect(await names("/INBOX", "Größe")).toEqual([]);
    const searches = lines().flatMap((each) => each.filter((line) => line.includes("UID SEARCH")));
    expect(searches).toEqual([
      'a3 UID SEARCH FROM keeper TEXT "library" TEXT "dear"',
      'a3 UID SEARCH TEXT "a\\"b"',
      "a3 UID SEARCH CHARSET UTF-8 TEXT {7+}",
    ]);
  });

  it("requires a mailbox, and words", async () => {
    const { client, url } = await start();
    await expect(collect(client.search(url("/"), "x"))).rejects.toMatchObject({ code: "unsupported" });
    await expect(collect(client.search(url("/INBOX"), " "))).rejects.toMatchObject({ code: "bad-argument" });
  });
});

describe("login", () => {
  const clear = { options: { clearTextLogin: true } } as const;

  it("uses the user of the URL, PLAIN or LOGIN, and the password of the caller", async () => {
    const asked: CredentialRequest[] = [];
    const credentials = (request: CredentialRequest) => {
      asked.push(request);
      return { password: PASSWORD };
    };
    const plain = await start({ anonymous: false }, credentials);
    expect(await collect(plain.client.list(plain.url("/", "alice@"), clear))).toHaveLength(3);
    expect(asked).toMatchObject([{ user: "alice", wanted: "password", scheme: "imap" }]);
    const old = await start({ capabilities: [], anonymous: false }, credentials);
    expect(await collect(old.client.list(old.url("/", "alice@"), clear))).toHaveLength(3);
    expect(old.lines()[0]?.[0]).toBe(`a1 LOGIN "alice" "${PASSWORD}"`);
    const waiting = await start({ capabilities: ["AUTH=PLAIN"] }, credentials);
    expect(await collect(waiting.client.list(waiting.url("/", "alice@"), clear))).toHaveLength(3);
    expect(waiting.lines()[0]?.slice(0, 2)).toEqual(["a1 AUTHENTICATE PLAIN", btoa(`\0alice\0${PASSWORD}`)]);
  });

  it("asks for a user if the URL has only a mechanism, or if an option says so", async () => {
    const { client, url } = await start({ anonymous: false }, () => ({ user: "alice", password: PASSWORD }));
    expect(await collect(client.list(url("/", ";AUTH=*@"), clear))).toHaveLength(3);
    const options = { clearTextLogin: true, login: "ask" } as const;
    expect(await collect(client.list(url("/"), { options }))).toHaveLength(3);
  });

  it("fails if the server rejects it, or if there is no password", async () => {
    const wrong = await start({}, () => ({ password: "wrong" }));
    await expect(wrong.client.stat(wrong.url("/", "alice@"), clear)).rejects.toMatchObject({
      code: "auth-failed",
      message: expect.not.stringContaining("wrong"),
    });
    const none = await start({}, () => undefined);
    await expect(none.client.stat(none.url("/", "alice@"), clear)).rejects.toMatchObject({
      code: "auth-required",
    });
    const scram = await start();
    await expect(scram.client.stat(scram.url("/", "alice;AUTH=GSSAPI@"), clear)).rejects.toMatchObject({
      code: "unsupported",
    });
    expect(scram.lines()).toEqual([]);
  });

  it("sends no password without TLS", async () => {
    const { client, url, lines } = await start();
    await expect(client.stat(url("/", "alice@"))).rejects.toMatchObject({ code: "tls-required" });
    await expect(client.stat(url("/", "alice@"), { options: { tls: "preferred" } })).rejects.toMatchObject({
      code: "tls-required",
    });
    await expect(client.stat(url("/"), { options: { tls: "required" } })).rejects.toMatchObject({
      code: "tls-required",
    });
    expect(lines().flat().join()).not.toContain("PLAIN");
  });

  it("begins TLS with STARTTLS, and asks for the capabilities again", async () => {
    const { client, url, lines } = await start({ tls: SELF_SIGNED });
    const options = { tls: "required" } as const;
    expect(await collect(client.list(url("/", "alice@"), { options }))).toHaveLength(3);
    const verbs = lines()[0]?.map((line) => line.split(" ")[1]);
    expect(verbs).toEqual(["STARTTLS", "CAPABILITY", "AUTHENTICATE", "LIST", "LOGOUT"]);
    await expect(client.stat(url("/", "alice@"))).rejects.toMatchObject({ code: "tls-required" });
  });

  it("uses TLS from the first byte for imaps", async () => {
    const { client, url } = await start({ tls: { ...SELF_SIGNED, implicit: true } });
    expect(await collect(client.list(url("/", "alice@")))).toHaveLength(3);
  });

  it("shows no password in a transcript or a plan", async () => {
    const { client, url } = await start();
    const transcript = new Transcript();
    await client.stat(url("/", "alice@"), { ...clear, transcript });
    const settings = { ...imapOptions.defaults, ...clear.options };
    const plan = imap.plan!(createRegistry(imap).parse(url("/", "alice@")), "stat", settings);
    const wire = transcript.entries.map(({ text }) => text).join("\n");
    const shown = `${wire}${plan.steps.map((step) => ("text" in step ? step.text : "")).join("\n")}`;
    expect(wire).toContain("AUTHENTICATE PLAIN ***");
    expect(shown).toContain("AUTHENTICATE PLAIN ***");
    for (const secret of [PASSWORD, btoa(`\0alice\0${PASSWORD}`)]) expect(shown).not.toContain(secret);
  });
});
