import { describe, expect, it } from "vitest";
import { type ExtractOptions, extract } from "../../src/extract/index.ts";
import { urls } from "./schemes.ts";

/** A text of `length` code units, of a front, a middle again and again, and a back. */
type Shape = readonly [front: string, middle: string, back?: string];

const SHAPES: readonly Shape[] = [
  ["", ":"],
  ["", "http:"],
  ["", "http://"],
  ["", "a:"],
  ["", "<URL:"],
  ["", "<URL:http://"],
  ["", "<URL:http://h.example/ "],
  ["", "<http://"],
  ["", "<http://h.example/-\n"],
  ["<URL:http://h.example/", "-\n"],
  ["<http://h.example/", "a\n"],
  ["<URL:", " ", "http://h.example/>"],
  ["http://h.example/", "("],
  ["http://h.example/", ")"],
  ["", "http://h.example/()))"],
  ["", "(http://h.example/("],
  ["http://h.example/", "."],
  ["", "http://h.example/,."],
  ["http://", "a"],
  ["http://", "a."],
  ["http://", "a@"],
  ["http://", "["],
  ["", "http://[::1],"],
  ["http://h.example/", "%"],
  ["http://h.example/", "#"],
  ["", ",http://:x"],
  ["", ",http://,"],
  ["", "'http://x"],
  ["", "'http://'"],
  ["", '"http://'],
  ["", "“http://h.example/"],
  ["", "“‘«'\"http://x"],
  ["", "mailto:"],
  ["", ",mailto:a"],
  ["", ",mailto:a@b"],
  ["", "URL:"],
  ["", "URL:http:"],
  ["", "URL:http://:x,"],
  ["", "> <URL:http://h.example/\n"],
  ["> > > ", "<URL:\n> > > "],
  ["", "|"],
  ["", "a"],
  ["", "www."],
  ["", ",www.:"],
  ["", "a@"],
  ["", "a.b@"],
  ["", "é:"],
  ["http://h.example/", "é"],
  ["", "\ud800:"],
  ["", "javascript:"],
  ["http://h.example/", "#"],
  ["", "http://h.example/#a#b"],
  ["", "http://h.example/%"],
  ["(", "http://h.example/)"],
  ["", "(http://h.example/a)b"],
  ["http://h.example/", ")a"],
  ["", `${"x ".repeat(4_000)}http://h.example/${")a".repeat(4_000)} `],
  ["http://h.example/", "a;type=&gt"],
  ["", "a.-http:"],
  ["", "\\nhttp:"],
  ["", "//http:"],
  ["/", "/"],
  ["", '"http://['],
  ["", "<javascript:"],
  // Almost a URL for 64 Ki, and then not.
  ["", `http://${"h".repeat(65_536)} `],
  ["", `<http://h.example/${"x ".repeat(4_000)}{`],
  ["", `,http://h.example/${",ftp://h.example/;".repeat(400)}% `],
  ["", `${"<URL:http://h.example/".padEnd(8_000, "-\n")}`],
];

const OPTIONS: readonly ExtractOptions[] = [
  {},
  {
    ...{ guess: { "www.": "http://", "ftp.": "ftp://", "@": "mailto:" }, iri: true, multiline: true },
    ...{ includeInvalid: true, commentLeaders: ["#", "*", "//"], schemes: ["a"] },
  },
];

/** The characters that may be read for each character of the text: a wrapper that is opened again and again costs most. */
const MOST_WORK = 40;

function repeatShape([front, middle, back = ""]: Shape, length: number): string {
  return front + middle.repeat(Math.ceil(length / middle.length)) + back;
}

/** A text that counts the characters that its methods read. */
class CountedText extends String {
  work = 0;
  override charCodeAt(index: number): number {
    this.work++;
    return super.charCodeAt(index);
  }
  override codePointAt(index: number): number | undefined {
    this.work++;
    return super.codePointAt(index);
  }
  override indexOf(needle: string, from = 0): number {
    const at = super.indexOf(needle, from);
    this.work += (at < 0 ? this.length : at) - Math.min(from, this.length) + 1;
    return at;
  }
  override slice(start?: number, end?: number): string {
    const part = super.slice(start, end);
    // What reads the part reads it a few times.
    this.work += 1 + 2 * part.length;
    return part;
  }
  override startsWith(word: string, from?: number): boolean {
    this.work += word.length;
    return super.startsWith(word, from);
  }
}

/** Returns the number of characters read per character of the text. */
function workOf(shape: Shape, length: number, options: ExtractOptions): number {
  const text = new CountedText(repeatShape(shape, length));
  let last = 0;
  for (const { end } of extract(text as unknown as string, urls, options)) last = end;
  expect(last).toBeLessThanOrEqual(text.length);
  expect(text.work).toBeGreaterThan(0);
  return text.work / text.length;
}

describe("the work grows with the length of the text, and not with its square", () => {
  it.each(SHAPES.map((shape) => [JSON.stringify(shape).slice(0, 60), shape] as const))(
    "%s",
    (_name, shape) => {
      for (const options of OPTIONS) {
        const small = workOf(shape, 16_384, options);
        const large = workOf(shape, 131_072, options);
        // Eight times as long. The work for a character would be eight times as much if the text were read again for each.
        expect(large).toBeLessThan(Math.max(small, 8) * 1.5);
        // A text split into parts of quadratic cost would also be linear, so limit the work for a character.
        expect(large).toBeLessThan(MOST_WORK);
      }
    },
  );
});
