import { createRegistry } from "@anyurl/core";
import { anyText } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DocumentField, formatDocumentId, parseDocumentFields, wais } from "../src/index.ts";

const urls = createRegistry(wais);

const FIELDS: readonly DocumentField[] = [
  { tag: 1, value: "h.example" },
  { tag: 2, value: "db" },
  { tag: 3, value: "0 10 /a" },
  { tag: 7, value: "\0" },
];
const ID = "\x01\x09h.example\x02\x02db\x03\x070 10 /a\x07\x01\x00";

describe("a document-id", () => {
  it("is the same in every spelling", () => {
    const spellings = [
      "wais://h.example/db/TEXT/70000/1=h.example;2=db;3=0%2010%20/a;7=%00;",
      "wais://h.example/db/TEXT/1=h.example;2=db;3=0%2010%20/a;7=0;",
      "wais://h.example/db/TEXT/%01%09h.example%02%02db%03%070%2010%20%2Fa%07%01%00",
    ] as const;
    const parts = spellings.map((url) => urls.parse(url).parts);
    expect(parts.map(({ wpath }) => wpath)).toEqual([ID, ID, ID]);
    expect(parts.map(({ spelling, length }) => [spelling, length])).toEqual([
      ["fields", 70_000],
      ["fields", undefined],
      ["octets", undefined],
    ]);
    // The normal form keeps the spelling.
    expect(new Set(spellings.map((url) => urls.normalize(url)))).toHaveLength(3);
  });

  it("is created from fields, and split into them", () => {
    expect(formatDocumentId(FIELDS)).toBe(ID);
    expect(parseDocumentFields(ID)).toEqual(FIELDS);
    expect(parseDocumentFields("")).toEqual([]);
  });

  // Compressed integers: 5 is 05, 131 is 81 03, 300 is 82 2C.
  it.each([
    [5, "\x05"],
    [127, "\x7f"],
    [128, "\udc81\x00"],
    [131, "\udc81\x03"],
    [300, "\udc82\x2c"],
    [0xffff_ffff, "\udc8f\udcff\udcff\udcff\x7f"],
  ])("formats the number %d in groups of seven bits", (tag, octets) => {
    expect(formatDocumentId([{ tag, value: "" }])).toBe(`${octets}\x00`);
    expect(parseDocumentFields(`${octets}\x00`)).toEqual([{ tag, value: "" }]);
  });

  it("may have a value of more than 127 bytes", () => {
    const value = "x".repeat(300);
    expect(formatDocumentId([{ tag: 3, value }])).toBe(`\x03\udc82\x2c${value}`);
    expect(parseDocumentFields(formatDocumentId([{ tag: 3, value }]))).toEqual([{ tag: 3, value }]);
  });

  it("keeps the bytes of its text", () => {
    const fields = [
      { tag: 1, value: "\udcc3" },
      { tag: 0x29 * 128 + 1, value: "" },
    ];
    expect(formatDocumentId(fields)).toBe("\x01\x01é\x01\x00");
    expect(parseDocumentFields("\x01\x01é\x01\x00")).toEqual(fields);
  });

  it.each([
    ["a field that ends early", "\x01\x05abc"],
    ["a number without an end", "\x01"],
    ["a number that is padded", "\udc80\x01\x00"],
    ["a number of six bytes", "\udc81\udc80\udc80\udc80\udc80\x00\x00"],
    ["a number beyond 32 bits", "\udc90\udc80\udc80\udc80\x00\x00"],
    ["a text", "0 10 /a"],
  ])("has no fields if it is %s", (_, wpath) => {
    expect(parseDocumentFields(wpath)).toBeUndefined();
    const init = { host: "h.example", database: "db", wtype: "TEXT", wpath } as const;
    expect(() => urls.format("wais", { ...init, spelling: "fields" })).toThrow(
      expect.objectContaining({ code: "bad-document-id" }),
    );
    expect(urls.parse(urls.format("wais", init)).parts).toMatchObject({ wpath, spelling: "octets" });
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN])("rejects a field with the number %d", (tag) => {
    expect(() => formatDocumentId([{ tag, value: "" }])).toThrow(RangeError);
  });

  it("round-trips through its fields", () => {
    const field = fc.record({ tag: fc.nat({ max: 0xffff_ffff }), value: anyText({ maxLength: 200 }) });
    fc.assert(
      fc.property(fc.array(field, { maxLength: 8 }), (fields) => {
        expect(parseDocumentFields(formatDocumentId(fields))).toEqual(fields);
      }),
    );
    fc.assert(
      fc.property(anyText(), (wpath) => {
        const fields = parseDocumentFields(wpath);
        if (fields !== undefined) expect(formatDocumentId(fields)).toBe(wpath);
      }),
    );
  });
});
