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

function repeatShape([front, middle, back = ""]: Shape, length: number): string {
  return front + middle.repeat(Math.ceil(length / middle.length)) + back;
}

/** Milliseconds, the least of two: what others do on the machine only adds to it. */
function timeOf(text: string, options: ExtractOptions): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2; round++) {
    const start = performance.now();
    let last = 0;
    for (const { end } of extract(text, urls, options)) last = end;
    least = Math.min(least, performance.now() - start);
    expect(last).toBeLessThanOrEqual(text.length);
  }
  return least;
}

describe("the time grows with the length of the text, and not with its square", () => {
  it.each(SHAPES.map((shape) => [JSON.stringify(shape).slice(0, 60), shape] as const))(
    "%s",
    (_name, shape) => {
      for (const options of OPTIONS) {
        const small = timeOf(repeatShape(shape, 32_768), options);
        const large = timeOf(repeatShape(shape, 524_288), options);
        // Sixteen times as long. Its square would be 256; and a machine may be busy.
        expect(large).toBeLessThan(Math.max(small, 4) * 100);
        // A text split into parts of quadratic cost would also be linear, so limit the time: 20 µs per character is too much.
        expect(large).toBeLessThan(10_000);
      }
    },
  );
});
