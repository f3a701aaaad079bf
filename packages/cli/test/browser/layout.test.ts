import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLine } from "../../src/browser/draw.ts";
import { layOut } from "../../src/browser/layout.ts";
import type { Block, Link, Page } from "../../src/browser/page.ts";
import { stringWidth } from "../../src/render/string-width.ts";

const URL: Link = { is: "url", url: "ftp://h.example/" };

function page(blocks: readonly Block[], links: readonly Link[] = []): Page {
  return { title: "", url: undefined, blocks, links, forms: [] };
}

function lines(blocks: readonly Block[], width: number, links: readonly Link[] = []): readonly string[] {
  return layOut(page(blocks, links), { width }).lines.map(formatLine);
}

describe("the layout of a page", () => {
  const anyBlock: fc.Arbitrary<Block> = fc.oneof(
    fc.record({
      is: fc.constant("paragraph" as const),
      spans: fc.array(fc.record({ text: anyUnicode(), link: fc.constantFrom(0, 1) }), { maxLength: 4 }),
      indent: fc.nat(200),
      marker: fc.constantFrom("*", "100."),
      gap: fc.boolean(),
    }),
    fc.record({
      is: fc.constant("verbatim" as const),
      spans: fc.array(fc.record({ text: anyUnicode(), link: fc.constantFrom(0, 1) }), { maxLength: 4 }),
      besideEntries: fc.boolean(),
    }),
    fc.record({
      is: fc.constant("entry" as const),
      name: fc.record({ text: anyUnicode(), link: fc.constantFrom(0, 1) }),
      details: fc.array(anyUnicode(), { maxLength: 3 }),
    }),
  );

  it("has no line that is wider than the terminal, and no character that controls it", () => {
    fc.assert(
      fc.property(
        fc.array(anyBlock, { maxLength: 4 }),
        fc.integer({ min: 10, max: 100 }),
        (blocks, width) => {
          const { lines: all, linkLines } = layOut(page(blocks, [URL, URL]), { width });
          for (const runs of all) {
            const text = runs.map((run) => run.text).join("");
            expect(stringWidth(text)).toBeLessThanOrEqual(width);
            expect(text).not.toMatch(/[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
          }
          for (const at of linkLines) if (at !== undefined) expect(at).toBeLessThan(all.length);
        },
      ),
    );
  });

  it.each(["\x1b[2J", "\x1b]0;t\x07", "\x9b2J", "\u202etxt", "a\rb", "\x1b_Gi=1\x1b\\"])(
    "shows %j of a server as text in every block",
    (evil) => {
      const blocks: readonly Block[] = [
        { is: "paragraph", spans: [{ text: evil }], marker: evil },
        { is: "verbatim", spans: [{ text: evil }] },
        { is: "entry", name: { text: evil, link: 0 }, details: [evil] },
        { is: "picture", bytes: new Uint8Array(), mediaType: evil, text: evil },
      ];
      const text = lines(blocks, 60, [URL]).join("\n");
      expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    },
  );

  it("numbers each link once, where it begins, and says on which line it is", () => {
    const spans = [
      { text: "see " },
      { text: "the first", link: 0 },
      { text: " and ", link: 0 },
      { text: "the second", link: 1 },
    ];
    const found = layOut(page([{ is: "paragraph", spans }], [URL, URL]), { width: 24 });
    expect(found.lines.map(formatLine)).toEqual(["see [1]the first and", "[2]the second"]);
    expect(found.linkLines).toEqual([0, 1]);
  });

  it("wraps words, and breaks a word that is longer than a line", () => {
    const spans = [{ text: "a few  words\nand abcdefghijklmnop" }];
    expect(lines([{ is: "paragraph", spans }], 10)).toEqual(["a few", "words and", "abcdefghij", "klmnop"]);
  });

  it("does not split a wide character or a sequence of code points", () => {
    expect(lines([{ is: "verbatim", spans: [{ text: "123456789海e\u0301" }] }], 10)).toEqual([
      "123456789",
      "海e\u0301",
    ]);
  });

  it("keeps blanks and line ends of a text, and wraps its long lines at a blank", () => {
    const text = "  art  /\\\n\nabcdef ghijkl\n";
    expect(lines([{ is: "verbatim", spans: [{ text }] }], 10)).toEqual([
      "  art  /\\",
      "",
      "abcdef",
      "ghijkl",
    ]);
  });

  it("keeps the number of a link with its text", () => {
    const spans = [{ text: "go to " }, { text: "ftp://h/", link: 0 }];
    expect(lines([{ is: "verbatim", spans }], 12, [URL])).toEqual(["go to", "[1]ftp://h/"]);
  });

  it.each([
    [40, ["  1 name.txt                    12 bytes"]],
    [22, ["  1 name.txt  12 bytes"]],
    [20, ["  1 name.txt", "    12 bytes"]],
  ])(
    "puts metadata beside the name at %i columns if there is space, and below otherwise",
    (width, expected) => {
      const entry: Block = { is: "entry", name: { text: "name.txt", link: 0 }, details: ["12 bytes"] };
      const links = Array.from({ length: 10 }, () => URL);
      expect(lines([entry], width, links)).toEqual(expected);
    },
  );

  it("puts an empty line before a block that has a gap, but not at the top", () => {
    const block: Block = { is: "paragraph", gap: true, spans: [{ text: "x" }] };
    expect(lines([block, block], 20)).toEqual(["x", "", "x"]);
  });

  it("shows the values of fields", () => {
    const fields = [
      { kind: "text", name: "q", label: "Words", value: "sea" },
      { kind: "secret", name: "p", label: "", value: "x" },
      { kind: "checkbox", name: "c", label: "all", value: "1", isChecked: true },
      { kind: "choice", name: "s", label: "", value: "b", choices: [{ value: "b", label: "Blue" }] },
      { kind: "button", name: "", label: "Go", value: "" },
    ] as const;
    const links = fields.map((_, field): Link => ({ is: "field", form: 0, field }));
    const blocks = fields.map((_, link): Block => ({ is: "paragraph", spans: [{ text: "", link }] }));
    const shown = { ...page(blocks, links), forms: [{ fields, action: { is: "search" } as const }] };
    expect(layOut(shown, { width: 40 }).lines.map(formatLine)).toEqual([
      ...["[1]Words [sea]", "[2][****]", "[3][x] all", "[4]{Blue}", "[5]< Go >"],
    ]);
  });

  it("leaves lines for a picture, with its description below", () => {
    const picture: Block = {
      is: "picture",
      bytes: Uint8Array.of(1),
      mediaType: "image/png",
      text: "sea.png",
    };
    const found = layOut(page([picture]), { width: 20, pictureRows: 3 });
    expect(found.lines.map(formatLine)).toEqual(["", "", "", "sea.png"]);
    expect(found.pictures).toEqual([{ line: 0, block: picture }]);
    expect(lines([picture], 20)).toEqual(["sea.png"]);
  });
});
