import { displayText } from "../operations/display.ts";
import { CanvasLine } from "./canvas.ts";
import type { ExplainedPart } from "./explanation.ts";
import { type Label, layOutLabels } from "./labels.ts";
import { type Color, componentColor, type Paint } from "./paint.ts";

/** Minimum width in columns of a useful drawing. */
const MIN_WIDTH_COLUMNS = 20;

/** A component at its range of the displayed text. Empty if the component is empty. */
interface Mark {
  readonly name: string;
  readonly colour: Color;
  readonly start: number;
  readonly end: number;
}

/**
 * Draws a URL with its components below it:
 *
 *     ftp://ftp.example/pub/readme.txt;type=a
 *     └┬┘   └────┬────┘ └┬┘ └───┬────┘      │
 *      scheme    host    │      name        typecode
 *                        cwds[0]
 *
 * A URL that is wider than `width` takes several rows, broken between parts if possible.
 */
export function drawAnatomy(parts: readonly ExplainedPart[], width: number, paint: Paint): readonly string[] {
  const step = Math.max(width, MIN_WIDTH_COLUMNS);
  const text = parts.map(({ raw }) => raw).join("");
  const marks = findMarks(parts);
  // An empty component at the very end gets an extra column.
  const length = text.length + (marks.at(-1)?.start === text.length ? 1 : 0);
  const lines: string[] = [];
  for (let from = 0, first = 0; from < length; ) {
    while (first < marks.length && marks[first]!.end < from) first++;
    let last = first;
    while (last < marks.length && marks[last]!.start <= from + step) last++;
    const near = marks.slice(first, last);
    const to = findRowEnd(from, length, step, near);
    if (from > 0) lines.push("");
    lines.push(...drawRow(text, near, from, to, step, paint));
    from = to;
  }
  return lines;
}

/** The components at their positions in the displayed text. A URL is ASCII, so each character is one column. */
function findMarks(parts: readonly ExplainedPart[]): readonly Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  for (const { kind, name, raw } of parts) {
    const end = at + raw.length;
    if (kind === "component")
      marks.push({ name: displayText(name), colour: componentColor(marks.length), start: at, end });
    at = end;
  }
  return marks;
}

/** Returns the end of a row: before a component, unless that would leave half of the row empty. */
function findRowEnd(from: number, length: number, step: number, marks: readonly Mark[]): number {
  const full = from + step;
  if (length <= full) return length;
  return marks.reduce((best, { start }) => (start > from + step / 2 && start <= full ? start : best), full);
}

/** Draws the text of [from, to), the brackets below it, and the names below these. */
function drawRow(
  text: string,
  marks: readonly Mark[],
  from: number,
  to: number,
  width: number,
  paint: Paint,
): readonly string[] {
  const [url, brackets] = [new CanvasLine(), new CanvasLine()];
  url.write(0, text.slice(from, to), "dim");
  const drawn: (Label & { readonly colour: Color })[] = [];
  marks.forEach(({ name, colour, start, end }, i) => {
    const [left, right] = [Math.max(start, from), Math.min(end, to)];
    // An empty component uses the column of the delimiter after it, or an extra column at the end.
    const isHidden =
      start === end ? start < from || start >= to || marks[i + 1]?.start === start : left >= right;
    if (isHidden) return;
    const middle = left - from + (right - left === 2 ? 0 : Math.max(0, (right - left - 1) >> 1));
    url.write(left - from, text.slice(left, right), colour);
    brackets.write(left - from, drawBracket(left, right, middle + from, start < from, end > to), colour);
    drawn.push({ text: start < from ? `…${name}` : name, column: middle, colour });
  });
  const names: CanvasLine[] = [];
  for (const { text: name, column, left, row, colour } of layOutLabels(drawn, width)) {
    while (names.length <= row) names.push(new CanvasLine());
    for (let above = 0; above < row; above++) names[above]!.write(column, "│", colour);
    names[row]!.write(left, name, colour);
  }
  return [url, brackets, ...names].map((line) => line.text(paint));
}

/**
 * Draws "└─┬─┘" below [left, right), open at the side where the component continues in another row; "╵" below an empty
 * range.
 */
function drawBracket(
  left: number,
  right: number,
  middle: number,
  opensLeft: boolean,
  opensRight: boolean,
): string {
  if (left === right) return "╵";
  if (right - left === 1 && !opensLeft && !opensRight) return "│";
  let drawn = "";
  for (let i = left; i < right; i++) {
    const isLeft = i === left && !opensLeft;
    const isRight = i === right - 1 && !opensRight;
    if (i === middle) drawn += isLeft ? "├" : isRight ? "┤" : "┬";
    else drawn += isLeft ? "└" : isRight ? "┘" : "─";
  }
  return drawn;
}
