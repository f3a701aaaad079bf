import { createClient } from "@anyurl/client";
import { defineScheme, octetsOf, type Url } from "@anyurl/core";
import { memoryFiles, memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { cid, type MidOptions, mid } from "../src/index.ts";
import { message, NEWSLETTER, PIXEL } from "./messages.ts";

const client = createClient({ schemes: [mid, cid], transport: memoryTransport() });
const ID = "mid:news.1@h.example";
const store = new Map([["news.1@h.example", NEWSLETTER]]);
const code = (expected: string) => expect.objectContaining({ code: expected });

async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const get = async (url: string, options: MidOptions = { store }) => client.get(url, { options });
const text = async (url: string, options?: MidOptions) => (await get(url, options)).text();
const part = async (octets: Uint8Array, contentId: string, options: object = {}) =>
  (await client.get(`cid:${contentId}`, { options: { ...options, message: octets } })).bytes();

describe("mid", () => {
  it("gets a message unchanged", async () => {
    const found = await get(ID);
    expect([found.mediaType, found.size]).toEqual(["message/rfc822", NEWSLETTER.length]);
    expect(await found.bytes()).toEqual(NEWSLETTER);
  });

  it.each([
    ["page@h.example", "text/html;charset=utf-8", /^<p>Hi <img src="cid:pic/],
    ["pic+1@h.example", "image/gif", /^GIF89a/],
    ["1.1", "text/plain;charset=utf-8", /^Grüße, a long line$/],
    ["1.2.2", "image/gif", /^GIF89a/],
    ["2", "application/octet-stream", /^ABC$/],
  ])("gets the part %s, decoded", async (id, mediaType, expected) => {
    const found = await get(`${ID}/${id}`);
    expect(found.mediaType).toBe(mediaType);
    expect(new TextDecoder("utf-8").decode(await found.bytes()).slice(0, 40)).toMatch(expected);
  });

  it("lists the parts that are not multiparts", async () => {
    const entries = await readAll(client.list(ID, { options: { store } }));
    expect(entries.map(({ name, url, mediaType }) => [name, url, mediaType])).toEqual([
      ["text/plain 1.1", `${ID}/1.1`, "text/plain;charset=utf-8"],
      ["page@h.example", `${ID}/page@h.example`, "text/html;charset=utf-8"],
      ["grüße.gif", `${ID}/pic+1@h.example`, "image/gif"],
      // A name of the sender is not a path.
      ["a.bin", `${ID}/2`, "application/octet-stream"],
    ]);
    expect(entries[2]?.attributes).toEqual({
      ...{ section: "1.2.2", contentId: "pic+1@h.example", disposition: "inline" },
    });
  });

  it("returns the metadata of a message and of a part", async () => {
    const found = await client.stat(ID, { options: { store } });
    expect(found).toMatchObject({
      ...{ kind: "directory", mediaType: "message/rfc822", size: NEWSLETTER.length },
      modified: new Date("2003-07-01T08:52:37Z"),
      attributes: { subject: "Grüße", from: "Jürgen <j@h.example>", to: "k@h.example" },
    });
    const picture = await client.stat(`${ID}/1.2.2`, { options: { store } });
    expect(picture).toMatchObject({ kind: "file", mediaType: "image/gif" });
  });

  it.each([
    ["21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06.000Z"],
    // RFC 5322 §3.3: without a known zone, it is the time of Greenwich.
    ["Fri, 21 Nov 1997 09:55 XYZ", "1997-11-21T09:55:00.000Z"],
    ["Mon, 31 Feb 2003 10:00:00 +0000", undefined],
    ["1997-11-21", undefined],
  ])("reads the date of a message as RFC 5322 does: %s", async (date, modified) => {
    const dated = {
      store: { get: () => message("Message-ID: <news.1@h.example>", `Date: ${date}`, "", "x") },
    };
    expect((await client.stat(ID, { options: dated })).modified?.toISOString()).toBe(modified);
  });

  it("lists the parts of a message/global, as those of a message/rfc822 (RFC 6532 §3.7)", async () => {
    const inner = ["Content-Type: multipart/mixed; boundary=b", "", "--b", "", "one", "--b--"];
    const head = ["Message-ID: <news.1@h.example>", "Content-Type: message/global", ""];
    const outer = { store: { get: () => message(...head, ...inner) } };
    const entries = await readAll(client.list(ID, { options: outer }));
    expect(entries.map(({ name }) => name)).toEqual(["message/global 1", "text/plain 1.1"]);
  });

  it("embeds the pictures of the same message in HTML", async () => {
    const html = await text(`${ID}/page@h.example`, { store, embed: true });
    expect(html).toBe(
      `<p>Hi <img src="data:image/gif;base64,${PIXEL}" alt=x><img src=cid:none@h.example></p>`,
    );
    expect(await text(`${ID}/page@h.example`, { store, embed: true, maxEmbedded: 10 })).toContain("cid:pic");
  });

  it("fails with unsupported without a source, and names the options", async () => {
    await expect(get(ID, {})).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.stringContaining("mailboxes"),
    });
    await expect(client.get("cid:a@b")).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.stringContaining("message"),
    });
  });

  it("fails with a code if the message or the part is not there, or is another one", async () => {
    await expect(get("mid:a@b")).rejects.toThrow(code("not-found"));
    await expect(get(`${ID}/a@b`)).rejects.toThrow(code("not-found"));
    await expect(get("mid:a@b", { store: { get: () => NEWSLETTER } })).rejects.toThrow(
      code("protocol-error"),
    );
    await expect(get("mid:a@b", { store: { get: () => "text" as never } })).rejects.toThrow(
      code("plugin-fault"),
    );
    await expect(get(ID, { store, maxSize: 100 })).rejects.toThrow(code("too-large"));
    await expect(readAll(client.list(`${ID}/2`, { options: { store } }))).rejects.toThrow(
      code("not-a-directory"),
    );
  });
});

describe("cid", () => {
  it("finds a part with comments, a folded field, or no brackets around its id", async () => {
    for (const field of ["Content-ID: (x) <a@b> (y (z))", "Content-ID:\r\n <a@b>", "content-id : a@b"])
      expect(await part(message(field, "", "found"), "a@b")).toEqual(octetsOf("found"));
  });

  it("keeps parentheses within the brackets of an id, which programs make of the names of files", async () => {
    const found = message("Content-ID: (a <x>) <picture(2).png> (b)", "", "found");
    expect(await part(found, "picture(2).png")).toEqual(octetsOf("found"));
  });

  it("finds the parts of a multipart whose boundary is written with white space at its end", async () => {
    for (const boundary of ['"b "', '"b"', "b\t", '"b c "', "\u00fc"]) {
      const line = boundary.replaceAll('"', "").trim();
      const octets = message(
        ...[`Content-Type: multipart/mixed; boundary=${boundary}`, "", `--${line}`, "Content-ID: <x@y>", ""],
        ...["found", `--${line}--`],
      );
      expect(await part(octets, "x@y")).toEqual(octetsOf("found"));
    }
  });

  it("reads a multipart without a boundary, or without its delimiters, as one text (RFC 2045 §5.2)", async () => {
    const rows = ["", ';boundary=""', `; boundary=${"b".repeat(257)}`, "; boundary=b"];
    for (const parameters of rows) {
      const fields = [`Content-Type: multipart/mixed${parameters}`, "Message-ID: <m@h>"];
      const octets = message(...fields, "", "Hello", "--other", "you");
      const entries = await readAll(client.list("mid:m@h", { options: { store: { get: () => octets } } }));
      expect(entries.map(({ url, mediaType }) => [url, mediaType])).toEqual([
        ["mid:m@h/1", "text/plain;charset=us-ascii"],
      ]);
      expect(await part(octets, "1")).toEqual(octetsOf("Hello\r\n--other\r\nyou"));
    }
  });

  it("knows the size of a part whose encoding is written 8-bit, as some programs do", async () => {
    for (const encoding of ["8-bit", "7-Bit", "8bits", "7bits", "8-bits", "7-bits"]) {
      const octets = message("Content-ID: <x@y>", `Content-Transfer-Encoding: ${encoding}`, "", "four");
      const found = await client.get("cid:x@y", { options: { message: octets } });
      expect([found.size, await found.text()]).toEqual([4, "four"]);
    }
  });

  it("takes the last alternative that the caller accepts (RFC 2392 §2)", async () => {
    const both = message(
      ...["Content-Type: multipart/alternative; boundary=b", ""],
      ...["--b", "Content-ID: <x@y>", "", "plain"],
      ...["--b", "Content-ID: <x@y>", "Content-Type: text/html", "", "html", "--b--"],
    );
    expect(await part(both, "x@y")).toEqual(octetsOf("html"));
    expect(await part(both, "x@y", { accept: ["text/plain"] })).toEqual(octetsOf("plain"));
    expect(await part(both, "x@y", { accept: "image/*" })).toEqual(octetsOf("plain"));
  });

  it("looks in the multipart/related of the referring part first (RFC 2387 §3.4)", async () => {
    const related = (boundary: string, content: string) => [
      ...[`Content-Type: multipart/related; boundary=${boundary}`, ""],
      ...[`--${boundary}`, `Content-ID: <root${boundary}@y>`, "", "root"],
      ...[`--${boundary}`, "Content-ID: <x@y>", "", content, `--${boundary}--`],
    ];
    const two = message(
      ...["Content-Type: multipart/mixed; boundary=m", "", "--m", ...related("r1", "one")],
      ...["--m", ...related("r2", "two"), "--m--"],
    );
    expect(await part(two, "x@y")).toEqual(octetsOf("one"));
    expect(await part(two, "x@y", { from: "rootr2@y" })).toEqual(octetsOf("two"));
    expect(await part(two, "x@y", { from: "2.1" })).toEqual(octetsOf("two"));
  });

  it("ends a part at an outer delimiter, or with the message", async () => {
    const open = (...end: readonly string[]) =>
      message(
        ...["Content-Type: multipart/mixed; boundary=o", "", "--o"],
        ...["Content-Type: multipart/mixed; boundary=i", "", "--i", "Content-ID: <x@y>", "", "x", ...end],
      );
    expect(await part(open(), "x@y")).toEqual(octetsOf("x"));
    expect(await part(open("--o--"), "x@y")).toEqual(octetsOf("x"));
    // Not a delimiter: text follows the boundary.
    expect(await part(open("--outer", "--o"), "x@y")).toEqual(octetsOf("x\r\n--outer"));
  });

  it("gives the line break before an outer delimiter to the delimiter (RFC 2046 §5.1.1)", async () => {
    const inner = ["Content-Type: multipart/mixed; boundary=i", "", "--i", "", "x", "--i--"];
    const outer = (...lines: readonly string[]) =>
      message("Content-Type: multipart/mixed; boundary=o", "", "--o", ...lines, "--o--");
    expect(await part(outer(...inner), "1")).toEqual(message("--i", "", "x", "--i--"));
    expect(await part(outer(...inner, "end"), "1")).toEqual(message("--i", "", "x", "--i--", "end"));
    const forwarded = outer("Content-Type: message/rfc822", "", ...inner);
    expect(await part(forwarded, "1")).toEqual(message(...inner));
  });

  it("fails with truncated if base64 ends within a group, and unsupported for an unknown encoding", async () => {
    const encoded = (encoding: string) =>
      message("Content-ID: <x@y>", `Content-Transfer-Encoding: ${encoding}`, "", "QUJDR");
    await expect(part(encoded("base64"), "x@y")).rejects.toThrow(code("truncated"));
    await expect(part(encoded("x-uuencode"), "x@y")).rejects.toThrow(code("unsupported"));
  });

  it("limits depth, parts, and headers", async () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, i) => [
        `Content-Type: multipart/mixed; boundary=b${i}`,
        "",
        `--b${i}`,
      ]);
    const deep = message(...nested(33).flat(), "Content-ID: <x@y>", "", "x");
    await expect(part(deep, "x@y")).rejects.toThrow(code("too-large"));
    expect(await part(deep, "x@y", { maxDepth: 33 })).toEqual(octetsOf("x"));
    // The same boundary again has the same limit.
    const same = message(...Array.from({ length: 40 }, () => nested(1).flat()).flat());
    await expect(part(same, "x@y")).rejects.toThrow(code("too-large"));
    const many = message(...nested(1).flat(), ...Array.from({ length: 20 }, () => "--b0"));
    await expect(part(many, "x@y", { maxParts: 10 })).rejects.toThrow(code("too-large"));
    await expect(part(many, "x@y")).rejects.toThrow(code("not-found"));
    const long = message(`X: ${"a".repeat(2000)}`, "", "");
    await expect(part(long, "x@y", { maxHeaderSize: 1000 })).rejects.toThrow(code("too-large"));
  });
});

describe("the source of mid", () => {
  /** A scheme that has the newsletter, whatever its URL. */
  const archive = (requested: string[]) =>
    defineScheme({
      name: "x-archive",
      cite: ["none"],
      format: () => "x-archive:a",
      examples: [{ url: "x-archive:a", title: "a message" }],
      access: async () => ({
        get: async ({ href }: Url) => {
          requested.push(href);
          return { body: yieldAll(NEWSLETTER) };
        },
      }),
    });
  async function* yieldAll(octets: Uint8Array): AsyncGenerator<Uint8Array, true, void> {
    yield octets.subarray(0, 100);
    yield octets.subarray(100);
    return true;
  }

  it("is opened by the client, with the Message-ID as data", async () => {
    const requested: string[] = [];
    const schemes = [mid, archive(requested)];
    const archived = createClient({ schemes, transport: memoryTransport() });
    const options = { source: "x-archive:{messageId}?raw" };
    expect(await (await archived.get(`${ID}/1.2.2`, { options })).text()).toMatch(/^GIF89a/);
    await expect(archived.get("mid:a%2F..%2F%3F$&@b", { options })).rejects.toThrow(code("protocol-error"));
    expect(requested).toEqual(["x-archive:news.1%40h.example?raw", "x-archive:a%2F..%2F%3F%24%26%40b?raw"]);
    await expect(archived.get(ID, { options: { ...options, maxSize: 1000 } })).rejects.toThrow(
      code("too-large"),
    );
  });

  it.each([
    "x-archive:a",
    "{messageId}",
    "https://{messageId}/",
    "x-archive:{messageId}{messageId}",
    "x-a:{id}",
  ])("rejects the template %s", async (source) => {
    await expect(get(ID, { source })).rejects.toThrow(code("bad-option"));
  });

  it("is never a file", async () => {
    await expect(get(ID, { source: "file:///mail/{messageId}" })).rejects.toThrow(code("redirect-refused"));
  });
});

describe("mailboxes", () => {
  const mbox = octetsOf(
    [
      ...["From a@h.example Thu Jan  1 00:00:00 1970", "Message-ID: <a@h>", "", "one", ">From here", ""],
      ...["From b@h.example Thu Jan  1 00:00:00 1970", "Subject: x", "Message-ID:", " <b@h>", "", "two"],
      ...["From within a paragraph", "", ">>From there", "", ""],
    ].join("\n"),
  );
  // As Dovecot and Solaris write it, with separators of old programs, too.
  const unquoted = octetsOf(
    [
      ...["From MAILER-DAEMON", "Message-ID: <a@h>", "", "one", "", "From now on, all is well.", "two", ""],
      ...["From -", "Message-ID: <b@h>", "", "three", "", "From", "", "From x", "", ""],
      ...["From c@h Thu Jan 1 0:00:00 +0000 1970", "", "From: Message-ID: <no@h>", ""],
      ...["From d@h", "Message-ID: <d@h>", "", "four", ""],
    ].join("\n"),
  );
  const files = memoryFiles({
    files: {
      "/mail": undefined,
      "/mail/inbox": mbox,
      "/mail/unquoted": unquoted,
      "/mail/one.eml": NEWSLETTER,
      "/mail/dir": undefined,
      "/mail/dir/cur": undefined,
      "/mail/dir/new": undefined,
      "/mail/dir/cur/1:2,S": message("Message-ID: <c@h>", "", "three"),
      "/mail/dir/new/2": message("Message-ID: <d@h>", "", "four"),
      "/private": message("Message-ID: <e@h>", "", "five"),
    },
    maxRead: 7,
  });
  const reader = createClient({
    schemes: [mid, cid],
    transport: memoryTransport({ files }),
    policy: { files: { roots: ["/mail"] } },
  });
  const mailboxes = ["/mail/inbox", "/mail/dir", "/mail/one.eml"];
  const read = async (url: string, options: MidOptions = { mailboxes }) =>
    (await reader.get(url, { options })).text();

  it("finds a message in an mbox, a Maildir, and a file", async () => {
    expect(await read("mid:a@h")).toBe("Message-ID: <a@h>\n\none\nFrom here\n");
    expect(await read("mid:b@h")).toBe(
      "Subject: x\nMessage-ID:\n <b@h>\n\ntwo\nFrom within a paragraph\n\n>From there\n",
    );
    expect(await read("mid:c@h/1")).toBe("three");
    expect(await read("mid:d@h/1")).toBe("four");
    expect(await read(`${ID}/1.1`)).toContain("a long line");
    await expect(read("mid:none@h")).rejects.toThrow(code("not-found"));
    expect(files.unclosed).toBe(0);
  });

  it("takes a line of a text for no separator of an mbox, although no program has quoted it (RFC 4155)", async () => {
    const options = { mailboxes: ["/mail/unquoted"] };
    expect(await read("mid:a@h", options)).toBe(
      "Message-ID: <a@h>\n\none\n\nFrom now on, all is well.\ntwo\n",
    );
    expect(await read("mid:b@h", options)).toBe("Message-ID: <b@h>\n\nthree\n\nFrom\n\nFrom x\n\n");
    expect(await read("mid:d@h", options)).toBe("Message-ID: <d@h>\n\nfour\n");
    await expect(read("mid:no@h", options)).rejects.toThrow(code("not-found"));
  });

  it("finds a part in a file", async () => {
    const found = await reader.get("cid:pic+1@h.example", { options: { file: "/mail/one.eml" } });
    expect(found.mediaType).toBe("image/gif");
    await found.body.cancel();
  });

  it("reads only below the roots of the policy, and within the limits", async () => {
    await expect(read("mid:e@h", { mailboxes: "/private" })).rejects.toThrow(code("path-blocked"));
    await expect(read("mid:e@h", { mailboxes: "relative" })).rejects.toThrow(code("bad-option"));
    await expect(read("mid:b@h", { mailboxes, maxMessages: 1 })).rejects.toThrow(code("too-large"));
    await expect(read("mid:b@h", { mailboxes, maxSize: 20 })).rejects.toThrow(code("too-large"));
    expect(files.unclosed).toBe(0);
  });
});
