import { stringWidth } from "./string-width.ts";

/** How a column is filled; left when nothing is said. */
export type Align = "left" | "right";

/** One cell: its text, and what it looks like when it is painted (colours take no columns). */
export interface Cell {
  readonly text: string;
  readonly painted?: string;
  /** Text that may go on over the columns after it, which are empty then. */
  readonly loose?: boolean;
}

/** Rows as lines: each column as wide as its widest cell, and none where every cell is empty. */
export function alignColumns(
  rows: readonly (readonly Cell[])[],
  aligns: readonly Align[] = [],
  gap = "  ",
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text, loose }, i) => {
      widths[i] = Math.max(widths[i] ?? 0, loose === true ? 0 : stringWidth(text));
    });
  }
  return rows.map((row) =>
    row
      .flatMap(({ text, painted = text, loose }, i) => {
        if (widths[i] === 0 && loose !== true) return [];
        const blank = " ".repeat(Math.max(0, widths[i]! - stringWidth(text)));
        return [aligns[i] === "right" ? blank + painted : painted + blank];
      })
      .join(gap)
      .trimEnd(),
  );
}

/** At most `width` columns of a text; what is left out is "…". */
export function truncateToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  for (const char of text) {
    if (stringWidth(kept + char) > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}
