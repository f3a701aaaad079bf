import { stringWidth } from "./string-width.ts";

/** The alignment of a column; the default is left. */
export type Align = "left" | "right";

/** One cell of a table. */
export interface Cell {
  readonly text: string;
  /** The whole text with color codes, which take no columns. */
  readonly painted?: string;
  /** Adds color codes to the text, or to a row of a text that is wrapped. */
  readonly look?: (text: string) => string;
  /** The text may extend over the next columns, which are empty then. */
  readonly loose?: boolean;
}

const EMPTY: Cell = { text: "" };

/** Formats rows as lines. Each column is as wide as its widest cell; a column with only empty cells is omitted. */
export function alignColumns(
  rows: readonly (readonly Cell[])[],
  aligns: readonly Align[] = [],
  gap: string = GAP,
): readonly string[] {
  const widths = measureColumns(rows);
  return rows.map((row) =>
    row
      .flatMap((cell, i) => {
        const { text, loose } = cell;
        if (widths[i] === 0 && loose !== true) return [];
        const blank = " ".repeat(Math.max(0, widths[i]! - stringWidth(text)));
        return [aligns[i] === "right" ? blank + paintCell(cell) : paintCell(cell) + blank];
      })
      .join(gap)
      .trimEnd(),
  );
}

const GAP = "  ";

function measureColumns(rows: readonly (readonly Cell[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text, loose }, i) => {
      widths[i] = Math.max(widths[i] ?? 0, loose === true ? 0 : stringWidth(text));
    });
  }
  return widths;
}

function paintCell({ text, look, painted = look?.(text) ?? text }: Cell): string {
  return painted;
}

/** How a table fits into a terminal. */
export interface FitOptions {
  /** Columns of the terminal. `undefined`: lines can have any length, because the output is not a terminal. */
  readonly width: number | undefined;
  /**
   * The index of the column that gives way if the lines are too long. A long text of the first column gets lines of its
   * own, and the other cells follow in the next line. Any other column is wrapped.
   */
  readonly flexible: number;
  readonly aligns?: readonly Align[];
}

/** Minimum widths of a column that gives way: the first one, and any other one. */
const MIN_FIRST_WIDTH = 8;
const MIN_WRAPPED_WIDTH = 20;

/**
 * Formats rows as {@link alignColumns}, in lines that are not longer than a terminal is wide. If one column cannot be
 * wrapped to fit, each row begins a line, and continues in indented lines.
 */
export function fitColumns(rows: readonly (readonly Cell[])[], options: FitOptions): readonly string[] {
  return fitRows(rows, options).flat();
}

/** Returns the lines of each row of {@link fitColumns}. */
export function fitRows(
  rows: readonly (readonly Cell[])[],
  { width, flexible, aligns = [] }: FitOptions,
): readonly (readonly string[])[] {
  const widths = measureColumns(rows);
  const others = widths.reduce(
    (sum, each, i) => (i === flexible || each === 0 ? sum : sum + each + GAP.length),
    0,
  );
  const isLoose = (row: readonly Cell[]) => row.some(({ loose }) => loose);
  const looseWidth = rows.reduce(
    (most, row) => (isLoose(row) ? Math.max(most, measureLoose(row, widths)) : most),
    0,
  );
  if (width === undefined || Math.max(others + (widths[flexible] ?? 0), looseWidth) <= width)
    return alignColumns(rows, aligns).map((line) => [line]);
  const rest = width - others;
  const least = flexible === 0 ? MIN_FIRST_WIDTH : MIN_WRAPPED_WIDTH;
  if (rest < Math.min(least, widths[flexible] ?? 0)) return rows.map((row) => flow(row, width));
  const wrapped = rows.map((row) =>
    isLoose(row)
      ? wrapRow(row, flexible, width)
      : flexible === 0
        ? spillRow(row, rest, width)
        : wrapRow(row, flexible, rest),
  );
  const lines = alignColumns(wrapped.flat(), aligns);
  let end = 0;
  return wrapped.map(({ length }) => {
    end += length;
    return lines.slice(end - length, end);
  });
}

function measureLoose(row: readonly Cell[], widths: readonly number[]): number {
  const at = row.findIndex(({ loose }) => loose);
  const before = widths.slice(0, at).reduce((sum, each) => (each === 0 ? sum : sum + each + GAP.length), 0);
  return before + stringWidth(row[at]!.text);
}

/** Wraps one cell of a row. The other cells are in the first of the resulting rows. */
function wrapRow(row: readonly Cell[], flexible: number, width: number): readonly (readonly Cell[])[] {
  const { painted: _, ...cell } = row[flexible] ?? EMPTY;
  if (stringWidth(cell.text) <= width) return [row];
  return wrapToWidth(cell.text, width).map((text, i) =>
    row.map((other, j) => (j === flexible ? { ...cell, text } : i === 0 ? other : EMPTY)),
  );
}

/** Gives a long first cell lines of its own. */
function spillRow(row: readonly Cell[], limit: number, width: number): readonly (readonly Cell[])[] {
  const [first = EMPTY, ...others] = row;
  if (stringWidth(first.text) <= limit) return [row];
  const blank = others.map(() => EMPTY);
  const spilled = wrapRow([{ ...first, loose: true }, ...blank], 0, width);
  return others.every(({ text }) => text === "") ? spilled : [...spilled, [EMPTY, ...others]];
}

const FLOW_INDENT = "    ";

/** Writes the cells of a row one after the other; what does not fit goes to the next line, which is indented. */
function flow(row: readonly Cell[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const cell of row) {
    if (cell.text === "") continue;
    const needed = stringWidth(cell.text) + (used === 0 ? 0 : GAP.length);
    if (used > 0 && used + needed <= width) {
      line += GAP + paintCell(cell);
      used += needed;
      continue;
    }
    if (used > 0) lines.push(line);
    const indent = used === 0 ? "" : FLOW_INDENT;
    const parts = wrapToWidth(cell.text, width - FLOW_INDENT.length);
    const { look = (text: string) => text } = cell;
    const painted = parts.length === 1 ? [paintCell(cell)] : parts.map(look);
    const drawn = painted.map((text, i) => (i === 0 ? indent : FLOW_INDENT) + text);
    line = drawn.pop()!;
    lines.push(...drawn);
    used = stringWidth(parts.at(-1)!) + (drawn.length > 0 ? FLOW_INDENT : indent).length;
  }
  return used === 0 ? lines : [...lines, line];
}

/** Wraps a text into rows of at most `width` columns, between words if possible. */
export function wrapToWidth(text: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row: string | undefined;
  for (let word of text.split(" ")) {
    const longer: string = row === undefined ? word : `${row} ${word}`;
    if (stringWidth(longer) <= width) {
      row = longer;
      continue;
    }
    if (row !== undefined && row !== "") rows.push(row);
    while (stringWidth(word) > width) {
      const part = takeWidth(word, width);
      rows.push(part);
      word = word.slice(part.length);
    }
    row = word;
  }
  return row === undefined || (row === "" && rows.length > 0) ? rows : [...rows, row];
}

/** Returns the beginning of a text that fits into `width` columns: at least one character. */
function takeWidth(text: string, width: number): string {
  let taken = "";
  for (const char of text) {
    if (taken !== "" && stringWidth(taken + char) > width) break;
    taken += char;
  }
  return taken;
}

/** Truncates a text to `width` columns; "…" marks the omission. */
export function truncateToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  for (const char of text) {
    if (stringWidth(kept + char) > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}
