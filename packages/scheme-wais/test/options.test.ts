import { octetsOf, readOptionText } from "@anyurl/core";
import { PDU, readInit, readSearch } from "@anyurl/protocol-wais";
import { describe, expect, it } from "vitest";
import { waisOptions } from "../src/options.ts";
import { all, headerOf, searching, serving, worldOf } from "./memory-server.ts";

const DB = "wais://h.example/db";
const like = (options: unknown) => ({ like: options });

describe("options", () => {
  it.each([
    ["init", [1, "yes", null]],
    ["sources", ["", 0]],
    ["allowUnsafeNames", ["1", {}]],
    ["maxDocuments", [0, -1, 1.5, 10_001, Number.NaN, Number.POSITIVE_INFINITY, "", "1e3", "x", null]],
    ["spelling", ["", "OCTETS", 1]],
    ["highlighting", ["remove", true]],
    [
      "like",
      [
        1,
        {},
        "wais://h.example/db",
        "wais://other.example/db/TEXT/3=x;",
        "wais://h.example:2100/db/TEXT/3=x;",
      ],
    ],
    [
      "like",
      [
        "http://h.example/db/TEXT/3=x;",
        "no url",
        [null],
        ["wais://h.example/db/TEXT/"],
        Array(17).fill(`${DB}/TEXT/x`),
      ],
    ],
    [
      "like",
      [
        [{ url: `${DB}/TEXT/x`, start: 5, end: 5 }],
        [{ url: `${DB}/TEXT/x`, start: 5 }],
        [{ url: `${DB}/TEXT/x`, start: -1, end: 5 }],
      ],
    ],
    ["like", [[{ url: `${DB}/TEXT/x`, start: 0, end: 5, unit: "words" }], [{ start: 0, end: 5 }]]],
    ["feedback", [true]],
    ["constructor", [true]],
  ] as const)("%s: rejects an invalid value before connecting", async (name, values) => {
    for (const value of values) {
      const { client, transport } = worldOf(searching(() => []));
      const options = { [name]: value };
      const refused = { code: "bad-option", message: expect.stringContaining(name) };
      const search = async () => all(client.search(DB, "x", { options }));
      await expect(search()).rejects.toMatchObject(refused);
      await expect(client.get(`${DB}/TEXT/x`, { options })).rejects.toMatchObject(refused);
      await expect(client.stat(`${DB}/TEXT/x`, { options })).rejects.toMatchObject(refused);
      expect(transport.dialled).toEqual([]);
    }
  });

  it("are sent in the request, with documents from values and from text", async () => {
    const text = `${DB}/TEXT/x  wais://H.EXAMPLE:210/other/PS/5/3=y;`;
    const read = readOptionText(waisOptions, "like", [text]) as readonly string[];
    for (const given of [[`${DB}/TEXT/x`, { url: `${DB}/PS/5/3=y;`, start: 1, end: 4 }], read]) {
      const options = { maxDocuments: 7, init: false, like: given };
      const { client, asked } = worldOf(searching(() => []));
      await all(client.search(DB, "words", { options }));
      const [{ query }] = asked.map(({ body }) => readSearch(body)) as [ReturnType<typeof readSearch>];
      const part = given === read ? {} : { part: { unit: "octets", start: 1, end: 4 } };
      expect(query).toEqual({
        is: "words",
        seedWords: "words",
        like: [
          { documentId: "x", type: "TEXT" },
          { documentId: "\x03\x01y", type: "PS", ...part },
        ],
        maxDocuments: 7,
      });
    }
  });

  it("limit the requested message size, up to that of freeWAIS", async () => {
    for (const [maxMessage, size] of [
      [5_000, 5_000],
      [1e9, 100_000],
    ] as const) {
      const { client, asked } = worldOf(
        searching(() => []),
        { maxMessage },
      );
      await all(client.search(DB, "x"));
      const init = readInit(asked.find(({ body }) => body[2] === PDU.init)!.body);
      expect(init).toMatchObject({
        maximumRecordSize: size,
        preferredMessageSize: size,
        facilities: ["search"],
      });
      expect(init.idAuthentication).toBe("anyurl");
    }
  });

  it("keep or remove highlighting, and count the remaining bytes", async () => {
    const text = octetsOf("The \u001b(tide\u001b) turns\u001bl001 twice.\n");
    const url = `${DB}/TEXT/${text.length}/3=x;` as const;
    const { client } = worldOf(serving(text));
    const raw = await client.get(url);
    expect(await raw.bytes()).toEqual(text);
    expect(raw.size).toBe(text.length);
    const options = { highlighting: "drop" } as const;
    const clean = await client.get(url, { options });
    expect(await clean.text()).toBe("The tide turns twice.\n");
    expect(clean.size).toBeUndefined();
    expect(await (await client.get(url, { options, range: { start: 4, end: 8 } })).text()).toBe("tide");
    expect(await (await client.get(`${DB}/PS/3=x;`, { options })).bytes()).toEqual(text);
    await expect(client.get(url, { options: like(3) as never })).rejects.toMatchObject({
      code: "bad-option",
    });
  });
});

describe("entries", () => {
  const entries = async (header: Parameters<typeof headerOf>[0], options = {}) => {
    const { client } = worldOf(searching(() => [headerOf(header)]));
    return all(client.search(DB, "x", { options }));
  };

  it("are one for each type of a document", async () => {
    expect(await entries({ types: ["TEXT", "PS"], length: 9 })).toMatchObject([
      { url: `${DB}/TEXT/9/3=a;`, mediaType: "text/plain", attributes: { type: "TEXT", types: "TEXT PS" } },
      { url: `${DB}/PS/9/3=a;`, mediaType: "application/postscript", attributes: { type: "PS" } },
    ]);
  });

  it("have a known size, and a URL with it", async () => {
    expect(await entries({ length: 0 })).toMatchObject([{ url: `${DB}/TEXT/3=a;` }]);
    expect((await entries({ length: 0 }))[0]).not.toHaveProperty("size");
    expect(await entries({ length: 9 }, { spelling: "octets" })).toMatchObject([
      { url: `${DB}/TEXT/%03%01a`, size: 9 },
    ]);
    expect(await entries({ documentId: "opaque", length: 9 })).toMatchObject([
      { url: `${DB}/TEXT/opaque`, size: 9 },
    ]);
  });

  it.each([
    ["19940102", "1994-01-02T00:00:00.000Z"],
    ["20000229", "2000-02-29T00:00:00.000Z"],
    ["19940230", undefined],
    ["19941301", undefined],
    ["940102", undefined],
    ["0", undefined],
    ["1994-1-2", undefined],
    ["00000000", undefined],
  ])("have the date %s as %s", async (date, modified) => {
    const [entry] = await entries({ date });
    expect(entry!.modified?.toISOString()).toBe(modified);
    expect(entry!.attributes?.["date"]).toBe(date === "0" ? undefined : date);
  });

  it("have a name even without a headline", async () => {
    expect((await entries({ headline: undefined, documentId: "\x02\x01d\x03\x05local" }))[0]!.name).toBe(
      "local",
    );
    expect((await entries({ headline: undefined, documentId: "opaque" }))[0]!.name).toBe("");
  });

  it("include a diagnostic of the server as an error entry", async () => {
    const refusal = { is: "diagnostic", code: "SD", text: "too many\u001b[2J", surrogate: false } as const;
    const { client } = worldOf(searching(() => [headerOf(), refusal]));
    const [hit, error] = await all(client.search(DB, "x"));
    expect(hit!.kind).toBe("file");
    expect(error).toMatchObject({ kind: "error", url: undefined });
    expect(error!.name).not.toContain("\u001b");
  });
});
