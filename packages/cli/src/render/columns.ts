import { stringWidth } from "./string-width.ts";

/** The alignment of a column; the default is left. */
export type Align = "left" | "right";

/** One cell: its text, and the text with color codes (which take no columns). */
export interface Cell {
  readonly text: string;
  readonly painted?: string;
  /** The text may extend over the next columns, which are empty then. */
  readonly loose?: boolean;
}

/** Formats rows as lines. Each column is as wide as its widest cell; a column with only empty cells is omitted. */
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
