import { createClient } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { imap } from "../src/index.ts";

const LIMITS = { maxEntries: 100, maxListing: 20_000, maxReply: 2_000, maxLine: 500, maxReplyLines: 20 };
const GREETING = "* PREAUTH [CAPABILITY IMAP4rev1] ready\r\n";
const SELECTED = "* 9 EXISTS\r\n* OK [UIDVALIDITY 5] valid\r\na1 OK done\r\n";

/** A server that sends one text after another, each after a line of the client. */
function hostile(...texts: readonly string[]) {
  const transport = memoryTransport();
  const sent: string[] = [];
  transport.listen("127.0.0.1", 143, async (peer) => {
    for (const text of texts) {
      await peer.send(text);
      const octets = await peer.receive();
      if (octets === undefined) return;
      sent.push(new TextDecoder().decode(octets));
    }
    peer.end();
  });
  const client = createClient({
    ...{ schemes: [imap], transport, limits: LIMITS, credentials: () => ({ password: "Swordfish42" }) },
    policy: { allowAddresses: ["127.0.0.0/8"] },
  });
  const list = async (path: string, options: object = {}) => {
    const entries: Entry[] = [];
    for await (const entry of client.list(`imap://127.0.0.1${path}`, { options })) entries.push(entry);
    return entries;
  };
  return { client, list, sent };
}

const failure = (code: string) => expect.objectContaining({ code });

describe("hostile servers", () => {
  it.each([
    ["endless data of a command", `${SELECTED.slice(0, 12)}${"* 1 EXISTS\r\n".repeat(99)}`],
    ["a literal above the limit", "* LIST () NIL {9999}\r\n"],
    ["a literal of more digits than any", `* LIST () NIL {${"9".repeat(15)}}\r\n`],
    ["many literals in one response", `* LIST (${"{900}\r\n".concat("x".repeat(900)).repeat(3)}`],
    ["a line above the limit", `* OK ${"x".repeat(900)}`],
  ])("limit %s", async (_, text) => {
    await expect(hostile(GREETING, text).list("/a")).rejects.toEqual(failure("too-large"));
  });

  it("limit the entries and the bytes of a listing, and the result of a search", async () => {
    const mailbox = '* LIST () "/" a\r\n';
    await expect(hostile(GREETING, mailbox.repeat(200)).list("/")).rejects.toEqual(failure("too-large"));
    const long = `* LIST () "/" "${"x".repeat(1_000)}"\r\n`;
    await expect(hostile(GREETING, long.repeat(50)).list("/")).rejects.toEqual(failure("too-large"));
    const found = `* SEARCH ${Array.from({ length: 200 }, (_, i) => i + 1).join(" ")}\r\na2 OK\r\n`;
    await expect(hostile(GREETING, SELECTED, found).list("/a?ALL")).rejects.toEqual(failure("too-large"));
  });

  it("limit the depth of lists, however long they are", async () => {
    const deep = `* 1 FETCH ${"(".repeat(1_500)}\r\n`;
    await expect(hostile(GREETING, SELECTED, deep).list("/a")).rejects.toEqual(failure("too-large"));
  });

  it.each([
    ["an open list", "* LIST () ("],
    ["an open string", '* LIST () "/'],
    ["a brace", "* LIST () {"],
    ["a NUL", "* LIST () \0"],
    ["a CR", "* LIST () a\rb"],
    ["no name of data", "* 12"],
    ["text", "hello"],
    ["a request for more", "+ go on"],
  ])("fail with protocol-error for %s", async (_, line) => {
    await expect(hostile(GREETING, `${line}\r\n`).list("/")).rejects.toEqual(failure("protocol-error"));
  });

  it("fail with protocol-error for an invalid UID", async () => {
    const found = hostile(GREETING, SELECTED, "* SEARCH 0\r\na2 OK\r\n");
    await expect(found.list("/a?ALL")).rejects.toEqual(failure("protocol-error"));
  });

  it("cannot answer a command that was not sent", async () => {
    await expect(hostile(`${GREETING}a1 OK done\r\n`).list("/a")).rejects.toEqual(failure("desync"));
    const early = hostile(GREETING, `${SELECTED}a2 OK done\r\n`);
    await expect(early.list("/a")).rejects.toEqual(failure("desync"));
  });

  it("cannot add responses before TLS", async () => {
    const tls = hostile(
      "* OK [CAPABILITY IMAP4rev1 STARTTLS] x\r\n",
      "a1 OK go\r\n* CAPABILITY IMAP4rev1\r\n",
    );
    await expect(tls.list("/", { tls: "required" })).rejects.toEqual(failure("desync"));
  });

  it("get no password before TLS, whatever they say", async () => {
    for (const greeting of [GREETING, "* OK [CAPABILITY IMAP4rev1] x\r\n", "* OK x\r\n"]) {
      const { list, sent } = hostile(greeting, "* CAPABILITY IMAP4rev1\r\na1 OK x\r\n");
      await expect(list("/", { tls: "required" })).rejects.toEqual(failure("tls-required"));
      expect(sent.join("")).not.toContain("LOGIN");
    }
  });

  it("cannot give a message other content than the announced bytes", async () => {
    const content = "* 1 FETCH (UID 1 BODY[] {2}\r\nhigh)\r\na2 OK\r\n";
    const got = hostile(GREETING, SELECTED, content).client.get("imap://127.0.0.1/a/;UID=1");
    await expect(got.then((each) => each.text())).rejects.toEqual(failure("protocol-error"));
    const refused = "* 1 FETCH (UID 1 BODY[] {2}\r\nhi)\r\na2 NO broken\r\n";
    const broken = hostile(GREETING, SELECTED, refused).client.get("imap://127.0.0.1/a/;UID=1");
    await expect(broken.then((each) => each.text())).rejects.toEqual(failure("temporarily-unavailable"));
  });

  it("cannot make a URL of a name that cannot be sent", async () => {
    const names = '* LIST () "/" {3}\r\na\nb\r\n* LIST () "/" ".."\r\n* LIST () "/" "&AA0ACg-x"\r\na1 OK\r\n';
    const entries = await hostile(GREETING, names).list("/");
    expect(entries.map(({ url, unsafe }) => [url, typeof unsafe])).toEqual(
      Array.from({ length: 3 }, () => [undefined, "string"]),
    );
  });

  it("cannot send control characters of a terminal in fields", async () => {
    const message = `* 1 FETCH (UID 1 ENVELOPE (NIL "a\u001b[2Jb" ((NIL NIL "x\u0007" "h"))))\r\na2 OK\r\n`;
    const [entry] = await hostile(GREETING, SELECTED, message).list("/a");
    expect(entry?.name + entry!.attributes!["from"]!).not.toMatch(/[\u0007\u001b]/);
  });
});
