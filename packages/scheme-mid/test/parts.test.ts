import { createClient } from "@anyurl/client";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { cid, type MidOptions, mid } from "../src/index.ts";
import { message } from "./messages.ts";

const client = createClient({ schemes: [mid, cid], transport: memoryTransport() });
const URL_OF_MESSAGE = "mid:m@h";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The options with a message, and its parts. */
function stored(...lines: readonly string[]) {
  const octets = message("Message-ID: <m@h>", ...lines);
  const options: MidOptions = { store: { get: () => octets } };
  return { octets, options, list: () => all(client.list(URL_OF_MESSAGE, { options })) };
}

interface Row {
  readonly rule: string;
  readonly fields: readonly string[];
  readonly name?: string;
  readonly url?: string;
  readonly mediaType?: string;
  /** The size of "four"; `null`: not known before it is decoded. */
  readonly size?: number | null;
  readonly attributes?: object;
}

const PLAIN = "text/plain;charset=us-ascii";
const disposition = (value: string) => [`Content-Disposition: ${value}`];
const type = (value: string) => [`Content-Type: ${value}`];

const ROWS: readonly Row[] = [
  { rule: "RFC 2045 §5.2", fields: [] },
  {
    rule: "RFC 2392 §2",
    fields: ["Content-ID: <x@y>"],
    name: "x@y",
    url: "mid:m@h/x@y",
    attributes: { contentId: "x@y" },
  },
  {
    rule: "RFC 2392 §2",
    fields: ["Content-ID: <x/%@y>"],
    name: "x/%@y",
    url: "mid:m@h/x%2F%25@y",
    attributes: { contentId: "x/%@y" },
  },
  // No URL has this id, so the part has that of its number.
  { rule: "RFC 2392 §2", fields: ["Content-ID: <x y>"], name: "x y", attributes: { contentId: "x y" } },
  // RFC 2045 §5.1: the subtype and the charset.
  {
    rule: "RFC 2045 §5.1",
    fields: type("Text/HTML; Charset=UTF-8"),
    name: "text/html 1",
    mediaType: "text/html;charset=UTF-8",
  },
  {
    rule: "RFC 2045 §5.1",
    fields: type('text/html; charset="a b"'),
    name: "text/html 1",
    mediaType: 'text/html;charset="a b"',
  },
  {
    rule: "RFC 2045 §5.1",
    fields: type('text/html; charset="a\\"b\\\\c"'),
    name: "text/html 1",
    mediaType: 'text/html;charset="a\\"b\\\\c"',
  },
  { rule: "RFC 2045 §5.1", fields: type("text/html; charset="), name: "text/html 1", mediaType: "text/html" },
  {
    rule: "RFC 2045 §5.1",
    fields: type("text/html; charset=\xe9"),
    name: "text/html 1",
    mediaType: "text/html",
  },
  { rule: "RFC 2045 §5.1", fields: type("text/html; x=y; name=z"), name: "z", mediaType: "text/html" },
  {
    rule: "RFC 3676 §4",
    fields: type("text/x; delsp=yes; format=flowed; charset=a"),
    name: "text/x 1",
    mediaType: "text/x;charset=a;format=flowed;delsp=yes",
  },
  {
    rule: "RFC 2387 §3.1",
    fields: type('a/b; type="text/html"; boundary=c'),
    name: "a/b 1",
    mediaType: 'a/b;boundary=c;type="text/html"',
  },
  { rule: "RFC 2045 §5.1", fields: type("x-a.b+c/d_e!"), name: "x-a.b+c/d_e! 1", mediaType: "x-a.b+c/d_e!" },
  { rule: "RFC 2045 §5.1", fields: type("text"), name: "text 1", mediaType: "application/octet-stream" },
  { rule: "RFC 2045 §5.1", fields: type("text/"), name: "text/ 1", mediaType: "application/octet-stream" },
  { rule: "RFC 2045 §5.1", fields: type("/html"), name: "/html 1", mediaType: "application/octet-stream" },
  {
    rule: "RFC 2045 §5.1",
    fields: type("a/b/c; charset=d"),
    name: "a/b/c 1",
    mediaType: "application/octet-stream",
  },
  { rule: "RFC 2045 §5.1", fields: type("a b/c"), name: "a b/c 1", mediaType: "application/octet-stream" },
  // RFC 2183: how it is shown, and the name of its file, which is not a path.
  { rule: "RFC 2183 §2", fields: disposition("INLINE"), attributes: { disposition: "inline" } },
  {
    rule: "RFC 2183 §2.3",
    fields: disposition("attachment; filename=a.txt"),
    name: "a.txt",
    attributes: { disposition: "attachment" },
  },
  {
    rule: "RFC 2183 §2.3",
    fields: disposition('attachment; filename="/etc/a b.txt"'),
    name: "a b.txt",
    attributes: { disposition: "attachment" },
  },
  {
    rule: "RFC 2183 §2.3",
    fields: disposition('attachment; filename="C:\\\\x\\\\a.txt"'),
    name: "a.txt",
    attributes: { disposition: "attachment" },
  },
  {
    rule: "RFC 2183 §2.3",
    fields: disposition("attachment; filename=../x/"),
    name: "x",
    attributes: { disposition: "attachment" },
  },
  {
    rule: "RFC 2183 §2.3",
    fields: disposition('attachment; filename="/"'),
    attributes: { disposition: "attachment" },
  },
  {
    rule: "RFC 2183 §2.3",
    fields: ["Content-Disposition: attachment; filename=a.txt", "Content-Type: a/b; name=c.txt"],
    name: "a.txt",
    mediaType: "a/b",
    attributes: { disposition: "attachment" },
  },
  {
    rule: "RFC 2183 §2.3",
    fields: ["Content-Disposition: attachment; filename=a.txt", "Content-ID: <x@y>"],
    name: "a.txt",
    url: "mid:m@h/x@y",
    attributes: { disposition: "attachment", contentId: "x@y" },
  },
  { rule: "RFC 2183 §2.3", fields: type("a/b; name=../c.txt"), name: "c.txt", mediaType: "a/b" },
  {
    rule: "RFC 2231 §4",
    fields: disposition("x; filename*=utf-8''%C3%A9.txt"),
    name: "é.txt",
    attributes: { disposition: "x" },
  },
  // RFC 2045 §8: a description, with encoded words.
  {
    rule: "RFC 2045 §8",
    fields: ["Content-Description: =?utf-8?Q?Gr=C3=BC=C3=9Fe?="],
    attributes: { description: "Grüße" },
  },
  // RFC 2045 §6: the size is known if nothing is decoded.
  { rule: "RFC 2045 §6.2", fields: ["Content-Transfer-Encoding: binary"] },
  { rule: "RFC 2045 §6.2", fields: ["Content-Transfer-Encoding: 7bit"] },
  { rule: "RFC 2045 §6.2", fields: ["Content-Transfer-Encoding: 8BIT"] },
  { rule: "RFC 2045 §6.2", fields: ["Content-Transfer-Encoding:"] },
  { rule: "RFC 2045 §6.7", fields: ["Content-Transfer-Encoding: Quoted-Printable"], size: null },
  { rule: "RFC 2045 §6.8", fields: ["Content-Transfer-Encoding: base64"], size: null },
];

describe("a part with these fields", () => {
  it.each(ROWS)(
    "$rule: $fields",
    async ({ fields, name, url, mediaType = PLAIN, size = 4, attributes = {} }) => {
      const { octets, options, list } = stored(...fields, "", "four");
      const sized = size === null ? {} : { size };
      expect(await list()).toEqual([
        {
          ...{ kind: "file", name: name ?? "text/plain 1", url: url ?? "mid:m@h/1", mediaType },
          ...{ attributes: { section: "1", ...attributes }, ...sized },
        },
      ]);
      const described = { kind: "file", mediaType, attributes, ...sized };
      expect(await client.stat("mid:m@h/1", { options })).toEqual(described);
      expect(await client.stat("cid:1", { options: { message: octets } })).toEqual(described);
      const found = await client.get("mid:m@h/1", { options });
      expect([found.mediaType, found.size]).toEqual([mediaType, size ?? undefined]);
      await found.body.cancel();
    },
  );
});

/** The lines of a multipart. */
const multipart = (subtype: string, boundary: string, ...parts: readonly (readonly string[])[]) => [
  ...[`Content-Type: multipart/${subtype}; boundary=${boundary}`, ""],
  ...[...parts.flatMap((part) => [`--${boundary}`, ...part]), `--${boundary}--`],
];
/** The lines of a part with the id x@y. */
const withId = (mediaType: string, text: string) => [
  ...["Content-ID: <x@y>", `Content-Type: ${mediaType}`, "", text],
];

describe("the listing of a message", () => {
  it("has no multiparts, but the parts of a message in it", async () => {
    const forwarded = ["Content-Type: message/rfc822", "", ...multipart("mixed", "i", ["", "x"])];
    const { list } = stored(...multipart("mixed", "o", forwarded, ["Content-Type: a/multipart", "", "y"]));
    expect((await list()).map(({ name, url }) => [name, url])).toEqual([
      ["message/rfc822 1", "mid:m@h/1"],
      ["text/plain 1.1", "mid:m@h/1.1"],
      ["a/multipart 2", "mid:m@h/2"],
    ]);
  });

  it("has the numbers of parts with one Content-ID: the id names only one of them", async () => {
    const own = ["Content-ID: <own@y>", "", "z"];
    const { list } = stored(...multipart("mixed", "o", withId("a/b", "x"), withId("a/b", "y"), own));
    expect((await list()).map(({ name, url }) => [name, url])).toEqual([
      ["x@y", "mid:m@h/1"],
      ["x@y", "mid:m@h/2"],
      ["own@y", "mid:m@h/own@y"],
    ]);
  });

  const { options } = stored(...multipart("mixed", "o", ["X: yz", "", ""], ["X: yz", "", ""]));
  /** The bytes of the fields without ": ". */
  const BYTES =
    "message-id<m@h>".length + "content-typemultipart/mixed; boundary=o".length + 2 * "xyz".length;

  it.each([
    ["entries", "maxEntries", 2],
    ["bytes", "maxListing", BYTES],
  ])("may have as many %s as %s says, and no more", async (what, limit, value) => {
    const list = (limits: object) => all(client.list(URL_OF_MESSAGE, { options, limits }));
    expect(await list({ [limit]: value })).toHaveLength(2);
    await expect(list({ [limit]: value - 1 })).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringMatching(new RegExp(`${value - 1}.* ${what}|${what}.* ${value - 1}`)),
      hint: expect.stringContaining(limit),
    });
  });
});

describe("of several parts with one Content-ID", () => {
  const mixed = multipart("mixed", "m", withId("a/b", "first"), withId("c/d", "second"));
  const alternatives = multipart(
    "alternative",
    "a",
    withId("text/plain", "plain"),
    withId("text/html", "html"),
  );
  const related = (boundary: string, text: string) =>
    multipart("related", boundary, [`Content-ID: <${boundary}@y>`, "", "root"], withId("a/b", text));
  const two = multipart("mixed", "m", related("r1", "one"), related("r2", "two"), [
    "Content-ID: <z>",
    "",
    "",
  ]);
  const nested = multipart("related", "o", related("i", "inner"), ["", "3"], withId("a/b", "outer"));
  const around = multipart(
    "related",
    "o",
    multipart("mixed", "i", ["Content-ID: <in>", "", ""]),
    withId("a/b", "x"),
  );

  /** A part one level below the multipart/related. */
  const within = (boundary: string, text: string) =>
    multipart(
      "related",
      boundary,
      multipart("alternative", `${boundary}a`, [`Content-ID: <in${boundary}>`, "", ""]),
      withId("a/b", text),
    );
  const deep = multipart("mixed", "m", within("r1", "one"), within("r2", "two"));

  it.each<readonly [rule: string, lines: readonly string[], choice: object, text: string]>([
    // Only alternatives are a choice.
    ["RFC 2046 §5.1.4", mixed, {}, "first"],
    ["RFC 2046 §5.1.4", mixed, { accept: "c/d" }, "first"],
    ["RFC 2046 §5.1.4", alternatives, {}, "html"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "text/plain" }, "plain"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "TEXT/Plain" }, "plain"],
    ["RFC 2046 §5.1.4", alternatives, { accept: ["image/*", "text/html"] }, "html"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "text/*" }, "html"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "TEXT/*" }, "html"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "*/*" }, "html"],
    // None is accepted.
    ["RFC 2046 §5.1.4", alternatives, { accept: "image/*" }, "plain"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "text/htm" }, "plain"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "tex/*" }, "plain"],
    ["RFC 2046 §5.1.4", alternatives, { accept: "*" }, "plain"],
    ["RFC 2046 §5.1.4", alternatives, { accept: [] }, "plain"],
    ["RFC 2046 §5.1.4", [...multipart("mixed", "m", ["", "0"], alternatives, mixed)], {}, "html"],
    ["RFC 2387 §3.4", two, {}, "one"],
    ["RFC 2387 §3.4", two, { from: "r1@y" }, "one"],
    ["RFC 2387 §3.4", two, { from: "r2@y" }, "two"],
    ["RFC 2387 §3.4", two, { from: "2.1" }, "two"],
    ["RFC 2387 §3.4", two, { from: "2" }, "one"],
    ["RFC 2387 §3.4", two, { from: "z" }, "one"],
    ["RFC 2387 §3.4", two, { from: "none@y" }, "one"],
    ["RFC 2387 §3.4", two, { from: "" }, "one"],
    ["RFC 2387 §3.4", nested, {}, "inner"],
    ["RFC 2387 §3.4", nested, { from: "i@y" }, "inner"],
    ["RFC 2387 §3.4", around, { from: "in" }, "x"],
    ["RFC 2387 §3.4", deep, { from: "inr1" }, "one"],
    ["RFC 2387 §3.4", deep, { from: "inr2" }, "two"],
  ])("%s: %j with %j is %s", async (_, lines, choice, text) => {
    const options = { ...choice, message: message(...lines) };
    expect(await (await client.get("cid:x@y", { options })).text()).toBe(text);
  });

  it("a Content-ID counts before a number (RFC 2392 §2)", async () => {
    const lines = multipart("mixed", "m", ["", "one"], ["Content-ID: <1>", "", "two"]);
    const options = { message: message(...lines) };
    expect(await (await client.get("cid:1", { options })).text()).toBe("two");
    expect(await (await client.get("cid:2", { options })).text()).toBe("two");
  });
});
