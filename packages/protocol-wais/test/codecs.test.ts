import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compressed,
  type DocumentHeader,
  element,
  formatInit,
  formatMessage,
  formatSearch,
  formatSearchResponse,
  fromPrintable,
  MessageInbox,
  OctetReader,
  type ResponseRecord,
  readElements,
  readInit,
  readInitResponse,
  readSearch,
  readSearchResponse,
  type Search,
  toPrintable,
} from "../src/index.ts";
import { fixture, octetsOfHex } from "./fixtures.ts";

const refused = expect.objectContaining({ name: "AccessError", code: "protocol-error" });

describe("compressed integer", () => {
  it.each([
    [0, "00"],
    [5, "05"],
    [127, "7f"],
    [131, "8103"],
    [300, "822c"],
    [2 ** 28 - 1, "ffffff7f"],
    [2 ** 32 - 1, "8fffffff7f"],
  ])("%d is %s", (value, octets) => {
    expect(compressed(value)).toEqual(octetsOfHex(octets));
    expect(new OctetReader(octetsOfHex(octets), "it").compressed()).toBe(value);
    expect(new OctetReader(octetsOfHex(`80${octets}`.slice(0, 10)), "it").left).toBeGreaterThan(0);
  });

  it.each([
    ["padding", "8005", 5],
    ["much padding", "8080808005", 5],
  ])("accepts %s", (_, octets, value) => {
    expect(new OctetReader(octetsOfHex(octets), "it").compressed()).toBe(value);
  });

  it.each([
    ["without an end", "81"],
    ["of no bytes", ""],
    ["of six bytes", "808080808005"],
    ["of more than 32 bits", "9080808000"],
    ["that never ends", "ff".repeat(1000)],
  ])("rejects one %s", (_, octets) => {
    expect(() => new OctetReader(octetsOfHex(octets), "it").compressed()).toThrow(refused);
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY])("cannot format %d", (value) => {
    expect(() => compressed(value)).toThrow(RangeError);
  });
});

describe("element", () => {
  it("formats a number in the fewest bytes, and at least one", () => {
    const hexOf = (value: number) => Buffer.from(element(1, value).subarray(2)).toString("hex");
    expect([0, 1, 255, 256, 100_000, 2 ** 32, Number.MAX_SAFE_INTEGER].map(hexOf)).toEqual([
      "00",
      "01",
      "ff",
      "0100",
      "0186a0",
      "0100000000",
      "1fffffffffffff",
    ]);
    expect(() => element(1, -1)).toThrow(RangeError);
    expect(() => element(1, 0.5)).toThrow(RangeError);
  });

  it("rejects a length beyond the data", () => {
    expect(() => [...readElements(octetsOfHex("0105616263"), "it")]).toThrow(refused);
    expect(() => [...readElements(octetsOfHex("01"), "it")]).toThrow(refused);
    expect([...readElements(octetsOfHex("010361626302008105" + "00"), "it")]).toHaveLength(3);
  });
});

const text = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((raw) => textOf(octetsOf(raw.replace(/[\ud800-\udfff]/g, "x"))));
const octets = fc.uint8Array({ maxLength: 200 }).map((array) => Uint8Array.from(array));
const count = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 0xffff_ffff }));
const part = fc.record({
  unit: fc.constantFrom("octets" as const, "lines" as const),
  start: count,
  end: count,
});
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

describe("parses everything that it formats", () => {
  const search: fc.Arbitrary<Search> = fc.record({
    query: fc.oneof(
      fc.record({
        is: fc.constant("words" as const),
        seedWords: text,
        like: fc.array(
          fc.oneof(
            fc.record({ documentId: text, type: text }),
            fc.record({ documentId: text, type: text, part }),
          ),
          {
            maxLength: 3,
          },
        ),
        maxDocuments: maybe(count),
      }),
      fc.record({ is: fc.constant("retrieval" as const), documentId: text, type: text, part }),
      fc.record({ is: fc.constant("retrieval" as const), documentId: text, type: text }),
    ),
    databases: maybe(
      fc.array(
        text.map((name) => name.replaceAll("\x1f", "x") || "db"),
        { maxLength: 3 },
      ),
    ),
    referenceId: maybe(octets),
  });

  it("a Search", () => {
    fc.assert(fc.property(search, (each) => void expect(readSearch(formatSearch(each))).toEqual(each)));
  });

  const header: fc.Arbitrary<DocumentHeader> = fc.record({
    is: fc.constant("header" as const),
    documentId: maybe(text),
    version: maybe(count),
    score: maybe(fc.nat(0x7fff_ffff)),
    bestMatch: maybe(count),
    length: maybe(count),
    lines: maybe(count),
    types: fc.array(text, { maxLength: 3 }),
    source: maybe(text),
    date: maybe(text),
    headline: maybe(text),
    originCity: maybe(text),
  });
  const record: fc.Arbitrary<ResponseRecord> = fc.oneof(
    header,
    fc.record({ is: fc.constant("text" as const), documentId: maybe(text), version: fc.nat(300), octets }),
    fc.record({
      is: fc.constant("diagnostic" as const),
      code: fc.constantFrom("S1", "SF", "T2"),
      text,
      surrogate: fc.boolean(),
    }),
  );

  it("a SearchResponse", () => {
    const response = fc.record({
      status: fc.constantFrom(0, 1),
      referenceId: maybe(octets),
      seedWordsUsed: maybe(text),
      records: fc.array(record, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        response,
        (each) => void expect(readSearchResponse(formatSearchResponse(each), 5)).toEqual(each),
      ),
    );
  });

  it("the printable encoding", () => {
    fc.assert(
      fc.property(octets, (each) => {
        const printable = toPrintable(each);
        expect(fromPrintable(printable)).toEqual(each);
        expect(textOf(printable)).toMatch(/^(?:[0-o]{4})*(?:[0-o]{3}p|[0-o]{2}pp)?\r$/);
      }),
    );
  });

  it("messages in chunks", () => {
    const cuts = fc.array(fc.nat(600), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(octets, { maxLength: 3 }), cuts, (bodies, places) => {
        const all = concat(...bodies.map((body) => formatMessage(body)));
        const ends = [
          ...places.map((place) => Math.min(place, all.length)).sort((a, b) => a - b),
          all.length,
        ];
        const inbox = new MessageInbox(1000);
        const read: Uint8Array[] = [];
        ends.forEach((end, i) => {
          inbox.push(all.subarray(ends[i - 1] ?? 0, end));
          for (let message = inbox.take(); message !== undefined; message = inbox.take())
            read.push(message.body);
        });
        expect(read).toEqual(bodies);
        expect(inbox.empty).toBe(true);
      }),
    );
  });
});

describe("parsers of arbitrary bytes", () => {
  const readers: readonly (readonly [string, (body: Uint8Array) => unknown])[] = [
    ["an Init", readInit],
    ["an InitResponse", readInitResponse],
    ["a Search", readSearch],
    ["a SearchResponse", (body) => readSearchResponse(body, 10)],
    ["the printable encoding", fromPrintable],
  ];

  it.each(readers)("parse %s, or fail with a code", (_, read) => {
    const pdu = fc.constantFrom(20, 21, 22, 23);
    const body = fc
      .tuple(fc.nat(30), pdu, octets)
      .map(([length, type, rest]) => Uint8Array.of(0, length, type, ...rest));
    fc.assert(
      fc.property(fc.oneof(octets, body), (each) => {
        try {
          read(each);
        } catch (error) {
          expect(error).toMatchObject({
            name: "AccessError",
            code: expect.stringMatching(/^(?:protocol-error|too-large)$/),
          });
        }
      }),
    );
  });
});

describe("samples of the specification of 1990", () => {
  // They disagree with all software, and are parsed as far as possible.
  it("parses an Init that also asks for Present", () => {
    const { octets } = fixture("spec-samples").frames[0]!;
    expect(readInit(octets)).toMatchObject({
      facilities: ["search", "present"],
      preferredMessageSize: 0x400,
    });
  });

  it("parses a SearchResponse with two records and nothing after them", () => {
    const { octets } = fixture("spec-samples").frames.at(-1)!;
    expect(readSearchResponse(octets, 10)).toMatchObject({ status: 0, records: [] });
  });
});

describe("formatters", () => {
  it.each([
    [
      "destinations of mail",
      () =>
        formatSearch({
          query: { is: "words", seedWords: "", like: [], maxDocuments: 1 },
          databases: ["a\x1fb"],
        }),
    ],
    [
      "an invalid number",
      () => formatSearch({ query: { is: "words", seedWords: "", like: [], maxDocuments: -1 } }),
    ],
    [
      "a counted part of more than 65535 bytes",
      () =>
        formatSearch({
          query: { is: "words", seedWords: "", like: [], maxDocuments: 1 },
          databases: ["x".repeat(70_000)],
        }),
    ],
  ])("reject %s", (_, write) => expect(write).toThrow(RangeError));

  it("requests only the facility search", () => {
    const init = formatInit({ facilities: ["search"], preferredMessageSize: 1000, maximumRecordSize: 1000 });
    expect(Buffer.from(init).toString("hex")).toBe("000f14030180040180050203e8060203e8");
  });
});
