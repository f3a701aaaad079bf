import { getEventListeners } from "node:events";
import { AccessError, defineScheme, type Entry } from "@anyurl/core";
import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settled } from "../world.ts";
import { setUp, type Thing } from "./shelf.ts";

const DIRECTORY = "x-shelf://h/d/";
const HTML = { headers: { accept: "text/html" } };

const ENTRIES: readonly Entry[] = [
  {
    name: "a.txt",
    kind: "file",
    url: "x-shelf://h/d/a.txt",
    size: 7,
    modified: new Date(Date.UTC(2001, 1, 3)),
    mediaType: "text/plain",
    attributes: { "unix.mode": "0644" },
  },
  { name: "sub", kind: "directory", url: "x-shelf://h/d/sub/" },
  { name: "gone", kind: "unknown", url: undefined, unsafe: "the name is a path" },
];

async function listed(entries: Thing, init?: RequestInit, schemes?: Parameters<typeof setUp>[1]) {
  const { fetch, shelf } = setUp({ "/d/": entries }, schemes);
  const response = await fetch(DIRECTORY, init);
  return { response, shelf, text: await response.text() };
}

describe("a directory as JSON", () => {
  it("contains its entries and their fields, with dates in RFC 3339 form", async () => {
    const { response, text } = await listed(ENTRIES);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/json",
      "content-location": DIRECTORY,
      "x-content-type-options": "nosniff",
      // RFC 9110 §12.5.5
      vary: "Accept",
    });
    expect([response.status, response.url]).toEqual([200, DIRECTORY]);
    expect(JSON.parse(text)).toEqual({
      url: DIRECTORY,
      entries: [
        {
          name: "a.txt",
          kind: "file",
          url: "x-shelf://h/d/a.txt",
          size: 7,
          modified: "2001-02-03T00:00:00.000Z",
          mediaType: "text/plain",
          attributes: { "unix.mode": "0644" },
        },
        { name: "sub", kind: "directory", url: "x-shelf://h/d/sub/", attributes: {} },
        { name: "gone", kind: "unknown", unsafe: "the name is a path", attributes: {} },
      ],
    });
  });

  it("is valid JSON for all names, and preserves their bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyUnicode(), { maxLength: 5 }), async (names) => {
        const { text } = await listed(names.map((name) => ({ name, kind: "file", url: undefined })));
        expect(JSON.parse(text).entries.map(({ name }: Entry) => name)).toEqual(names);
      }),
      { numRuns: 30 },
    );
    const { text } = await listed([{ name: "caf\udce9", kind: "file", url: undefined }]);
    expect(JSON.parse(text).entries[0].name).toBe("caf\udce9");
  });

  it("omits invalid dates and numbers, and unknown fields", async () => {
    const odd = {
      name: "x",
      kind: "file",
      url: undefined,
      size: -1,
      modified: new Date(Number.NaN),
      other: 1,
    } as Entry;
    const { text } = await listed([odd]);
    expect(JSON.parse(text).entries).toEqual([{ name: "x", kind: "file", attributes: {} }]);
  });
});

describe("a directory as a page", () => {
  it("is sent if Accept prefers it, and has a strict content security policy", async () => {
    const { response, text } = await listed(ENTRIES, HTML);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-location": DIRECTORY,
      "content-security-policy": "default-src 'none'; sandbox",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      vary: "Accept",
    });
    expect(text).toContain(
      '<a href="x-shelf://h/d/a.txt" rel="noreferrer">a.txt</a> (7 bytes, 2001-02-03T00:00:00.000Z)',
    );
    expect(text).toContain('<a href="x-shelf://h/d/sub/" rel="noreferrer">sub</a> (directory)');
    expect(text).toContain("<li>gone (unknown, the name is a path)</li>");
  });

  it("escapes all text: no markup, no active content", async () => {
    const hostile = "\"><script>alert(1)</script>&amp;\u202e\u0000\udc80'";
    const entry = { name: hostile, kind: "file", url: undefined, unsafe: hostile } as const;
    const { text } = await listed([entry, { ...entry, kind: hostile as never }], HTML);
    expect(text).not.toMatch(/<script|[\u202e\u0000\ufffd]|&amp;amp;amp;/);
    expect(text).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\\u202e\\x00\\x80&#39;");
  });

  it("contains only its own markup, with any entries", async () => {
    const text = fc.string({ unit: fc.constantFrom(...`<>"'&=/:x\u202e\n`) });
    const entry = fc.record({
      name: text,
      kind: fc.constantFrom("file", "information", "link") as fc.Arbitrary<Entry["kind"]>,
      url: fc.option(
        text.map((end) => `x-shelf://h/${end}`),
        { nil: undefined },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
        const page = (await listed(entries, HTML)).text;
        const own = page.replace(/<(?:a href="[^"<>]*" rel="noreferrer"|\/a|li|\/li)>/g, "");
        expect(own.slice(own.indexOf("<ul>") + 4, own.lastIndexOf("</ul>"))).not.toMatch(/[<>"']/);
      }),
      { numRuns: 50 },
    );
  });

  const never = ["javascript", "data", "vbscript", "file", "blob"];
  const scheme = (name: string) =>
    defineScheme({ name, cite: [name], parse: () => ({}), format: () => `${name}:x`, examples: [] });

  it.each([
    // Known schemes that run scripts or refer to the user's machine.
    ...never.map((name) => `${name}:alert(1)`),
    // Schemes that are not installed.
    "x-else://h/",
    // Invalid URLs, or URLs that are never opened.
    "x-shelf://h/ onclick=x",
    " x-shelf://h/",
    "x-shelf://h/%0d%0a",
    "//h/",
    "/d",
    // URLs that contain a password.
    "x-shelf://u:secret@h/",
  ])("shows %s as text without a link", async (url) => {
    const { text } = await listed([{ name: "x", kind: "link", url }], HTML, { schemes: never.map(scheme) });
    expect(text).not.toContain("<a");
    expect(text).not.toContain("secret");
    expect(text).toContain("<li>x (link, ");
  });
});

describe("the entries of a directory", () => {
  it("show no password of the directory or of an entry", async () => {
    const entries: Entry[] = [
      {
        name: "x",
        kind: "link",
        url: "x-shelf://v:secret@h/",
        attributes: { target: "x-shelf://v:secret@h/" },
      },
    ];
    const { fetch } = setUp({ "/d/": entries });
    for (const init of [{}, HTML]) {
      const response = await fetch("x-shelf://u:secret@h/d/#secret", init);
      const headers = JSON.stringify([...response.headers]);
      expect(`${await response.text()}${headers}${response.url}`).not.toContain("secret");
    }
  });

  it("are returned for a file URL that turns out to be a directory", async () => {
    const { fetch, shelf } = setUp({ "/d": ENTRIES });
    expect((await (await fetch("x-shelf://h/d")).json()).entries).toHaveLength(3);
    expect(shelf.log).toEqual(["get /d", "list /d"]);
  });

  it("are not requested if the scheme has get only", async () => {
    const { fetch } = setUp({ "/d/": "names" }, { can: ["get"] });
    expect(await (await fetch(DIRECTORY)).text()).toBe("names");
    const other = setUp({ "/d": ENTRIES }, { can: ["get"] });
    expect((await other.fetch("x-shelf://h/d")).status).toBe(409);
    const list = () => {
      throw new AccessError("unsupported", "no entries for this one");
    };
    expect((await setUp({ "/d/": "names" }, { more: { list } }).fetch(DIRECTORY)).status).toBe(200);
  });

  it("are the only response if the scheme has list only", async () => {
    const { fetch } = setUp({ "/d": ENTRIES }, { can: ["list"] });
    expect((await fetch("x-shelf://h/d")).status).toBe(200);
  });

  it("report a failure before the first entry as a status, and later ones in the stream", async () => {
    const failing = (after: number) =>
      async function* () {
        for (let i = 0; i < after; i++) yield { name: "x", kind: "file", url: undefined } as const;
        throw new AccessError("permission-denied", "no more");
      };
    const at = (after: number) => setUp({}, { more: { list: failing(after) } }).fetch(DIRECTORY);
    expect((await at(0)).status).toBe(403);
    for (const after of [1, 2]) {
      const response = await at(after);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toMatchObject({ code: "permission-denied" });
    }
  });

  it("are streamed one by one", async () => {
    let given = 0;
    async function* list() {
      for (; ; given++) yield { name: `${given}`, kind: "file", url: undefined } as const;
    }
    const { fetch } = setUp({}, { more: { list } });
    const reader = (await fetch(DIRECTORY)).body!.getReader();
    for (let i = 0; i < 5; i++) await reader.read();
    expect(given).toBeLessThan(6);
    await reader.cancel();
  });

  it.each(["unread", "read in part", "read", "while one is awaited"] as const)(
    "leave nothing open when they are %s",
    async (how) => {
      let ended = 0;
      const hanging = how === "while one is awaited";
      async function* list(_: unknown, { signal }: { readonly signal: AbortSignal }) {
        try {
          yield* ENTRIES.slice(0, 2);
          if (hanging) await new Promise((_, reject) => signal.addEventListener("abort", reject));
          yield* ENTRIES.slice(2);
        } finally {
          ended++;
        }
      }
      const { fetch, clock } = setUp({}, { more: { list }, call: { limits: { deadline: 1_000 } } });
      const controller = new AbortController();
      const { body } = await fetch(DIRECTORY, { signal: controller.signal });
      const reader = body!.getReader();
      if (how === "read in part") await reader.read();
      if (how === "read") while (!(await reader.read()).done);
      if (hanging) {
        for (let i = 0; i < 3; i++) await reader.read();
        reader.read().catch(() => {});
        await settled();
      }
      await reader.cancel();
      await settled();
      expect([ended, clock.pending]).toEqual([1, 0]);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    },
  );

  it("end with the reason of the caller's abort", async () => {
    async function* list() {
      yield* ENTRIES;
      await new Promise(() => {});
    }
    const { fetch, clock } = setUp({}, { more: { list }, call: { limits: { deadline: 1_000 } } });
    const controller = new AbortController();
    const call = (await fetch(DIRECTORY, { signal: controller.signal })).text();
    await settled();
    controller.abort("enough");
    await expect(call).rejects.toBe("enough");
    expect([clock.pending, getEventListeners(controller.signal, "abort")]).toEqual([0, []]);
  });
});
