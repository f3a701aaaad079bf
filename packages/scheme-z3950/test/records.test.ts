import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import {
  encodeBoolean,
  encodeConstructed,
  encodeInteger,
  encodeOid,
  encodePrimitive,
  encodeText,
} from "../src/encode.ts";
import { readResponse } from "../src/read-response.ts";
import { contentOf, summarize } from "../src/record.ts";
import {
  findSyntax,
  GRS_1,
  HTML,
  isMarc,
  mediaTypeOf,
  SUTRS,
  syntaxName,
  XML,
} from "../src/record-syntax.ts";
import {
  diagnostic,
  presentResponse,
  record,
  recordOf,
  records,
  searchResponse,
  surrogate,
  universal,
} from "./hostile-protocol.ts";

/* What is read of each message of a server (ISO 23950 §4.1), and of the records in it. */

const LIMITS = { maxApdu: 100_000, maxElements: 1000 };
const read = (octets: Uint8Array) => readResponse(octets, LIMITS);
const invalid = (what: string) =>
  expect.objectContaining({
    code: "protocol-error",
    message: `the server sent a message with ${what}`,
    hint: "check that the host and the port are those of a Z39.50 server",
  });

const OK = encodeBoolean(12, true);
const options = (...bytes: readonly number[]) => encodePrimitive(4, Uint8Array.of(0, ...bytes));
const external = (...content: readonly Uint8Array[]) => universalOf(0x28, ...content);
const universalOf = (tag: number, ...content: readonly Uint8Array[]) => universal(tag, joinBytes(content));

describe("a message of a server (ISO 23950 §4.1)", () => {
  const init = (...more: readonly Uint8Array[]) => encodeConstructed(21, options(0xc0), OK, ...more);

  it.each<[string, Uint8Array, object]>([
    ["accepts", init(), { accepted: true, services: [0, 1], implementation: "" }],
    [
      "rejects",
      encodeConstructed(21, options(0x80), encodeBoolean(12, false)),
      { accepted: false, services: [0], implementation: "" },
    ],
    [
      "has services of more than a byte, of which 64 are read",
      encodeConstructed(21, options(1, 0x80, 0, 0, 0, 0, 0, 1, 0xff), OK),
      { accepted: true, services: [7, 8, 63], implementation: "" },
    ],
    [
      "has no services",
      encodeConstructed(21, options(), OK),
      { accepted: true, services: [], implementation: "" },
    ],
    ["has a name", init(encodeText(111, "yaz")), { accepted: true, services: [0, 1], implementation: "yaz" }],
    [
      "has a name and a version",
      init(encodeText(110, "81"), encodeText(112, "5.34\x07"), encodeText(111, "y".repeat(101))),
      { accepted: true, services: [0, 1], implementation: `${"y".repeat(100)} 5.34\\x07` },
    ],
  ])("%s an association", (_, octets, expected) => {
    const response = read(octets);
    if (response.is !== "init") expect.fail(response.is);
    const { is, services, ...rest } = response;
    expect({ ...rest, services: [...services] }).toEqual(expected);
  });

  it.each<[string, Uint8Array, object]>([
    ["a search", searchResponse(0), { hits: 0, succeeded: true }],
    ["many records", searchResponse(2 ** 40), { hits: 2 ** 40, succeeded: true }],
    ["a failed search", searchResponse(3, false), { hits: 3, succeeded: false }],
  ])("has %s", (_, octets, expected) => {
    expect(read(octets)).toEqual({ is: "search", records: { found: [], diagnostics: [] }, ...expected });
  });

  it.each<[string, Uint8Array, object]>([
    ["no reason", encodeConstructed(48), { reason: -1, text: "" }],
    ["a reason", encodeConstructed(48, encodeInteger(211, 7)), { reason: 7, text: "" }],
    [
      "a text",
      encodeConstructed(48, encodeText(3, "bye"), encodeInteger(211, 0)),
      { reason: 0, text: "bye" },
    ],
  ])("ends the association with %s", (_, octets, expected) => {
    expect(read(octets)).toEqual({ is: "close", ...expected });
  });

  it.each([20, 22, 24, 26, 27, 31, 47, 49])("with the tag %i is another one", (tag) => {
    expect(read(encodeConstructed(tag))).toEqual({ is: "other" });
  });

  it.each<[string, Uint8Array, string]>([
    ["no result", encodeConstructed(21, options(0xc0)), "a missing element"],
    ["no services", encodeConstructed(21, OK), "a missing element"],
    ["no number of records", encodeConstructed(23, encodeBoolean(22, true)), "a missing element"],
    ["no status", encodeConstructed(23, encodeInteger(23, 1)), "a missing element"],
    [
      "fewer than no records",
      encodeConstructed(23, encodePrimitive(23, Uint8Array.of(0xff)), encodeBoolean(22, true)),
      "a negative number of records",
    ],
    ["a record without a content", presentResponse(records(encodeConstructed(9))), "a missing element"],
    [
      "a record of neither kind",
      presentResponse(records(encodeConstructed(9, encodeConstructed(1, encodeConstructed(3))))),
      "a record of an unknown kind",
    ],
    [
      "an empty record",
      presentResponse(records(encodeConstructed(9, encodeConstructed(1, encodeConstructed(1))))),
      "a record of an unknown kind",
    ],
    [
      "a record that is not an EXTERNAL",
      presentResponse(
        records(
          encodeConstructed(
            9,
            encodeConstructed(1, encodeConstructed(1, universalOf(0x30, encodeOid("1.2")))),
          ),
        ),
      ),
      "a record without a record syntax",
    ],
    [
      "a record without an object identifier",
      presentResponse(
        records(
          encodeConstructed(
            9,
            encodeConstructed(1, encodeConstructed(1, external(encodePrimitive(1, Uint8Array.of(1))))),
          ),
        ),
      ),
      "a record without a record syntax",
    ],
    [
      "a record without bytes",
      presentResponse(
        records(encodeConstructed(9, encodeConstructed(1, encodeConstructed(1, external(encodeOid("1.2")))))),
      ),
      "a missing element",
    ],
  ])("is not valid with %s", (_, octets, what) => {
    expect(() => read(octets)).toThrow(invalid(what));
  });
});

/** The records and the diagnostics of a Present response. */
function found(...more: readonly Uint8Array[]) {
  const response = read(presentResponse(...more));
  if (response.is !== "present") expect.fail(response.is);
  return response.records;
}

describe("the records of a response", () => {
  const one = Uint8Array.of(1, 0xff);

  it("come with their database, their syntax, and their bytes", () => {
    expect(found(records(record(one, "1.2.3"), surrogate(14, "no")))).toEqual({
      found: [
        { database: "db", syntax: "1.2.3", octets: one },
        { condition: 14, text: "no" },
      ],
      diagnostics: [],
    });
    const nameless = encodeConstructed(
      9,
      encodeConstructed(1, encodeConstructed(1, external(encodeOid("1.2.3"), encodePrimitive(1, one)))),
    );
    expect(found(records(nameless)).found).toEqual([{ database: undefined, syntax: "1.2.3", octets: one }]);
  });

  it("come with one diagnostic, or several ones", () => {
    expect(found()).toEqual({ found: [], diagnostics: [] });
    expect(found(diagnostic(13, "x"))).toEqual({ found: [], diagnostics: [{ condition: 13, text: "x" }] });
    const member = (condition: number) =>
      universalOf(0x30, encodeOid("1.2.840.10003.4.1"), universal(2, Uint8Array.of(condition)));
    expect(found(diagnostic(1), encodeConstructed(205, member(2), member(3))).diagnostics).toEqual([
      { condition: 1, text: "" },
      { condition: 2, text: "" },
      { condition: 3, text: "" },
    ]);
  });

  it.each<[string, readonly Uint8Array[], object]>([
    ["another set", [encodeOid("1.2.840.10003.4.2"), universal(2, one)], { condition: 0, text: "" }],
    ["no set", [universal(2, one)], { condition: 0, text: "a diagnostic in an unknown format" }],
    [
      "no number",
      [encodeOid("1.2.840.10003.4.1"), universal(0x1a, octetsOf("x"))],
      { condition: 0, text: "a diagnostic in an unknown format" },
    ],
    [
      "another format",
      [encodeConstructed(0), universal(2, one)],
      { condition: 0, text: "a diagnostic in an unknown format" },
    ],
  ])("have a diagnostic with %s", (_, content, expected) => {
    expect(found(encodeConstructed(130, ...content)).diagnostics).toEqual([expected]);
  });

  // Strings of bytes, UTF8String, and the strings from NumericString to GeneralString, but not the two kinds of time.
  it.each([4, 12, 18, 19, 20, 21, 22, 25, 26, 27])("have the text of a string with the tag %i", (tag) => {
    const [first] = found(records(recordOf(universal(tag, octetsOf("12")), "1.2.3"))).found;
    expect(first).toEqual({ database: "db", syntax: "1.2.3", octets: octetsOf("12") });
  });

  it.each([1, 2, 10, 17])("have the encoding of an element with the tag %i", (tag) => {
    const element = universal(tag === 17 ? 0x31 : tag, tag === 17 ? new Uint8Array(0) : Uint8Array.of(1));
    const [first] = found(records(recordOf(element, "1.2.3"))).found;
    expect(first).toMatchObject({ octets: element });
  });

  it("have the encoding of an element with a context tag of a string", () => {
    const element = encodePrimitive(4, one);
    expect(found(records(recordOf(element, "1.2.3"))).found).toMatchObject([{ octets: element }]);
  });
});

const text = (content: string) => universal(0x1b, octetsOf(content));

/** TaggedElement of GRS-1: the type of the tag, its value, and the content. */
function tagged(
  type: number | undefined,
  value: number | string,
  ...content: readonly Uint8Array[]
): Uint8Array {
  return universalOf(
    0x30,
    ...(type === undefined ? [] : [encodeInteger(1, type)]),
    encodeConstructed(2, typeof value === "number" ? encodeInteger(2, value) : encodeText(1, value)),
    encodeConstructed(4, ...content),
  );
}

/** The lines and the summary of a record in GRS-1. */
function grs(...elements: readonly Uint8Array[]) {
  const [first] = found(records(recordOf(universalOf(0x30, ...elements), GRS_1))).found;
  if (first === undefined || !("summary" in first)) expect.fail("no record in GRS-1");
  return { lines: Buffer.from(first.octets).toString(), summary: first.summary, short: summarize(first) };
}

describe("a record in GRS-1 (ISO 23950 appendix REC)", () => {
  it.each([
    [1, 1, "schemaIdentifier"],
    [1, 10, "rank"],
    [1, 12, "url"],
    [1, 14, "localControlNumber"],
    [1, 16, "dateOfLastModification"],
    [1, 19, "wellKnown"],
    [2, 1, "title"],
    [2, 2, "author"],
    [2, 3, "publicationPlace"],
    [2, 4, "publicationDate"],
    [2, 5, "documentId"],
    [2, 6, "abstract"],
    [2, 7, "name"],
    [2, 8, "dateTime"],
    [2, 10, "organization"],
    [2, 17, "description"],
    [1, 2, "(1,2)"],
    [2, 9, "(2,9)"],
    [3, 1, "(3,1)"],
    [undefined, 1, "(,1)"],
    [3, "title", "title"],
    [undefined, "a,b", "a,b"],
    [undefined, "", ""],
    [undefined, "\x07", "\\x07"],
  ])("has the name of the tag %s,%s: %s", (type, value, name) => {
    expect(grs(tagged(type, value, text("x"))).lines).toBe(`${name}: x\n`);
  });

  it.each<[string, Uint8Array, string]>([
    ["text", text(" a\r\n  b\nc \x07 "), " a b c \\x07"],
    ["an empty text", text(" "), ""],
    ["a string of bytes", universal(4, octetsOf("é")), " é"],
    ["true", universal(1, Uint8Array.of(1)), " true"],
    ["false", universal(1, Uint8Array.of(0)), " false"],
    ["a number", universal(2, Uint8Array.of(0xff)), " -1"],
    ["an object identifier", universal(6, Uint8Array.of(0x2a, 3)), " 1.2.3"],
    [
      "another format",
      external(encodeOid("1.2"), encodePrimitive(1, Uint8Array.of(1))),
      " (data of another format)",
    ],
    ["an element that is not there", encodeText(2, ""), " (not in this record)"],
    ["an element that was not requested", encodeText(4, ""), " (not requested)"],
    ["an element that is not available", encodeText(5, ""), " (not available)"],
    ["an element that is empty", encodeText(3, ""), ""],
  ])("has %s", (_, content, written) => {
    expect(grs(tagged(2, 17, content)).lines).toBe(`description:${written}\n`);
  });

  it("has a subtree with two more spaces", () => {
    const tree = (...elements: readonly Uint8Array[]) => encodeConstructed(6, ...elements);
    const inner = tagged(2, 1, tree(tagged(2, 2, text("Ada")), tagged(2, 10, tree())));
    expect(grs(tagged(2, 17, tree(inner)), tagged(2, 7, text("x")))).toEqual({
      lines: "description:\n  title:\n    author: Ada\n    organization:\nname: x\n",
      summary: {},
      short: {},
    });
  });

  it("has no content, or no tag", () => {
    expect(grs(universalOf(0x30, encodeConstructed(2, encodeInteger(2, 1)))).lines).toBe("(,1):\n");
    expect(grs(universalOf(0x30, encodeConstructed(4, text("x")))).lines).toBe(": x\n");
    expect(grs(tagged(2, 1)).lines).toBe("title:\n");
    // A number and a text of a tag can also be universal.
    const universalTag = (value: Uint8Array) =>
      universalOf(0x30, encodeInteger(1, 2), encodeConstructed(2, value), encodeConstructed(4, text("x")));
    expect(grs(universalTag(universal(2, Uint8Array.of(1)))).lines).toBe("title: x\n");
    expect(grs(universalTag(text("note"))).lines).toBe("note: x\n");
  });

  it("has a summary of the first elements of each kind", () => {
    expect(
      grs(
        tagged(2, 1, text("Tides /")),
        tagged(2, 1, text("Other")),
        tagged(2, 2, text("Ada")),
        tagged(2, 4, text("1987")),
        tagged(2, 5, text("b1")),
        tagged(1, 14, text("7")),
      ),
    ).toMatchObject({
      summary: { title: "Tides /", author: "Ada", date: "1987", identifier: "b1" },
      short: { title: "Tides", author: "Ada", date: "1987", identifier: "b1" },
    });
    expect(grs(tagged(undefined, "title", text("T")), tagged(3, "author", text("A"))).summary).toEqual({
      title: "T",
      author: "A",
    });
  });

  it("is text, in whatever form MARC records are wanted", () => {
    const [first] = found(records(recordOf(universalOf(0x30, tagged(2, 1, text("T"))), GRS_1))).found;
    for (const form of ["raw", "text", "xml"] as const)
      expect(contentOf(first as Parameters<typeof contentOf>[0], form)).toEqual({
        mediaType: "text/plain; charset=utf-8",
        octets: octetsOf("title: T\n"),
      });
  });
});

const summaryOf = (syntax: string, content: string) =>
  summarize({ database: undefined, syntax, octets: octetsOf(content) });

describe("what a listing shows of a text in SUTRS", () => {
  it.each<[string, string, object]>([
    ["the first line", "\n  Tides and gulls\nmore", { title: "Tides and gulls" }],
    [
      "a title and an author by name",
      "x\n\tTITLE:  Tides\nAuthor:\tAda\r\n",
      { title: "Tides", author: "Ada" },
    ],
    ["names in a text", "My title: x\nno author: y", { title: "My title: x" }],
    ["a name without a value", "title:\nauthor: \nx", { title: "title" }],
    ["501 characters of a line", `${"x".repeat(501)}`, { title: "x".repeat(500) }],
    ["a title of 501 characters", `y\ntitle: ${"x".repeat(501)}`, { title: "x".repeat(500) }],
    ["a longer title", `title: ${"x".repeat(502)}`, { title: `title: ${"x".repeat(493)}` }],
    ["65,536 characters", `${" ".repeat(65_535)}xy`, { title: "x" }],
    ["nothing after them", `${" ".repeat(65_536)}x`, {}],
    ["nothing", " \n", {}],
    ["control characters", "a\x1bb\x07", { title: "a\\x1bb\\x07" }],
  ])("is %s", (_, content, summary) => expect(summaryOf(SUTRS, content)).toEqual(summary));
});

describe("what a listing shows of XML", () => {
  const marcXml = (prefix: string) =>
    [
      `<${prefix}record><${prefix}controlfield tag="001">b1</${prefix}controlfield>`,
      `<${prefix}datafield ind1="1" tag="100" ind2=" "><${prefix}subfield code="a">Ada,</${prefix}subfield>`,
      `<${prefix}subfield code="b">II</${prefix}subfield><${prefix}subfield code="d">1815</${prefix}subfield></${prefix}datafield>`,
      `<${prefix}datafield tag="245"><${prefix}subfield code="a">Tides &lt;&amp;&gt;</${prefix}subfield>`,
      `<${prefix}subfield code="b">&quot;gulls&apos; /</${prefix}subfield><${prefix}subfield code="c">by Ada</${prefix}subfield></${prefix}datafield>`,
      `<${prefix}datafield tag="260"><${prefix}subfield code="a">London :</${prefix}subfield>`,
      `<${prefix}subfield code="b">Press,</${prefix}subfield><${prefix}subfield code="c">1987</${prefix}subfield></${prefix}datafield>`,
      `</${prefix}record>`,
    ].join("\n");

  it.each<[string, string, object]>([
    ...["", "marc:"].map((prefix): [string, string, object] => [
      `MARCXML with the prefix "${prefix}"`,
      marcXml(prefix),
      {
        title: "Tides <&> \"gulls'",
        author: "Ada, II",
        date: "1987",
        publisher: "Press",
        identifier: "b1",
      },
    ]),
    [
      "Dublin Core",
      '<dc:title xml:lang="en"> Tides </dc:title><dc:creator>Ada</dc:creator><dc:date>1987</dc:date><dc:publisher>Press</dc:publisher><dc:identifier>b&amp;1</dc:identifier>',
      { title: "Tides", author: "Ada", date: "1987", publisher: "Press", identifier: "b&1" },
    ],
    ["an author", "<Title>T</Title><Author>A</Author>", { title: "T", author: "A" }],
    ["an originator", "<originator>A</originator>", { author: "A" }],
    ["longer names", "<titles>T</titles><mytitle>U</mytitle>", {}],
    ["elements in a title", "<title><b>T</b></title>", {}],
    ["a title without an end", "<title>T", {}],
    ["a field without subfields", '<datafield tag="245"></datafield><title>T</title>', {}],
    ["an unknown entity", "<title>a&nbsp;&#65;</title>", { title: "a&nbsp;&#65" }],
    [
      "a subfield of the next field",
      '<datafield tag="245"></datafield><datafield tag="1"><subfield code="a">x</subfield>',
      {},
    ],
    ["nothing", "<a/>", {}],
  ])("is %s", (_, content, summary) => expect(summaryOf(XML, content)).toEqual(summary));

  it.each([HTML, "1.2.3", "1.2.840.10003.5.100"])("is nothing in %s", (syntax) => {
    expect(summaryOf(syntax, "<title>T</title>")).toEqual({});
  });
});

const ROOT = "1.2.840.10003.5.";

describe("a record syntax", () => {
  const MARC = "application/marc";
  const BYTES = "application/octet-stream";

  it.each([
    ["usmarc", "10", "usmarc", MARC],
    ["marc", "10", "usmarc", MARC],
    ["marc21", "10", "usmarc", MARC],
    ["unimarc", "1", "unimarc", MARC],
    ["intermarc", "2", "intermarc", MARC],
    ["ccf", "3", "ccf", MARC],
    ["ukmarc", "11", "ukmarc", MARC],
    ["normarc", "12", "normarc", MARC],
    ["librismarc", "13", "librismarc", MARC],
    ["danmarc", "14", "danmarc", MARC],
    ["finmarc", "15", "finmarc", MARC],
    ["mab", "16", "mab", MARC],
    ["canmarc", "17", "canmarc", MARC],
    ["sbn", "18", "sbn", MARC],
    ["picamarc", "19", "picamarc", MARC],
    ["ausmarc", "20", "ausmarc", MARC],
    ["ibermarc", "21", "ibermarc", MARC],
    ["catmarc", "22", "catmarc", MARC],
    ["malmarc", "23", "malmarc", MARC],
    ["jpmarc", "24", "jpmarc", MARC],
    ["swemarc", "25", "swemarc", MARC],
    ["siglemarc", "26", "siglemarc", MARC],
    ["isdsmarc", "27", "isdsmarc", MARC],
    ["rusmarc", "28", "rusmarc", MARC],
    ["explain", "100", "explain", BYTES],
    ["sutrs", "101", "sutrs", "text/plain"],
    ["grs-1", "105", "grs-1", BYTES],
    ["grs1", "105", "grs-1", BYTES],
    ["html", "109.3", "html", "text/html"],
    ["xml", "109.10", "xml", "text/xml"],
  ])("%s has the arcs %s, the name %s, and the media type %s", (name, arcs, shown, mediaType) => {
    const oid = ROOT + arcs;
    expect([findSyntax(name), findSyntax(name.toUpperCase()), findSyntax(oid)]).toEqual([oid, oid, oid]);
    expect(syntaxName(oid)).toBe(shown);
    expect(mediaTypeOf(oid)).toBe(mediaType);
    expect(isMarc(oid)).toBe(mediaType === MARC);
  });

  it.each(["4", "9", "29", "109", "109.1"])("with the arcs %s is another one", (arcs) => {
    expect(syntaxName(ROOT + arcs)).toBe(ROOT + arcs);
    expect(mediaTypeOf(ROOT + arcs)).toBe(BYTES);
  });

  it.each([
    ["0.0", true],
    ["2.999999999", true],
    ["2.9999999999", false],
    ["3.1", false],
    ["1", false],
    ["1.", false],
    ["1.01", false],
    [`1${".0".repeat(19)}`, true],
    [`1${".0".repeat(20)}`, false],
    ["x1.2", false],
    ["nothing", false],
    ["", false],
    ["\u212aab", false],
  ])("%j as an object identifier: %s", (name, isKnown) => {
    expect(findSyntax(name)).toBe(isKnown ? name : undefined);
  });
});
