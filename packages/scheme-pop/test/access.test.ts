import { createClient, Transcript } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { octetsOf, textOf } from "@anyurl/core";
import { type PopServerOptions, startPopServer } from "@anyurl/servers";
import { memoryTransport } from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { pop } from "../src/index.ts";

const PASSWORD = "s3cr:t@/%";
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options?: PopServerOptions, password: string | undefined = PASSWORD) {
  const server = await startPopServer(options);
  ends.push(() => server.close());
  const client = createClient({
    ...{ schemes: [pop], transport: nodeTransport(), tls: { ca: SELF_SIGNED.cert } },
    credentials: ({ user }) => ({ user: user ?? "alice", ...(password !== "" && { password }) }),
    policy: { allowAddresses: ["127.0.0.0/8"] },
  });
  const lines = () => server.received.map((each) => each.map(textOf));
  const url = (login = "alice;AUTH=+APOP@") => server.origin.replace("//", `//${login}`) as `pop:${string}`;
  return { client, lines, url };
}

async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

describe("list", () => {
  it("returns the messages with subject, sender, date, size, and unique id", async () => {
    const { client, url } = await start();
    const [, second] = await collect(client.list(url()));
    expect(second).toMatchObject({
      ...{ name: "Café at noon?", kind: "file", url: undefined, unsafe: expect.any(String) },
      modified: new Date("2001-02-04T10:30:00Z"),
      attributes: { number: "2", uidl: "m2@mail.example", from: "René <rene@library.example>" },
    });
  });

  it("asks for no headers, if an option says so", async () => {
    const { client, url, lines } = await start({ features: ["APOP"] });
    const options = { headers: false };
    const names = (await collect(client.list(url(), { options }))).map((entry) => entry.name);
    expect(names).toEqual(["message 1", "message 2", "message 3"]);
    expect(lines()[0]?.slice(1)).toEqual(["LIST", "UIDL", "QUIT"]);
  });
});

describe("get", () => {
  it("returns the message of the options, and leaves it in the mailbox", async () => {
    const { client, url, lines } = await start();
    const got = await client.get(url(), { options: { message: 1 } });
    expect(await got.text()).toContain("\r\n.\r\n..and one with two begins this one.\r\n");
    const header = await client.get(url(), { options: { uidl: "m3@mail.example", part: "header" } });
    expect([header.mediaType, await header.text()]).toEqual([
      "text/rfc822-headers",
      expect.stringMatching(/Subject: Tide tables[\s\S]*\r\n\r\n$/),
    ]);
    expect(lines().flat().join()).not.toContain("DELE");
  });

  it("requires one of these options", async () => {
    const { client, url, lines } = await start();
    await expect(client.get(url())).rejects.toMatchObject({ code: "is-a-directory" });
    await expect(client.get(url(), { options: { message: 9 } })).rejects.toMatchObject({ code: "not-found" });
    expect(lines()).toHaveLength(1);
  });
});

it("returns how many messages a mailbox has", async () => {
  const { client, url } = await start();
  expect((await client.stat(url())).attributes).toMatchObject({ messages: "3" });
});

describe("login", () => {
  it("sends no password without TLS", async () => {
    const { client, url, lines } = await start({ features: ["APOP"] });
    for (const options of [{}, { tls: "preferred" }, { tls: "required" }] as const)
      await expect(client.stat(url("alice@"), { options })).rejects.toMatchObject({ code: "tls-required" });
    expect(lines().flat().join()).not.toMatch(/USER|PASS/);
  });

  it("uses USER and PASS, or PLAIN, if an option allows it", async () => {
    const { client, url, lines } = await start();
    const options = { clearTextLogin: true };
    for (const login of ["alice@", "alice;AUTH=PLAIN@", ""])
      expect(await client.stat(url(login), { options })).toMatchObject({ kind: "directory" });
    expect(lines().map(([first]) => first)).toEqual([
      ...["USER alice", `AUTH PLAIN ${btoa(`\0alice\0${PASSWORD}`)}`, "USER alice"],
    ]);
  });

  it("begins TLS with STLS, and from the first byte for pops", async () => {
    const upgrade = await start({ tls: SELF_SIGNED });
    await upgrade.client.stat(upgrade.url("alice@"), { options: { tls: "required" } });
    expect(upgrade.lines()[0]?.slice(0, 3)).toEqual(["CAPA", "STLS", "USER alice"]);
    const implicit = await start({ tls: { ...SELF_SIGNED, implicit: true } });
    await implicit.client.stat(implicit.url("alice@"));
    expect(implicit.lines()[0]?.[0]).toBe("USER alice");
  });

  it("fails without a password, or with a wrong one, and shows none", async () => {
    const none = await start({}, "");
    await expect(none.client.stat(none.url())).rejects.toMatchObject({ code: "auth-required" });
    const wrong = await start({}, "Swordfish42");
    const transcript = new Transcript();
    const error = await wrong.client.stat(wrong.url(), { transcript }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "auth-failed" });
    const wire = transcript.entries.map(({ text }) => text).join("\n");
    expect(wire).toContain("APOP alice ***");
    expect(`${error.stack}${JSON.stringify(error)}${wire}`).not.toContain("Swordfish42");
  });
});

describe("hostile servers", () => {
  /** A server that accepts APOP, then answers with one text after another, and closes. */
  const hostile = (...texts: readonly string[]) => speak("+OK <1@h>\r\n", "+OK\r\n", ...texts);

  function speak(...texts: readonly string[]) {
    const transport = memoryTransport();
    transport.listen("127.0.0.1", 110, async (peer) => {
      for (const [i, text] of texts.entries()) {
        if (i > 0 && (await peer.receive()) === undefined) return;
        await peer.send(text);
      }
      peer.end();
    });
    const limits = { maxEntries: 50, maxListing: 2_000, maxHead: 1_000, maxLine: 300, maxTextLine: 500 };
    return createClient({
      ...{ schemes: [pop], transport, limits, credentials: () => ({ password: "x" }) },
      policy: { allowAddresses: ["127.0.0.0/8"] },
    });
  }
  const URL = "pop://a;AUTH=+APOP@127.0.0.1";
  const failure = (code: string) => expect.objectContaining({ code });

  it.each([
    ["endless messages", ["+OK\r\n", "1 1\r\n".repeat(99)].join("")],
    ["endless bytes", `+OK\r\n${`1 1 ${"x".repeat(200)}\r\n`.repeat(20)}`],
    ["an endless line", `+OK ${"x".repeat(400)}`],
  ])("limit %s of a listing", async (_, text) => {
    await expect(collect(hostile(text).list(URL))).rejects.toEqual(failure("too-large"));
  });

  it("limit a header, and a line of a message", async () => {
    const list = "+OK\r\n1 1\r\n.\r\n";
    const long = `+OK\r\n${"a: b\r\n".repeat(300)}`;
    await expect(collect(hostile(list, "-ERR\r\n", long).list(URL))).rejects.toEqual(failure("too-large"));
    const got = hostile("+OK 1 9\r\n", `+OK\r\n${"x".repeat(900)}`).get(URL, { options: { message: 1 } });
    await expect(got.then((each) => each.text())).rejects.toEqual(failure("too-large"));
  });

  it("fail with truncated if they close within a text", async () => {
    const got = hostile("+OK 1 9\r\n", "+OK\r\nhalf").get(URL, { options: { message: 1 } });
    await expect(got.then((each) => each.text())).rejects.toEqual(failure("truncated"));
    await expect(collect(hostile("+OK\r\n1 1\r\n").list(URL))).rejects.toEqual(failure("truncated"));
  });

  it("cannot answer a command that was not sent", async () => {
    const early = hostile("+OK 1 1\r\n+OK\r\n").get(URL, { options: { message: 1 } });
    await expect(early).rejects.toEqual(failure("desync"));
  });

  it("cannot add replies before TLS", async () => {
    const client = speak("+OK\r\n", "+OK\r\nSTLS\r\n.\r\n", "+OK\r\n+OK\r\n");
    await expect(client.stat(URL, { options: { tls: "required" } })).rejects.toEqual(failure("desync"));
  });

  it("cannot send control characters of a terminal in fields", async () => {
    const header = "+OK\r\nSubject: a\u001b[2Jb\r\nFrom: \u0007\r\n\r\n.\r\n";
    const [entry] = await collect(hostile("+OK\r\n1 1\r\n.\r\n", "-ERR\r\n", header).list(URL));
    expect(octetsOf(entry!.name + entry!.attributes!["from"]!)).not.toContain(0x1b);
  });
});
