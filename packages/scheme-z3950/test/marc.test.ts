import { octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarc } from "../src/marc/marc.ts";
import { decodeMarc8 } from "../src/marc/marc-8.ts";
import { formatMarcText } from "../src/marc/marc-text.ts";
import { formatMarcXml } from "../src/marc/marc-xml.ts";
import { summarize } from "../src/record.ts";
import { HTML, SUTRS, UNIMARC, USMARC, XML } from "../src/record-syntax.ts";
import { marc } from "./hostile-protocol.ts";

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

describe("a MARC record (ISO 2709)", () => {
  it("has a leader, control fields, and fields with subfields", () =>
    expect(parseMarc(marc("Tides", "b1"), USMARC)).toMatchObject({
      leader: expect.stringMatching(/^\d{5}nam a22\d{5} i 4500$/),
      fields: [
        { tag: "001", value: "b1" },
        { tag: "245", indicators: "10", subfields: [{ code: "a", value: "Tides" }] },
      ],
    }));

  it("is UTF-8 if it says so, or if it is; otherwise MARC-8, or Latin-1 in UNIMARC", () => {
    const title = (octets: Uint8Array, syntax: string) =>
      parseMarc(octets, syntax).fields[1]?.subfields[0]?.value;
    const ansel = (octets: Uint8Array) => {
      const copy = octets.slice();
      copy[9] = 0x20;
      return copy;
    };
    const template = marc("Gr__n");
    const at = Buffer.from(template).indexOf("__");
    const put = (first: number, second: number) => {
      const octets = ansel(template);
      octets[at] = first;
      octets[at + 1] = second;
      return octets;
    };
    expect(title(marc("Grün"), USMARC)).toBe("Grün");
    expect(title(ansel(marc("Grün")), USMARC)).toBe("Grün");
    expect(title(put(0xe8, 0x75), USMARC)).toBe("Grün");
    expect(title(put(0xfc, 0x6e), UNIMARC)).toBe("Grünn");
  });

  it.each<[string, (octets: Uint8Array) => Uint8Array]>([
    ["an incomplete leader", (octets) => octets.subarray(0, 20)],
    ["a base address that is not a number", (octets) => octets.fill(0x78, 12, 17)],
    ["a base address after its end", (octets) => octets.fill(0x39, 12, 17)],
    ["a base address before the directory", (octets) => octets.fill(0x30, 12, 17)],
    ["lengths of no digits", (octets) => octets.fill(0x30, 20, 21)],
    ["a field after its end", (octets) => octets.fill(0x39, 31, 36)],
    ["a length that is not a number", (octets) => octets.fill(0x2d, 27, 31)],
    ["fields that overlap", (octets) => octets.fill(0x30, 27, 36).fill(0x36, 29, 31)],
  ])("is rejected with %s", (_, change) =>
    expect(() => parseMarc(change(marc("Tides")), USMARC)).toThrow(
      expect.objectContaining({ code: "protocol-error" }),
    ),
  );

  it("never does more than fail, whatever its bytes are", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(), (octets, at) => {
        const copy = marc("Tides and their tables");
        copy.set(octets.subarray(0, copy.length - (at % copy.length)), at % copy.length);
        try {
          const record = parseMarc(copy, USMARC);
          expect(formatMarcXml(record)).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f]/);
          expect(formatMarcText(record, USMARC)).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
        } catch (error) {
          expect(error).toMatchObject({ code: "protocol-error" });
        }
      }),
    ));

  it("is written as MARCXML without characters that XML does not allow", () => {
    const xml = formatMarcXml(parseMarc(marc('a<b>&"c\x01\udcffd'), USMARC));
    expect(xml).toContain('<subfield code="a">a&lt;b&gt;&amp;&quot;c\ufffd\ufffd');
    expect(xml).toContain("<leader>");
  });

  it("has a field without subfields as text", () => {
    const octets = marc("Tides");
    octets[octets.indexOf(0x1f)] = 0x78;
    const record = parseMarc(octets, USMARC);
    expect(record.fields[1]).toEqual({ tag: "245", value: "10xaTides", indicators: "", subfields: [] });
    expect(formatMarcText(record, USMARC)).toContain("245    10xaTides");
  });
});

describe("MARC-8", () => {
  it.each<[string, readonly number[], string]>([
    ["letters with a diacritic before them", [0xe2, 0x65, 0xf0, 0x63], "éç"],
    ["two diacritics", [0xf2, 0xe3, 0x61], "ậ"],
    ["letters of their own", [0xa1, 0xb2, 0xc7, 0xc8, 0xb9], "Łøß€£"],
    ["bytes that are not assigned", [0x80, 0xaf, 0xff, 0xfc, 0x61], "\ufffd\ufffd\ufffd\ufffda"],
    [
      "another set, which is not decoded, and ASCII again",
      [0x61, 0x1b, 0x28, 0x4e, 0x41, 0x20, 0x42, 0x1b, 0x28, 0x42, 0x62],
      "a\ufffd \ufffdb",
    ],
    ["the extended Latin set by its name", [0x1b, 0x29, 0x21, 0x45, 0xe2, 0x65], "é"],
    ["ASCII by its short name", [0x1b, 0x62, 0x32, 0x1b, 0x73, 0x32], "\ufffd2"],
    ["an escape at the end", [0x61, 0x1b], "a"],
    ["a diacritic at the end", [0x61, 0xe2], "á"],
  ])("has %s", (_, octets, text) => expect(decodeMarc8(Uint8Array.from(octets))).toBe(text));
});

describe("what a listing shows of a record", () => {
  it.each<[string, string, string, object]>([
    [
      "MARCXML",
      XML,
      '<record><controlfield tag="001"> 7 </controlfield><datafield tag="245" ind1="1"><subfield code="a">Tides &amp; gulls /</subfield><subfield code="c">by X</subfield></datafield></record>',
      { title: "Tides & gulls", identifier: "7" },
    ],
    [
      "Dublin Core",
      XML,
      "<dc:record><dc:title>Tides</dc:title><dc:creator>Ada</dc:creator><dc:identifier>b1</dc:identifier></dc:record>",
      { title: "Tides", author: "Ada", identifier: "b1" },
    ],
    [
      "text with names",
      SUTRS,
      "gils:\r\n  title: Tides\r\n  author: Ada\r\n",
      { title: "Tides", author: "Ada" },
    ],
    ["text", SUTRS, "\n\n  Tides\nand more", { title: "Tides" }],
    ["XML without a title", XML, "<a/>", {}],
    ["another format", HTML, "<title>x</title>", {}],
    ["a MARC record that is not valid", USMARC, "0000", {}],
  ])("of %s", (_, syntax, text, summary) =>
    expect(summarize({ database: undefined, syntax, octets: octetsOf(text) })).toEqual(summary),
  );

  it("of UNIMARC has its own fields", () => {
    const octets = marc("Tides", "b1");
    const at = Buffer.from(octets).indexOf("245");
    octets.set(latin1("200"), at);
    expect(summarize({ database: undefined, syntax: UNIMARC, octets })).toEqual({
      title: "Tides",
      identifier: "b1",
    });
    expect(formatMarcText(parseMarc(octets, UNIMARC), UNIMARC)).toMatch(/^Title: {8}Tides\n/);
  });
});
