import { alignColumns, type Cell, wrapToWidth } from "./columns.ts";
import { stringWidth } from "./string-width.ts";

const GAP = "  ";

/** Lays out cells in as many columns as fit, down and then across. */
export function drawGrid(cells: readonly Cell[], width: number): readonly string[] {
  const sizes = cells.map(({ text }) => stringWidth(text));
  const most = Math.max(1, Math.min(cells.length, Math.floor((width + GAP.length) / (1 + GAP.length))));
  for (let columns = most; columns > 1; columns--) {
    const height = Math.ceil(cells.length / columns);
    if (gridWidth(sizes, height) <= width) return alignColumns(toRows(cells, height), [], GAP);
  }
  return cells.flatMap(({ text, look = (part) => part }) => wrapToWidth(text, width).map(look));
}

function gridWidth(sizes: readonly number[], height: number): number {
  let sum = -GAP.length;
  for (let at = 0; at < sizes.length; at += height)
    sum += GAP.length + sizes.slice(at, at + height).reduce((most, each) => Math.max(most, each), 0);
  return sum;
}

function toRows(cells: readonly Cell[], height: number): readonly (readonly Cell[])[] {
  const rows = Array.from({ length: height }, (): Cell[] => []);
  for (const [i, cell] of cells.entries()) rows[i % height]!.push(cell);
  return rows;
}
