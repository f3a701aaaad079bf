import { createClient } from "@anyurl/client";
import {
  CharSet,
  createRegistry,
  type Entry,
  encodeOctets,
  isAccessError,
  octetsOf,
  textOf,
} from "@anyurl/core";
import { startHostileServer } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { fillForm, formatForm, gopher, readForm } from "../src/index.ts";
import { MenuReader } from "../src/menu/menu.ts";
import { parseMenuItem } from "../src/menu/menu-line.ts";
import { TargetResolver } from "../src/target.ts";

/*
 * Every source of request text, with every byte: a byte that would end a field of the request line early is rejected
 * before anything is sent; any other byte is sent unchanged.
 */

const NONE = new CharSet();
const escaped = (octet: number) => encodeOctets(Uint8Array.of(octet), NONE);
const urls = createRegistry(gopher);

/** An in-memory server that never replies and records what was sent. */
function world() {
  const sent: Uint8Array[] = [];
  const client = createClient({
    schemes: [gopher],
    transport: {
      resolve: async () => [],
      connect: async ({ address, port }) => ({
        remote: { address, port },
        send: async (octets) => void sent.push(octets),
        receive: async () => undefined,
        close: () => {},
      }),
    },
  });
  return { client, sent: () => sent.map(textOf).join("") };
}

const HOST = "gopher://127.0.0.1";
const get = (url: string) => async (client: ReturnType<typeof world>["client"]) => {
  await (await client.get(url as "gopher://h/")).bytes();
};
const text = (octet: number) => textOf(Uint8Array.of(octet));

/** The sources: what is opened for a byte, what is then sent, and which bytes are rejected. */
const DOORS: readonly {
  readonly door: string;
  readonly open: (octet: number) => (client: ReturnType<typeof world>["client"]) => Promise<void>;
  readonly sends: (octet: string) => string;
  readonly refuses: readonly number[];
}[] = [
  {
    door: "a selector",
    open: (octet) => get(`${HOST}/9a${escaped(octet)}b`),
    sends: (octet) => (octet === "\t" ? "a\tb\r\n" : `a${octet}b\r\n`),
    // A percent-encoded HT ends the selector and begins the search, as its meaning in a URL is.
    refuses: [0x00, 0x0a, 0x0d],
  },
  {
    door: "a search",
    open: (octet) => get(`${HOST}/7a%09b${escaped(octet)}c`),
    // The second HT begins the gopher+ string.
    sends: (octet) => `a\tb${octet}c\r\n`,
    refuses: [0x00, 0x0a, 0x0d],
  },
  {
    door: "a gopher+ string",
    open: (octet) => get(`${HOST}/9a%09%09+${escaped(octet)}`),
    sends: (octet) => `a\t+${octet}\r\n`,
    refuses: [0x00, 0x0a, 0x0d],
  },
  {
    door: "search words",
    open: (octet) => async (client) => {
      for await (const _ of client.search(`${HOST}/7a` as "gopher://h/", `b${text(octet)}c`));
    },
    sends: (octet) => `a\tb${octet}c\r\n`,
    refuses: [0x00, 0x09, 0x0a, 0x0d],
  },
  {
    door: "a question mark",
    open: (octet) => async (client) => {
      const options = { options: { questionMarkIsSearch: true } };
      for await (const _ of client.list(`${HOST}/7a?b${escaped(octet)}c` as "gopher://h/", options));
    },
    sends: (octet) => (octet === "\t" ? "a?b\tc\r\n" : `a\tb${octet}c\r\n`),
    refuses: [0x00, 0x0a, 0x0d],
  },
];

describe.each(DOORS)("$door", ({ open, sends, refuses }) => {
  it("rejects the bytes that would end a field, and sends any other byte unchanged", async () => {
    for (let octet = 0; octet < 256; octet++) {
      const { client, sent } = world();
      const error = await open(octet)(client).catch((thrown: unknown) => thrown);
      if (refuses.includes(octet)) {
        expect(isAccessError(error) && error.code, `octet ${octet}`).toBe("control-octet");
        expect(sent()).toBe("");
      } else {
        expect(error, `octet ${octet}`).toBeUndefined();
        expect(sent()).toBe(sends(text(octet)));
      }
    }
  });
});

it("a percent-encoded escape is decoded only once", async () => {
  const { client, sent } = world();
  await get(`${HOST}/9a%250D%250Ab`)(client);
  expect(sent()).toBe("a%0D%0Ab\r\n");
});

it.each(["view", "language"])("the option %s rejects control characters", async (name) => {
  for (let octet = 0; octet < 256; octet++) {
    if (octet >= 0x21 && octet <= 0x7e) continue;
    const { client, sent } = world();
    const options = { view: "text/plain", [name]: `a${text(octet)}b` };
    await expect(client.get(`${HOST}/0a`, { options })).rejects.toMatchObject({ code: "bad-option" });
    expect(sent()).toBe("");
  }
});

it("fillForm rejects control characters in the answers", () => {
  const form = readForm("Ask: a\nAskP: b\nAskL: c\nAskF: d\nChooseF: e");
  for (const control of ["\0", "\r", "\n", "\r\nEVIL"]) {
    for (let i = 0; i < form.length; i++) {
      const answers = ["a", "b", ["c"], "d", ["e"]].map((answer, k) =>
        k === i ? (Array.isArray(answer) ? [control] : control) : answer,
      );
      expect(() => fillForm(form, answers)).toThrow(expect.objectContaining({ code: "bad-option" }));
    }
  }
  // This looks like the end of the data, but it is not.
  const { values } = fillForm(form, [".", ".", [".", ""], ".", [".", "x"]]);
  expect(formatForm({ view: "", values })).toBe(
    "+\t1\r\n+-1\r\n..\r\n..\r\n2\r\n..\r\n\r\n..\r\n..\r\nx\r\n.\r\n",
  );
});

it("no builder of a request lets a character end it early", () => {
  for (const control of ["\0", "\t", "\r", "\n"]) {
    for (const field of ["selector", "search"])
      expect(() => urls.format("gopher", { host: "h.example", [field]: `a${control}b` })).toThrow(
        expect.objectContaining({ code: "bad-selector" }),
      );
  }
  for (const gopherPlus of ["+\r\n", "+\0", "+\t1\r\n+-1\r\nx\r\n.\r\nEVIL"])
    expect(() => urls.format("gopher", { host: "h.example", gopherPlus })).toThrow(
      expect.objectContaining({ code: "bad-selector" }),
    );
});

describe("a menu of a hostile server", () => {
  const toEntry = (line: string) => new MenuReader(new TargetResolver()).toEntry(parseMenuItem(line)!);

  it("creates no URL for an item with bytes that would end a field early", () => {
    for (const control of ["\0", "\r"])
      expect(toEntry(`0A\ta${control}b\th.example\t70`)).toMatchObject({
        url: undefined,
        unsafe: expect.any(String),
      });
    expect(toEntry("\0A\ta\th.example\t70")).toMatchObject({ kind: "unknown", url: undefined });
    for (const host of ["h.example/x", "h.example:25", "u@h.example", "h.example?", "a b", "127.1", "\r\n"])
      expect(toEntry(`0A\ta\t${host}\t70`)).toMatchObject({ url: undefined, unsafe: expect.any(String) });
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "gopher://h.example:25/1x",
    "telnet://h.example/",
    "tn3270://h.example/",
    " http://h.example/",
    "http://h.example/\x1b",
    "//h.example/",
    "http://\u00fc.example/",
    "http://h .example/",
    "http:// h.example/",
    "",
  ])("does not link to %j", (link) => {
    expect(toEntry(`hA\tURL:${link}\th.example\t70`)).toMatchObject({
      kind: "link",
      url: undefined,
      unsafe: expect.any(String),
    });
  });

  it.each([
    [
      "http://h.example/a b/\u00c9t\u00e9?\u00e9 x#\u65e5",
      "http://h.example/a%20b/%C3%89t%C3%A9?%C3%A9%20x#%E6%97%A5",
    ],
    ["http://h.example/100%25 ", "http://h.example/100%25"],
    ["http://h.example?a b", "http://h.example?a%20b"],
    ["mailto:a@h.example?subject=a b", "mailto:a@h.example?subject=a%20b"],
    // A byte of Latin-1.
    ["http://h.example/\udcfc", "http://h.example/%FC"],
  ])("links to %j as authors write it, with characters that a URL cannot have encoded", (link, url) => {
    expect(toEntry(`hA\tURL:${link}\th.example\t70`)).toMatchObject({ kind: "link", url });
  });

  it("ignores spaces around a host, as authors align it", () => {
    expect(toEntry("1A\t/a\t h.example \t 70 ")).toMatchObject({ url: "gopher://h.example/1/a" });
    expect(toEntry("1A\t/a\th .example\t70")).toMatchObject({ url: undefined });
    expect(toEntry("1A\t/a\t \t70")).toMatchObject({ url: undefined, unsafe: "the item has no host" });
  });

  it("links to other services, which gopher does not open", async () => {
    const client = createClient({ schemes: [gopher], transport: nodeTransport() });
    for (const port of [25, 23, 110, 143, 6667]) {
      const { url } = toEntry(`0A\ta\t127.0.0.1\t${port}`);
      await expect(client.get(url as "gopher://h/")).rejects.toMatchObject({ code: "port-blocked" });
    }
  });

  it("skips a line of 10 MB, and fails with too-large at a menu without an end", async () => {
    await using server = await startHostileServer((socket) => {
      socket.write("0first\t/a\th.example\t70\r\n");
      socket.write("x".repeat(10_000_000));
      socket.end("\r\n0last\t/b\th.example\t70\r\n.\r\n");
    });
    const client = createClient({ schemes: [gopher], transport: nodeTransport() });
    const entries: Entry[] = [];
    for await (const entry of client.list(`gopher://127.0.0.1:${server.port}/` as "gopher://h/"))
      entries.push(entry);
    expect(entries.map(({ name }) => name)).toEqual([
      "first",
      "last",
      expect.stringMatching(/^1 line skipped: longer than 8192 bytes/),
    ]);
  });

  it("preserves the bytes of names, so that displayText can escape them", () => {
    expect(toEntry("0\x1b[2J\udcff\ta\th.example\t70").name).toBe("\x1b[2J\udcff");
    expect(octetsOf(toEntry("0\udc9b31m\ta\th.example\t70").name)).toEqual(
      Uint8Array.of(0x9b, 0x33, 0x31, 0x6d),
    );
  });
});
