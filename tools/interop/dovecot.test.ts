import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type PoolOptions, Transcript } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { imap } from "@anyurl/scheme-imap";
import { mid } from "@anyurl/scheme-mid";
import { pop } from "@anyurl/scheme-pop";
import { MAIL_LIBRARY } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";

/** Maildir++: a mailbox is a directory whose name begins with ".", in modified UTF-7. */
function seed(root: string): void {
  const mailboxes = { "": MAIL_LIBRARY["INBOX"]!, ".Archive.2001": MAIL_LIBRARY["Archive/2001"]! };
  for (const [name, messages] of Object.entries({
    ...mailboxes,
    ".Entw&APw-rfe": MAIL_LIBRARY["Entwürfe"]!,
  })) {
    const directory = join(root, "mail", name);
    for (const each of ["cur", "new", "tmp"]) mkdirSync(join(directory, each), { recursive: true });
    messages.forEach((text, i) => {
      writeFileSync(join(directory, "cur", `98117310${i}.M${i}P1.host:2,`), text);
    });
  }
}

describePeer({ name: "dovecot", seed, needs: ["dovecot-imapd", "dovecot-pop3d"] }, (peer) => {
  const tls = { tls: "required" } as const;
  const create = (password = "s3cr3t@/%", connections: PoolOptions = {}) =>
    createClient({
      connections,
      schemes: [imap, pop, mid],
      transport: nodeTransport({ tls: { ca: readFileSync(join(peer.root, "cert.pem"), "utf8") } }),
      credentials: () => ({ user: "alice", password }),
      options: { imap: { ...tls, login: "ask" }, pop: tls },
      policy: { allowAddresses: ["127.0.0.1"], allowPorts: ["imap:*", "pop:*"] },
    });
  const url = (path: string) => `imap://alice@127.0.0.1:${peer.port}${path}` as `imap:${string}`;
  const popUrl = (login = "alice@") => `pop://${login}127.0.0.1:${peer.port + 1}` as `pop:${string}`;
  const names = async (entries: AsyncIterable<Entry>) => (await collect(entries)).map(({ name }) => name);

  it("lists mailboxes, also one with a name that is not ASCII, and their messages", async () => {
    const mailboxes = await collect(create().list(url("/")));
    expect(mailboxes.map(({ name }) => name).sort()).toEqual(
      ["Archive.2001", "Entwürfe", "INBOX", "Archive"].sort(),
    );
    // Archive only has a mailbox below it.
    expect(mailboxes.find(({ name }) => name === "Archive")?.url).toBeUndefined();
    for (const { url: to } of mailboxes)
      if (to !== undefined) expect(await collect(create().list(to as "imap:"))).not.toEqual([]);
  });

  it("lists messages whose URLs open", async () => {
    const messages = await collect(create().list(url("/INBOX")));
    expect(messages.map(({ name }) => name)).toEqual([
      "Welcome to the library",
      "Café at noon?",
      "Tide tables",
    ]);
    expect(messages[1]?.attributes?.["from"]).toBe("René <rene@library.example>");
    const got = await create().get(messages[0]!.url as "imap:");
    expect(await got.text()).toBe(MAIL_LIBRARY["INBOX"]![0]!.replaceAll("\n", "\r\n"));
    expect((await create().stat(messages[0]!.url as "imap:")).attributes?.["flags"]).not.toContain("Seen");
  });

  it("serves one call after the other on a pooled connection", async () => {
    await using client = create("s3cr3t@/%", { idle: 60_000 });
    const isReused: boolean[] = [];
    for (const uid of [1, 2, 3, 1]) {
      const transcript = new Transcript();
      const got = await client.get(url(`/INBOX/;UID=${uid}`), { transcript });
      expect(await got.text()).toContain("Subject: ");
      const [opened] = transcript.entries;
      isReused.push(opened !== undefined && "reused" in opened);
    }
    expect(await names(client.list(url("/Archive.2001")))).not.toEqual([]);
    expect(await names(client.search(url("/INBOX"), "café"))).toEqual(["Café at noon?"]);
    expect(isReused).toEqual([false, true, true, true]);
  });

  it("sends sections, ranges, and the text of a message", async () => {
    const client = create();
    expect(await (await client.get(url("/INBOX/;UID=1/;PARTIAL=6.10"))).text()).toBe("The Keeper");
    const range = { start: 6, end: 16 };
    expect(await (await client.get(url("/INBOX/;UID=1"), { range })).text()).toBe("The Keeper");
    expect(await (await client.get(url("/INBOX/;UID=3/;SECTION=2"))).text()).toContain("10:30,4.2");
    const text = await client.get(url("/INBOX/;UID=2"), { options: { part: "text" } });
    expect(await text.text()).toContain("See you at the café, after the tide. This line");
    const parts = await collect(client.list(url("/INBOX/;UID=3")));
    expect(parts.map(({ attributes }) => attributes?.["section"])).toEqual(["1.1", "1.2", "2", "3", "3.1"]);
    expect(await (await client.get(parts[4]!.url as "imap:")).text()).toContain("Please send the tables.");
    await expect(client.get(url("/INBOX/;UID=3/;SECTION=9"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("searches, with a literal for words that are not ASCII", async () => {
    const client = create();
    expect(await names(client.list(url("/INBOX?FROM%20rene%20SINCE%201-Jan-2001")))).toEqual([
      "Café at noon?",
    ]);
    expect(await names(client.search(url("/INBOX"), "café"))).toEqual(["Café at noon?"]);
    expect(await names(client.search(url("/INBOX?FROM%20keeper"), "tide"))).toEqual([]);
    await expect(names(client.list(url("/INBOX?NONSENSE")))).rejects.toMatchObject({ code: "unsupported" });
  });

  it("reports what it does not have", async () => {
    const client = create();
    await expect(client.get(url("/nothing/;UID=1"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.get(url("/INBOX/;UID=99"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.get(url("/INBOX;UIDVALIDITY=1/;UID=1"))).rejects.toMatchObject({ code: "not-found" });
    expect((await client.stat(url("/INBOX"))).attributes).toMatchObject({ messages: "3", unseen: "3" });
    await expect(create("wrong").stat(url("/"))).rejects.toMatchObject({ code: "auth-failed" });
  });

  it("is a source of mid URLs", async () => {
    // A source cannot have a login.
    const source = `imap://127.0.0.1:${peer.port}/INBOX?HEADER%20Message-ID%20%22{messageId}%22`;
    const got = await create().get("mid:m2@library.example", { options: { source } });
    expect(await got.text()).toContain("Subject: =?UTF-8?Q?Caf=C3=A9_at_noon=3F?=");
  });

  it("lists and sends messages over POP3", async () => {
    const client = create();
    const messages = await collect(client.list(popUrl()));
    expect(messages.map(({ name }) => name)).toEqual([
      "Welcome to the library",
      "Café at noon?",
      "Tide tables",
    ]);
    const { uidl = "" } = messages[0]!.attributes!;
    const got = await client.get(popUrl(), { options: { uidl } });
    expect(await got.text()).toBe(MAIL_LIBRARY["INBOX"]![0]!.replaceAll("\n", "\r\n"));
    expect((await client.stat(popUrl())).attributes).toMatchObject({ messages: "3" });
    await expect(client.get(popUrl(), { options: { message: 9 } })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("accepts APOP without TLS, and PLAIN, and rejects a wrong password", async () => {
    const none = { options: { tls: "none" } } as const;
    expect(await create().stat(popUrl("alice;AUTH=+APOP@"), none)).toMatchObject({ kind: "directory" });
    expect(await create().stat(popUrl("alice;AUTH=PLAIN@"))).toMatchObject({ kind: "directory" });
    await expect(create("wrong").stat(popUrl())).rejects.toMatchObject({ code: "auth-failed" });
  });
});
