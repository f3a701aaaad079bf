import { displayText, type Part } from "anyurl";
import type { RedactedUrl } from "../../packages/cli/src/redacted-url.ts";
import { alignColumns, type Cell, truncateToWidth } from "../../packages/cli/src/render/columns.ts";
import type { Format, Paint } from "../../packages/cli/src/render/style.ts";

/** One-character signs for the parts, because a part may be one character wide. */
const SIGNS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The colors of a URL's parts, in turn. */
const PART_COLORS: readonly Format[] = ["cyan", "magenta", "yellow", "green", "blue", "red"];

/** Minimum number of columns for a drawing. */
const MIN_WIDTH = 20;

/** A column of the drawing: a character of the URL, the bracket below it, and the sign below that. */
interface Column {
  char: string;
  bracket: string;
  sign: string;
  part: number;
}

/**
 * Draws a URL with its parts below it:
 *
 *     ftp://alice@host/a/b.txt;type=a
 *     └┬┘   └─┬─┘ └┬─┘ │ └─┬─┘└──┬──┘
 *      1      2    3   4   5     6
 *
 * A URL wider than `width` is drawn on several lines.
 */
export function drawUrl(
  shown: RedactedUrl,
  parts: readonly Part[],
  paint: Paint,
  width = 98,
): readonly string[] {
  const drawn = [...shown.text].map((char) => ({ char, bracket: " ", sign: " ", part: -1 }));
  parts.forEach((part, i) => {
    draw(drawn, shown.at(part.start), shown.at(part.end), partSign(i), i);
  });
  const lines: string[] = [];
  const step = Math.max(width, MIN_WIDTH);
  for (let from = 0; from < drawn.length; from += step) {
    const row = drawn.slice(from, from + step);
    const line = (what: (column: Column) => string) => lineOf(row, what, paint);
    lines.push(
      line(({ char }) => char),
      line(({ bracket }) => bracket),
      line(({ sign }) => sign),
    );
  }
  return lines;
}

/** Formats one line of the drawing and colors each range of columns that belongs to one part. */
function lineOf(row: readonly Column[], what: (column: Column) => string, paint: Paint): string {
  const text = row.map(what).join("").trimEnd();
  let line = "";
  for (let from = 0, to = 0; from < text.length; from = to) {
    const { part } = row[from]!;
    while (to < text.length && row[to]!.part === part) to++;
    const stretch = text.slice(from, to);
    line += part < 0 ? stretch : paint(partColor(part), stretch);
  }
  return line;
}

/** Returns one line for each part: sign, name, value, meaning, rule. */
export function partLines(parts: readonly Part[], paint: Paint): readonly string[] {
  const rows = parts.map(({ name, value, secret, meaning, cite }, i): readonly Cell[] => {
    const text = secret === true && value !== "" ? "***" : truncateToWidth(displayText(value), 40);
    const sign = partSign(i);
    return [
      { text: sign, painted: paint(partColor(i), sign) },
      { text: displayText(name), painted: paint("bold", displayText(name)) },
      { text: text === "" ? "(empty)" : text },
      { text: displayText(meaning) },
      { text: displayText(cite), painted: paint("dim", displayText(cite)) },
    ];
  });
  return alignColumns(rows);
}

/** Masks the values of all parts that overlap the hidden range. */
export function maskParts(parts: readonly Part[], { hidden: [start, end] }: RedactedUrl): readonly Part[] {
  return parts.map((part) => {
    const overlaps = part.start < end && part.end > start;
    return overlaps || (part.secret === true && part.value !== "") ? { ...part, value: "***" } : part;
  });
}

function draw(drawn: Column[], start: number, end: number, sign: string, part: number): void {
  if (start === end) {
    // An implied part is between two characters, and is drawn only if that column is free.
    while (drawn.length <= start) drawn.push({ char: " ", bracket: " ", sign: " ", part: -1 });
    const column = drawn[start]!;
    if (column.part < 0) Object.assign(column, { bracket: "╵", sign, part });
    return;
  }
  const middle = start + (end - start === 2 ? 0 : Math.floor((end - start - 1) / 2));
  for (let i = start; i < end; i++) {
    const bracket =
      end - start === 1 ? "│" : i === middle ? (i === start ? "├" : "┬") : i === start ? "└" : "─";
    Object.assign(drawn[i]!, { bracket: i === end - 1 && i !== middle ? "┘" : bracket, part });
  }
  drawn[middle]!.sign = sign;
}

function partSign(index: number): string {
  return SIGNS[index] ?? "·";
}

function partColor(index: number) {
  return PART_COLORS[index % PART_COLORS.length]!;
}
