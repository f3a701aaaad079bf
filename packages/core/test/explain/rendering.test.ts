import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutLabels } from "../../src/explain/anatomy.ts";
import {
  type Explanation,
  explain,
  explainText,
  toHtml,
  toJson,
  toTerminal,
} from "../../src/explain/index.ts";
import { displayWidth, truncateToWidth, wrapToWidth } from "../../src/explain/terminal-text.ts";
import { displayText, type Part, type Url } from "../../src/index.ts";
import { anyText, urlText } from "../syntax/text.ts";
import { describeLetter, registryWith } from "./letter.ts";

const urls = registryWith();
const HOSTILE = "<b onclick='x'>\u202e\x1b[2J\"&海";
/** A scheme whose texts are all hostile. */
const hostile = registryWith((url: Url): readonly Part[] =>
  describeLetter(url).map((part) => ({
    ...part,
    name: HOSTILE + part.name,
    meaning: HOSTILE,
    cite: HOSTILE,
  })),
);
const LIVE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udbff](?![\udc00-\udfff])/;

describe("toTerminal", () => {
  it("draws the URL, the names below it, and a line for each part", () => {
    expect(toTerminal(explain("letter://h/b%2Fc;case=x", urls))).toBe(`letter://h/b%2Fc;case=x
└─┬──┘   │ │└┬─┘      │
  scheme │ │ rest     case
         │ letter
         host

scheme  letter  how to read the rest                   RFC 3986 §3.1
://             ends the scheme; an authority follows  RFC 3986 §3.2
host    h       a host name                            RFC 3986 §3.2.2
/               ends the authority                     RFC 1738 §3.1
letter  b       what letter says                       RFC 1738 §4
rest    /c      what rest says                         RFC 1738 §4
  %2F   /       a "/" that is data, not a delimiter    RFC 3986 §2.2
;case=          begins case                            RFC 1738 §4
case    x       what case says                         RFC 1738 §4
(port)  1234    the scheme's default port              RFC 3986 §3.2.3
`);
  });

  it("has no empty line in a narrow table for a value that is a space", () => {
    const drawn = toTerminal(explain("http://h/a%20b", urls), { width: 40 });
    expect(drawn).toMatch(/^ {2}%20 +a space$/m);
    expect(drawn.slice(drawn.indexOf("scheme  ")).trimEnd()).not.toMatch(/^\s*\n/m);
  });

  it("draws carets below each problem of an invalid URL, also after wide characters", () => {
    expect(toTerminal(explainText("http://u:pw@h/海 x"))).toBe(`http://u:***@h/海 x
               ^^
error illegal-character: U+6D77 is not allowed in the path (RFC 3986 §2)
hint: percent-encode it as "%E6%B5%B7"
                 ^
error illegal-character: a space is not allowed in the path (RFC 3986 §2)
hint: write it as "%20"
`);
  });

  it("wraps a long URL between its parts, and names each row of a part that is longer", () => {
    const drawn = toTerminal(explain(`http://h/a?${"q".repeat(50)}`), { width: 40 }).split("\n");
    expect(drawn.slice(0, 11)).toEqual([
      `http://h/a?${"q".repeat(29)}`,
      "└┬─┘   │├┘ └─────────────┬──────────────",
      " │     │path             query",
      " │     host",
      " scheme",
      "",
      "q".repeat(21),
      "──────────┬─────────┘",
      "          …query",
      "",
      "scheme  http",
    ]);
  });

  it("never exceeds the width for any URL", () => {
    fc.assert(
      fc.property(urlText, fc.integer({ min: 20, max: 130 }), (text, width) => {
        for (const line of toTerminal(explainText(text, urls), { width }).split("\n"))
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 1_000 },
    );
  });

  it("shows in its first lines the whole URL, and below each component its name", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const found = explainText(text, urls);
        if (!found.ok) return;
        const lines = toTerminal(found, { width: 500 }).split("\n");
        expect(lines[0]).toBe(found.url);
        expectNamed(found, lines.slice(1, lines.indexOf("")));
      }),
      { numRuns: 2_000 },
    );
  });

  it("uses color only if the option is set", () => {
    const found = explain("letter://u:pw@h/b", urls);
    expect(toTerminal(found)).not.toContain("\x1b");
    const coloured = toTerminal(found, { color: true });
    expect(coloured).toContain("\x1b[36mletter\x1b[0m");
    expect(coloured.replace(/\x1b\[\d+m/g, "")).toBe(toTerminal(found));
  });

  it("lets nothing act on a terminal", () => {
    fc.assert(
      fc.property(anyText, (text) => void expect(toTerminal(explainText(text, urls))).not.toMatch(LIVE)),
      { numRuns: 2_000 },
    );
    expect(toTerminal(explain("letter://h/%1B%E2%80%AE", hostile))).not.toMatch(LIVE);
  });

  it("shows each kind of escape once, and not more than eight kinds of a part", () => {
    const many = Array.from({ length: 20 }, (_, i) => `%${(16 + i).toString(16)}`).join("");
    const lines = toTerminal(explain(`x:${many}${many}`), { width: 200 }).split("\n");
    expect(lines.filter((line) => line.startsWith("  %"))).toHaveLength(7);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}… +13 more$/));
  });

  it("takes time that grows with the length, not with its square", { timeout: 60_000 }, () => {
    const found = explainText(`letter://h/${"%2F".repeat(10_000)}`, urls);
    expect(toTerminal(found).length).toBeGreaterThan(30_000);
    const many = registryWith((url) =>
      Array.from({ length: 30_000 }, (_, i) => ({
        ...describeLetter(url)[0]!,
        name: `p${i}`,
        start: i,
        end: i + 1,
      })),
    );
    expect(toTerminal(explainText(`letter:${"x".repeat(29_993)}`, many)).split("\n").length).toBeGreaterThan(
      30_000,
    );
  });
});

/** Follows the line from each bracket down to a name. */
function expectNamed({ parts }: Explanation, [brackets = "", ...below]: readonly string[]): void {
  let at = 0;
  for (const { kind, name, raw } of parts) {
    const own = brackets.slice(at, at + Math.max(1, raw.length));
    if (kind === "component" && raw !== "") expect(own).toMatch(/^(?:│|├┘|└─*┬─*┘)$/);
    // An empty component shares its column with the next part if that is a component, too.
    if (kind === "component" && (raw !== "" || own === "╵")) {
      const column = at + own.search(/[│├┬╵]/);
      const end = below.find((line) => line[column] !== "│");
      expect(end?.slice(column, column + name.length)).toBe(name);
    }
    at += raw.length;
  }
}

describe("layOutLabels", () => {
  const labels = fc
    .array(fc.tuple(fc.nat({ max: 79 }), fc.integer({ min: 1, max: 12 })), { maxLength: 14 })
    .map((each) =>
      [...new Map(each)].sort(([a], [b]) => a - b).map(([column, n]) => ({ column, text: "x".repeat(n) })),
    );

  it("puts no label on another, nor on a line that comes down to one, nor past the edge", () => {
    fc.assert(
      fc.property(labels, (given) => {
        const hung = layOutLabels(given, 80);
        expect(hung).toHaveLength(given.length);
        const taken = new Set<string>();
        const take = (row: number, column: number) => {
          expect(column).toBeGreaterThanOrEqual(0);
          expect(column).toBeLessThan(80);
          expect(taken.has(`${row}:${column}`)).toBe(false);
          taken.add(`${row}:${column}`);
        };
        for (const { row, left, right, column } of hung) {
          expect(column >= left && column < right).toBe(true);
          for (let i = left; i < right; i++) take(row, i);
          for (let above = 0; above < row; above++) take(above, column);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the width of text in a terminal", () => {
  it.each([
    ["abc", 3],
    ["海", 2],
    ["é", 1],
    ["e\u0301", 1],
    ["😀", 2],
    ["한글", 4],
    ["ｆ", 2],
    ["│", 1],
  ])("%s takes %d columns", (text, columns) => void expect(displayWidth(text)).toBe(columns));

  it.each([
    [0x1100, 0x115f],
    [0x2e80, 0x303e],
    [0x3041, 0xa4cf],
    [0xa960, 0xa97f],
    [0xac00, 0xd7a3],
    [0xf900, 0xfaff],
    [0xfe30, 0xfe6f],
    [0xff01, 0xff60],
    [0xffe0, 0xffe6],
    [0x16fe0, 0x1b2ff],
    [0x20000, 0x3fffd],
  ])(
    "is two columns for each of U+%x to U+%x (UAX #11), and not for the characters next to them",
    (first, last) => {
      const widths = [first - 1, first, last, last + 1].map((code) =>
        displayWidth(String.fromCodePoint(code)),
      );
      expect(widths.slice(1, 3)).toEqual([2, 2]);
      expect(Math.max(widths[0]!, widths[3]!)).toBe(1);
    },
  );

  it("is zero for a combining character", () => {
    expect([0x2ff, 0x300, 0x36f, 0x370].map((code) => displayWidth(String.fromCodePoint(code)))).toEqual([
      ...[1, 0, 0, 1],
    ]);
  });

  it.each<[text: string, width: number, rows: readonly string[]]>([
    ["a  b", 2, ["a", "b"]],
    [" ab", 2, [" a", "b"]],
    ["ab cd", 5, ["ab cd"]],
    ["ab cd", 4, ["ab", "cd"]],
    ["ab cd", 2, ["ab", "cd"]],
    ["a b c", 3, ["a b", "c"]],
    ["aa bbb", 3, ["aa", "bbb"]],
    ["a bb c", 4, ["a bb", "c"]],
    ["abc d", 3, ["abc", "d"]],
    [" a b", 3, [" a", "b"]],
    ["a ", 1, ["a"]],
    ["  ", 1, [""]],
    ["海海", 3, ["海", "海"]],
    ["海", 1, ["海"]],
    ["ab  cd", 3, ["ab", "cd"]],
    ["e\u0301e\u0301", 1, ["e\u0301", "e\u0301"]],
  ])("wraps %j to %d columns", (text, width, rows) => {
    expect(wrapToWidth(text, width)).toEqual(rows);
  });

  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["海海", 3, "海…"],
    ["海海", 2, "…"],
    ["ab", 1, "…"],
    ["ab cd", 4, "ab…"],
    ["", 0, ""],
  ])("truncates %j to %d columns", (text, width, shown) => {
    expect(truncateToWidth(text, width)).toBe(shown);
  });

  it("breaks text between words, and keeps every character of it", () => {
    expect(wrapToWidth("an empty segment: CWD", 10)).toEqual(["an empty", "segment:", "CWD"]);
    expect(wrapToWidth("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrapToWidth("", 3)).toEqual([""]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "bc", " ", "海") }),
        fc.integer({ min: 2, max: 9 }),
        (text, width) => {
          const broken = wrapToWidth(text, width);
          expect(broken.every((row) => displayWidth(row) <= width)).toBe(true);
          expect(broken.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
          expect(displayWidth(truncateToWidth(text, width))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe("toJson", () => {
  it("is plain data with the same keys, whatever the URL", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const data = toJson(explainText(text, urls));
        expect(JSON.parse(JSON.stringify(data))).toEqual(data);
        if (!data.ok) return void expect(Object.keys(data)).toEqual(["ok", "url", "problems"]);
        expect(Object.keys(data)).toEqual(["ok", "url", "scheme", "parts", "implied", "problems"]);
        for (const part of data["parts"] as readonly object[]) {
          expect(Object.keys(part)).toEqual([
            ...["kind", "name", "start", "end", "raw", "value", "secret", "meaning", "cite", "escapes"],
          ]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps invalid bytes and escapes characters that change the display", () => {
    const [, , path] = toJson(explain("x:%E2%80%AE%FF"))["parts"] as readonly {
      value: string;
      escapes: unknown[];
    }[];
    expect(path).toMatchObject({
      value: "\\u202e\\xff",
      escapes: [{ octets: [0xe2, 0x80, 0xae], text: "\\u202e" }, { octets: [0xff] }],
    });
    expect(JSON.stringify(toJson(explain("letter://h/%1B", hostile)))).not.toMatch(LIVE);
  });
});

describe("toHtml", () => {
  const TAG = /^<(\/?)(figure|code|span|dl|dt|dd|div|bdi|ul|li|cite|strong)((?: [a-z-]+(?:="[^"<>]*")?)*)>/;

  /** Every "<" and "&" is this module's own, and every element is closed. */
  function expectWellFormed(html: string): void {
    const open: string[] = [];
    for (let rest = html; rest !== ""; ) {
      if (rest.startsWith("<")) {
        const [tag, close, name] = TAG.exec(rest) ?? [];
        expect(tag, rest.slice(0, 80)).toBeDefined();
        if (close === "/") expect(open.pop()).toBe(name);
        else open.push(name!);
        rest = rest.slice(tag!.length);
      } else {
        const text = /^[^<>]+/.exec(rest)![0];
        expect(text.replace(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toMatch(/[&"']/);
        rest = rest.slice(text.length);
      }
    }
    expect(open).toEqual([]);
  }

  it("is well-formed, without script and style, whatever stands in the text and in the words of a scheme", () => {
    const texts = fc.oneof(
      anyText,
      urlText,
      fc.constantFrom(HOSTILE, `http://${HOSTILE}/`, "letter://h/<script>"),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(urls, hostile), (text, registry) => {
        const html = toHtml(explainText(text, registry));
        expectWellFormed(html);
        expect(html).not.toMatch(/<script|<style| style=| on[a-z]+="/);
        expect(html).not.toMatch(LIVE);
      }),
      { numRuns: 2_000 },
    );
    expectWellFormed(toHtml(explain("letter://h/%3Cb%3E", hostile)));
  });

  it("has the URL in spans, and a list of the parts for those who cannot see them", () => {
    const html = toHtml(explain("letter://h/b%2F", urls));
    expect(html).toContain('<figure class="anyurl" aria-label="The parts of letter://h/b%2F">');
    expect(html).toContain(
      '<span data-part="rest" data-kind="component" title="rest &quot;/&quot;: what rest says">' +
        '<span data-escape title="a &quot;/&quot; that is data, not a delimiter">%2F</span></span>',
    );
    expect(html).toContain(
      "<dt>letter</dt><dd><code><bdi>b</bdi></code> what letter says <cite>RFC 1738 §4</cite></dd>",
    );
    expect(html).toContain(
      "<dt>port</dt><dd><code><bdi>1234</bdi></code> the scheme&#39;s default port, not written",
    );
  });

  it("shows the text of the URL and nothing else in its spans", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const found = explainText(text, urls);
        const code = /<code class="anyurl-url"[^>]*>(.*?)<\/code>/s.exec(toHtml(found))![1]!;
        const shown = code
          .replace(/<[^>]*>/g, "")
          .replaceAll("&#39;", "'")
          .replaceAll("&amp;", "&");
        expect(shown).toBe(displayText(found.url));
      }),
      { numRuns: 1_000 },
    );
  });
});
