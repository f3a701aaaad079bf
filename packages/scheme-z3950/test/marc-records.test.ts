import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { findFields, parseMarc, subfieldsOf } from "../src/marc/marc.ts";
import { decodeMarc8 } from "../src/marc/marc-8.ts";
import { formatMarcText } from "../src/marc/marc-text.ts";
import { formatMarcXml } from "../src/marc/marc-xml.ts";
import { contentOf, summarize } from "../src/record.ts";
import { UNIMARC, USMARC } from "../src/record-syntax.ts";

/* Whole MARC records: what is read of their bytes (ISO 2709), and what is written for people and as MARCXML. */

type Field = readonly [tag: string, content: string | Uint8Array];

/** Writes a record. In the content of a field "$" begins a subfield. */
function marcOf(fields: readonly Field[], { map = "4500", character = "a" } = {}): Uint8Array {
  const [lengths, starts, other] = [Number(map[0]), Number(map[1]), Number(map[2])];
  let at = 0;
  const written = fields.map(([tag, content]) => {
    const octets = joinBytes([
      typeof content === "string" ? octetsOf(content.replaceAll("$", "\x1f")) : content,
      Uint8Array.of(0x1e),
    ]);
    const entry = `${tag}${String(octets.length).padStart(lengths, "0")}${String(at).padStart(starts, "0")}`;
    at += octets.length;
    return { octets, entry: entry + "x".repeat(other) };
  });
  const directory = `${written.map(({ entry }) => entry).join("")}\x1e`;
  const digits = (value: number) => String(value).padStart(5, "0");
  const base = 24 + directory.length;
  return joinBytes([
    octetsOf(`${digits(base + at + 1)}nam ${character}22${digits(base)} i ${map}${directory}`),
    ...written.map(({ octets }) => octets),
    Uint8Array.of(0x1d),
  ]);
}

const MARC_21 = marcOf([
  ["001", " b1 "],
  ["008", "940101s1987    xx            000 0 eng d"],
  ["020", "  $a0-1234$zno"],
  ["022", "  $a1111-2222"],
  ["035", "  $a(X)7"],
  ["100", "1 $aGrün, J.$bII,$cDr.,$d1815-$q(Jörg)$eauthor"],
  ["110", "2 $aSociety$bBoard"],
  ["111", "2 $aMeeting$c1900"],
  ["245", "10$aTides /$bgulls /$n2.$pPart /$cby Grün"],
  ["250", "  $a2nd$brev.$cno"],
  ["260", "  $aLondon :$bPress,$c1987.$eno"],
  ["264", " 1$aParis$bPresse$c1988"],
  ["300", "  $a9 p.$bill.$c20 cm$emap$fno"],
  ["440", " 0$aOld series$v1$xno"],
  ["490", "0 $aSeries ;$v2$xno"],
  ["500", "  $aA note.$5no"],
  ["504", "  $aBibliography"],
  ["505", "0 $aContents"],
  ["520", "  $aSummary$bmore$cno"],
  ["600", "10$aA$bB$cC$dD$tT$vV$xX$yY$zZ$eno"],
  ["610", "20$aGroup"],
  ["611", "20$aCongress"],
  ["630", "00$aTitle"],
  ["650", " 0$aGulls$2no"],
  ["651", " 0$aCoast"],
  ["700", "1 $aAda$d1815"],
  ["710", "2 $aClub"],
  ["711", "2 $aFair"],
  ["856", "40$uhttp://h.example/$zno"],
  ["999", "  "],
]);

const MARC_21_TEXT = `Title:        Tides / gulls / 2. Part /
Author:       Grün, J. II, Dr., 1815- (Jörg)
              Society Board
              Meeting 1900
Other names:  Ada 1815
              Club
              Fair
Edition:      2nd rev.
Published:    London : Press, 1987.
              Paris Presse 1988
Description:  9 p. ill. 20 cm map
Series:       Series ; 2
              Old series 1
Notes:        A note.
              Bibliography
              Contents
Summary:      Summary more
Subjects:     A B C D T V X Y Z
              Group
              Congress
              Title
              Gulls
              Coast
ISBN:         0-1234
ISSN:         1111-2222
Link:         http://h.example/

Leader LEADER
001     b1
008    940101s1987    xx            000 0 eng d
020    $a 0-1234 $z no
022    $a 1111-2222
035    $a (X)7
100 1  $a Grün, J. $b II, $c Dr., $d 1815- $q (Jörg) $e author
110 2  $a Society $b Board
111 2  $a Meeting $c 1900
245 10 $a Tides / $b gulls / $n 2. $p Part / $c by Grün
250    $a 2nd $b rev. $c no
260    $a London : $b Press, $c 1987. $e no
264  1 $a Paris $b Presse $c 1988
300    $a 9 p. $b ill. $c 20 cm $e map $f no
440  0 $a Old series $v 1 $x no
490 0  $a Series ; $v 2 $x no
500    $a A note. $5 no
504    $a Bibliography
505 0  $a Contents
520    $a Summary $b more $c no
600 10 $a A $b B $c C $d D $t T $v V $x X $y Y $z Z $e no
610 20 $a Group
611 20 $a Congress
630 00 $a Title
650  0 $a Gulls $2 no
651  0 $a Coast
700 1  $a Ada $d 1815
710 2  $a Club
711 2  $a Fair
856 40 $u http://h.example/ $z no
999
`;

const OF_UNIMARC = marcOf([
  ["001", "u1"],
  ["010", "  $a2-1234"],
  ["011", "  $a3333-4444"],
  ["200", "1 $aMarées$epetites$h1$iPartie$fno"],
  ["205", "  $a2e$bno"],
  ["210", "  $aParis$bno$cPresse$d1987"],
  ["214", " 0$cMaison$d1988"],
  ["215", "  $a9 p.$cill.$d20 cm$ecarte$fno"],
  ["225", "2 $aSérie$v2$xno"],
  ["300", "  $aUne note"],
  ["330", "  $aRésumé"],
  ["600", " 1$aA$bB$cC$xX$yY$zZ$fno"],
  ["601", " 0$aGroupe"],
  ["606", "  $aMouettes"],
  ["607", "  $aCôte"],
  ["700", " 1$aGrün$bJ.$cDr.$f1815-$4no"],
  ["701", " 1$aAda"],
  ["702", " 1$aBob"],
  ["710", "02$aClub"],
  ["711", "02$aFoire"],
  ["712", "02$aSociété"],
  ["856", "4 $uhttp://h.example/"],
]);

const UNIMARC_CARD = `Title:        Marées petites 1 Partie
Author:       Grün J. Dr. 1815-
              Club
Other names:  Ada
              Bob
              Foire
              Société
Edition:      2e
Published:    Paris Presse 1987
              Maison 1988
Description:  9 p. ill. 20 cm carte
Series:       Série 2
Notes:        Une note
Summary:      Résumé
Subjects:     A B C X Y Z
              Groupe
              Mouettes
              Côte
ISBN:         2-1234
ISSN:         3333-4444
Link:         http://h.example/

Leader `;

const leaderOf = (octets: Uint8Array) => Buffer.from(octets.subarray(0, 24)).toString();
const recordOf = (octets: Uint8Array, syntax = USMARC) => ({ database: undefined, syntax, octets });
const summaryOf = (fields: readonly Field[], syntax = USMARC) => summarize(recordOf(marcOf(fields), syntax));

describe("a MARC record for people", () => {
  it("has a card of MARC 21, and then every field", () => {
    expect(formatMarcText(parseMarc(MARC_21, USMARC), USMARC)).toBe(
      MARC_21_TEXT.replace("LEADER", leaderOf(MARC_21)),
    );
  });

  it("has a card of UNIMARC", () => {
    const text = formatMarcText(parseMarc(OF_UNIMARC, UNIMARC), UNIMARC);
    expect(text.slice(0, UNIMARC_CARD.length)).toBe(UNIMARC_CARD);
    expect(text).toContain("\n200 1  $a Marées $e petites $h 1 $i Partie $f no\n");
  });

  it("has no card without its fields, and no control characters", () => {
    const octets = marcOf([["999", "  $aa\x1bb\nd$b $cc "]]);
    expect(formatMarcText(parseMarc(octets, USMARC), USMARC)).toBe(
      `Leader ${leaderOf(octets)}\n999    $a a\\x1bb\\x0ad $b  $c c\n`,
    );
    const title = marcOf([["245", "00$a \x07$b "]]);
    expect(formatMarcText(parseMarc(title, USMARC), USMARC)).toMatch(/^Title: {8}\\x07\n\nLeader /);
    const blank = marcOf([["245", "00$a $b "]]);
    expect(formatMarcText(parseMarc(blank, USMARC), USMARC)).toMatch(/^Leader /);
  });
});

describe("what a listing shows of a MARC record", () => {
  it("of MARC 21 is the title, the author, the date, the publisher, and the identifier", () => {
    expect(summarize(recordOf(MARC_21))).toEqual({
      title: "Tides / gulls / 2. Part",
      author: "Grün, J. II, Dr.",
      date: "1987.",
      publisher: "Press",
      identifier: "b1",
    });
  });

  it("of UNIMARC is in its own fields", () => {
    expect(summarize(recordOf(OF_UNIMARC, UNIMARC))).toEqual({
      title: "Marées petites 1 Partie",
      author: "Grün J.",
      date: "1987",
      publisher: "Presse",
      identifier: "u1",
    });
  });

  it.each<[string, readonly Field[], object, string?]>([
    ["another author", [["110", "2 $aSociety$bBoard$d1900"]], { author: "Society Board" }],
    ["a meeting", [["111", "2 $aMeeting"]], { author: "Meeting" }],
    ["a newer imprint", [["264", " 1$aParis$bPresse$c1988"]], { date: "1988", publisher: "Presse" }],
    ["the number of another system", [["035", "  $a(X)7 $z8"]], { identifier: "(X)7" }],
    [
      "its own number before that",
      [
        ["035", "  $a(X)7"],
        ["001", "b1,"],
      ],
      { identifier: "b1," },
    ],
    ["an organization of UNIMARC", [["710", "02$aClub$bSection$c3"]], { author: "Club Section" }, UNIMARC],
    [
      "a newer imprint of UNIMARC",
      [["214", " 0$cMaison$d1988"]],
      { date: "1988", publisher: "Maison" },
      UNIMARC,
    ],
    ["nothing", [["999", "  $ax"]], {}],
    ["punctuation of ISBD at the end", [["245", "00$aTides : /;,="]], { title: "Tides" }],
    ["punctuation in it", [["245", "00$aTides : gulls ="]], { title: "Tides : gulls" }],
    ["white space", [["245", "00$a  Tides \n  gulls "]], { title: "Tides \\x0a gulls" }],
    ["500 characters", [["245", `00$a${"x".repeat(500)}`]], { title: "x".repeat(500) }],
    ["more than 500 characters", [["245", `00$a${"x".repeat(501)}`]], { title: "x".repeat(500) }],
  ])("has %s", (_, fields, summary, syntax) => {
    expect(summaryOf(fields, syntax)).toEqual(summary);
  });
});

describe("a MARC record as MARCXML (RFC 6207)", () => {
  it("has every field, escaped", () => {
    const octets = marcOf(
      [
        ["001", 'a<&>"\x01'],
        ["245", '1 $aTides &$"<'],
        ['5"<', ""],
        ["999", "$a\ttab\n"],
      ],
      { character: " " },
    );
    const leader = leaderOf(octets);
    expect(formatMarcXml(parseMarc(octets, USMARC))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<record xmlns="http://www.loc.gov/MARC21/slim">
  <leader>${leader.slice(0, 9)}a${leader.slice(10)}</leader>
  <controlfield tag="001">a&lt;&amp;&gt;&quot;\ufffd</controlfield>
  <datafield tag="245" ind1="1" ind2=" ">
    <subfield code="a">Tides &amp;</subfield>
    <subfield code="&quot;">&lt;</subfield>
  </datafield>
  <controlfield tag="5&quot;&lt;"></controlfield>
  <datafield tag="999" ind1=" " ind2=" ">
    <subfield code="a">\ttab
</subfield>
  </datafield>
</record>
`);
  });

  it.each([
    ["\0", "\ufffd"],
    ["\x08", "\ufffd"],
    ["\x0b\x0c\x0e\x1c", "\ufffd\ufffd\ufffd\ufffd"],
    ["\t\n\r\x20\x7f\u{1f600}\ufffd", "\t\n\r\x20\x7f\u{1f600}\ufffd"],
    ["\ufffe\uffff", "\ufffd\ufffd"],
    ["\udcff", "\ufffd"],
  ])("has %j as %j (XML 1.0 §2.2)", (text, written) => {
    const xml = formatMarcXml(parseMarc(marcOf([["001", text]]), USMARC));
    expect(xml).toContain(`<controlfield tag="001">${written}</controlfield>`);
  });

  it("is one of the contents of a record", () => {
    const text = (form: "raw" | "text" | "xml") => {
      const { mediaType, octets } = contentOf(recordOf(MARC_21), form);
      return [mediaType, Buffer.from(octets).toString().slice(0, 15)];
    };
    expect(text("raw")).toEqual(["application/marc", leaderOf(MARC_21).slice(0, 15)]);
    expect(text("text")).toEqual(["text/plain; charset=utf-8", "Title:        T"]);
    expect(text("xml")).toEqual(["application/marcxml+xml", '<?xml version="']);
  });
});

describe("the bytes of a MARC record (ISO 2709)", () => {
  const fieldsOf = (octets: Uint8Array) => parseMarc(octets, USMARC).fields;

  it.each(["4500", "5600", "4510", "3429", "2100", "2119"])("have a directory by the entry map %s", (map) => {
    const fields = fieldsOf(
      marcOf(
        [
          ["001", "b1"],
          ["245", "10$aTides$bgulls"],
        ],
        { map },
      ),
    );
    expect(fields).toEqual([
      { tag: "001", value: "b1", indicators: "", subfields: [] },
      {
        tag: "245",
        indicators: "10",
        subfields: [
          { code: "a", value: "Tides" },
          { code: "b", value: "gulls" },
        ],
      },
    ]);
  });

  it.each<[string, string, object]>([
    ["a field of control", "00A", { value: "1$ax", subfields: [], indicators: "" }],
    ["no indicators", "245", { subfields: [{ code: "a", value: "x" }], indicators: "  " }],
    ["one indicator", "245", { subfields: [{ code: "a", value: "x" }], indicators: "1 " }],
    ["three indicators", "245", { subfields: [{ code: "a", value: "x" }], indicators: "12" }],
    ["no subfields", "245", { value: "12x", subfields: [], indicators: "" }],
    ["subfields without a code", "245", { subfields: [{ code: "a", value: "" }], indicators: "12" }],
  ])("have %s", (what, tag, field) => {
    const contents: Readonly<Record<string, string>> = {
      "a field of control": "1$ax",
      "no indicators": "$ax",
      "one indicator": "1$ax",
      "three indicators": "123$ax",
      "no subfields": "12x",
      "subfields without a code": "12$$a$",
    };
    const content = contents[what]!;
    const [read] = fieldsOf(marcOf([[tag, tag === "00A" ? octetsOf(content) : content]]));
    expect(read).toEqual({ tag, ...field });
  });

  it("end with the directory, if it ends before the base address", () => {
    const octets = marcOf([
      ["001", "b1"],
      ["245", "10$aTides"],
    ]);
    octets[24 + 12] = 0x1e;
    expect(fieldsOf(octets)).toHaveLength(1);
  });

  it("may have fields up to the end, and as many bytes in them", () => {
    const octets = marcOf([["001", "b1"]]);
    const put = (text: string, at: number) => {
      const copy = octets.slice();
      copy.set(octetsOf(text), at);
      return copy;
    };
    // The base address is 37, and the record has 41 bytes.
    expect(octets).toHaveLength(41);
    expect(fieldsOf(put("0004", 27))[0]?.value).toBe("b1");
    expect(() => fieldsOf(put("0005", 27))).toThrow("the record is not a valid MARC record (ISO 2709)");
    expect(() => fieldsOf(put("00002", 31))).toThrow(
      expect.objectContaining({
        code: "protocol-error",
        hint: 'set the z39.50 option marc to "raw" to get its bytes',
      }),
    );
    expect(fieldsOf(put("00001", 31))[0]?.value).toBe("1");
    expect(() => fieldsOf(put("00024", 12))).toThrow("not a valid MARC record");
    expect(fieldsOf(put("00025", 12))).toEqual([]);
    expect(() => fieldsOf(put("00042", 12))).toThrow("not a valid MARC record");
    expect(() => fieldsOf(put("0", 20))).toThrow("not a valid MARC record");
    expect(() => fieldsOf(put("0", 21))).toThrow("not a valid MARC record");
    expect(() => fieldsOf(put("x", 22))).toThrow("not a valid MARC record");
  });

  it("may repeat bytes in fields, but not more than there are", () => {
    const repeated = (count: number) => {
      const octets = marcOf(Array.from({ length: count }, () => ["001", "x".repeat(99)] as const));
      // Every entry has the position of the first field, and its bytes are there once.
      for (let i = 0; i < count; i++) octets.set(octetsOf("00000"), 24 + 12 * i + 7);
      return octets.subarray(0, 24 + 12 * count + 1 + 100);
    };
    expect(fieldsOf(repeated(1))).toHaveLength(1);
    expect(() => fieldsOf(repeated(2))).toThrow("not a valid MARC record");
  });

  it("keep the bytes that are not UTF-8 of a record that says that it is", () => {
    const content = Uint8Array.of(0x61, 0xe8, 0x75);
    const value = (character: string, syntax = USMARC) =>
      parseMarc(marcOf([["001", content]], { character }), syntax).fields[0]?.value;
    expect(value("a")).toBe("a\udce8u");
    expect(value(" ")).toBe("aü");
    expect(value("a", UNIMARC)).toBe("a\udce8u");
    expect(value(" ", UNIMARC)).toBe("aèu");
  });

  it("have fields that are found by their tag, with subfields by their code", () => {
    const record = parseMarc(MARC_21, USMARC);
    expect(findFields(record, "245").map(({ tag }) => tag)).toEqual(["245"]);
    expect(findFields(record, "26.").map(({ tag }) => tag)).toEqual(["260", "264"]);
    expect(findFields(record, "7.1").map(({ tag }) => tag)).toEqual(["711"]);
    expect(findFields(record, "246")).toEqual([]);
    expect(subfieldsOf(findFields(record, "245")[0]!, "pb")).toEqual(["gulls /", "Part /"]);
    expect(subfieldsOf(findFields(record, "001")[0]!, "")).toEqual([" b1 "]);
  });
});

describe("the characters of MARC-8", () => {
  const table = (first: number, characters: string) =>
    [...characters].map((character, i): [string, string] => [(first + i).toString(16), character]);
  const decoded = (digits: string) =>
    decodeMarc8(Uint8Array.from(Buffer.from(digits.replaceAll(" ", ""), "hex")));

  // Bytes that are not assigned have "\ufffd".
  it.each([
    ...table(0xa1, "ŁØĐÞÆŒʹ·♭®±ƠƯʼ\ufffdʻłøđþæœʺı£ð\ufffdơư\ufffd\ufffd°ℓ℗©♯¿¡ß€"),
    ...table(0x80, "\ufffd".repeat(0x21)),
    ...table(0xc9, "\ufffd".repeat(0x17)),
    ["ff", "\ufffd"],
  ])("%s is %s", (byte, character) => expect(decoded(byte)).toBe(character));

  it.each([
    ["e0", 0x309],
    ["e1", 0x300],
    ["e2", 0x301],
    ["e3", 0x302],
    ["e4", 0x303],
    ["e5", 0x304],
    ["e6", 0x306],
    ["e7", 0x307],
    ["e8", 0x308],
    ["e9", 0x30c],
    ["ea", 0x30a],
    ["eb", 0xfe20],
    ["ec", 0xfe21],
    ["ed", 0x315],
    ["ee", 0x30b],
    ["ef", 0x310],
    ["f0", 0x327],
    ["f1", 0x328],
    ["f2", 0x323],
    ["f3", 0x324],
    ["f4", 0x325],
    ["f5", 0x333],
    ["f6", 0x332],
    ["f7", 0x326],
    ["f8", 0x31c],
    ["f9", 0x32e],
    ["fa", 0xfe22],
    ["fb", 0xfe23],
    ["fe", 0x313],
  ])("%s before a letter is the combining character %i after it", (byte, code) => {
    expect(decoded(`${byte}78`)).toBe(`x${String.fromCharCode(code)}`.normalize("NFC"));
  });

  it.each([
    ["20 61 7e 7f", " a~\x7f"],
    ["00 1f 0a", "\0\x1f\n"],
    ["fc 61 fd", "\ufffda\ufffd"],
    // Escape sequences: another set for what follows, but not for spaces.
    ["1b 28 4e 41 e2 a1 20 21", "\ufffd\ufffd\ufffd \ufffd"],
    ["1b 28 4e 41 1b 28 42 41", "\ufffdA"],
    ["1b 28 4e 41 1b 28 21 45 e2 65", "\ufffdé"],
    ["1b 24 31 41 1b 73 41", "\ufffdA"],
    ["1b 67 61 1b 73 61", "\ufffda"],
    ["1b 42 41", "\ufffd"],
    ["1b 45 41", "\ufffd"],
    ["1b 28 73 41", "\ufffd"],
    // Up to three intermediate bytes.
    ["1b 24 29 21 42 41", "A"],
    ["1b 24 29 21 2c 42 41", "\ufffd\ufffd"],
    ["1b 20 42", "\ufffd"],
    ["1b 2f 42 41", "A"],
    ["1b 30 42", "\ufffd"],
    // An incomplete one.
    ["41 1b", "A"],
    ["41 1b 28", "A"],
    ["41 1b 28 21", "A"],
    ["e2 1b 73 65", "é"],
  ])("%s are %j", (bytes, text) => expect(decoded(bytes)).toBe(text));
});
