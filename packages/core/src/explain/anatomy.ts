import { displayText } from "../operations/display.ts";
import type { ExplainedPart } from "./explanation.ts";
import { type Color, componentColor, displayWidth, type Paint, truncateToWidth } from "./terminal-text.ts";

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
  const text = parts.map(({ raw }) => raw).join("");
  const marks = findMarks(parts);
  // An empty component at the very end gets an extra column.
  const length = text.length + (marks.at(-1)?.start === text.length ? 1 : 0);
  const lines: string[] = [];
  for (let from = 0, first = 0; from < length; ) {
    while (first < marks.length && marks[first]!.end < from) first++;
    let last = first;
    while (last < marks.length && marks[last]!.start <= from + width) last++;
    const near = marks.slice(first, last);
    const to = findRowEnd(from, length, width, near);
    if (from > 0) lines.push("");
    lines.push(...drawRow(text, near, from, to, width, paint));
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
function findRowEnd(from: number, length: number, width: number, marks: readonly Mark[]): number {
  const full = from + width;
  if (length <= full) return length;
  return marks.reduce((best, { start }) => (start > from + width / 2 && start <= full ? start : best), full);
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

/** A name to draw below a column. */
interface Label {
  readonly text: string;
  /** The column of its line. */
  readonly column: number;
}

/** The position of a label: its row, from 0, and its columns, [left, right). */
interface LabelPosition {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Lays out labels, given from left to right, so that no label overlaps another one or a vertical line to one. A label
 * begins below its line; the further left, the lower. A label that would exceed `width` ends below its line instead,
 * and there the order is reversed.
 *
 *     │      │   │      │
 *     scheme │   name   │
 *            cwds[0]    │
 *                typecode
 */
export function layOutLabels<T extends Label>(
  labels: readonly T[],
  width: number,
): readonly (T & LabelPosition)[] {
  const first = findFirstMirrored(labels, width);
  const hung: (T & LabelPosition)[] = [];
  const place = (label: T, mirrored: boolean): void => {
    const { column } = label;
    const text = mirrored ? truncateToWidth(label.text, column + 1) : label.text;
    const left = mirrored ? column + 1 - displayWidth(text) : column;
    const right = left + displayWidth(text);
    const above = hung.filter((each) => left <= each.right && each.left <= right);
    const row = above.reduce((lowest, each) => Math.max(lowest, each.row), -1) + 1;
    hung.push({ ...label, text, left, right, row });
  };
  for (const label of labels.slice(0, first).reverse()) place(label, false);
  for (const label of labels.slice(first)) place(label, true);
  return hung;
}

/**
 * From this label on, each ends below its line: it has no room at its right, or would cross the line of a label that
 * has none.
 */
function findFirstMirrored(labels: readonly Label[], width: number): number {
  let first = labels.length;
  for (let i = labels.length - 1; i >= 0; i--) {
    const { text, column } = labels[i]!;
    const right = column + displayWidth(text);
    if (right > width || right >= (labels[first]?.column ?? right + 1)) first = i;
  }
  return first;
}

/** The content of one column: "" in the second column of a wide character. */
interface Cell {
  readonly text: string;
  readonly colour: Color | undefined;
}

const BLANK: Cell = { text: " ", colour: undefined };

/** A line of a terminal that can be written in any order, column by column. */
class CanvasLine {
  readonly #cells: Cell[] = [];

  /** Writes `text` from a column on, over existing content. */
  write(column: number, text: string, colour: Color | undefined): void {
    let at = column;
    for (const char of text) {
      const own = displayWidth(char);
      while (this.#cells.length < at + own) this.#cells.push(BLANK);
      if (own === 0 && at > 0)
        this.#cells[at - 1] = { text: (this.#cells[at - 1]?.text ?? "") + char, colour };
      for (let i = 0; i < own; i++) this.#cells[at + i] = { text: i === 0 ? char : "", colour };
      at += own;
    }
  }

  /** Returns the line without trailing spaces. Each run of one color is painted at once. */
  text(paint: Paint): string {
    let end = this.#cells.length;
    while (end > 0 && this.#cells[end - 1]!.text === " ") end--;
    let line = "";
    for (let from = 0, to = 0; from < end; from = to) {
      const { colour } = this.#cells[from]!;
      let stretch = "";
      while (to < end && this.#cells[to]!.colour === colour) stretch += this.#cells[to++]!.text;
      line += colour === undefined ? stretch : paint(colour, stretch);
    }
    return line;
  }
}
