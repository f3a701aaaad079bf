import { columnsOf, cut } from "./columns.ts";

/** A name that hangs below a column. */
export interface Label {
  readonly text: string;
  /** Where the line comes down. */
  readonly column: number;
}

/** Where a label goes: its row, from 0, and its columns, [left, right). */
export interface Place {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Hangs labels, given from left to right, so that no label lies on another or on a line that comes down to
 * one. A label begins below its line, and lower the further left it is; one that would go past `width` ends
 * below its line, and then it is the other way round.
 *
 *     │      │   │      │
 *     scheme │   name   │
 *            cwds[0]    │
 *                typecode
 */
export function hang<T extends Label>(labels: readonly T[], width: number): readonly (T & Place)[] {
  const first = firstMirrored(labels, width);
  const hung: (T & Place)[] = [];
  const place = (label: T, mirrored: boolean): void => {
    const { column } = label;
    const text = mirrored ? cut(label.text, column + 1) : label.text;
    const left = mirrored ? column + 1 - columnsOf(text) : column;
    const right = left + columnsOf(text);
    const above = hung.filter((each) => left <= each.right && each.left <= right);
    const row = above.reduce((lowest, each) => Math.max(lowest, each.row), -1) + 1;
    hung.push({ ...label, text, left, right, row });
  };
  for (const label of labels.slice(0, first).reverse()) place(label, false);
  for (const label of labels.slice(first)) place(label, true);
  return hung;
}

/**
 * From this label on, each ends below its line: it has no room to its right, or would meet the line of one
 * that has none.
 */
function firstMirrored(labels: readonly Label[], width: number): number {
  let first = labels.length;
  for (let i = labels.length - 1; i >= 0; i--) {
    const { text, column } = labels[i]!;
    const right = column + columnsOf(text);
    if (right > width || right >= (labels[first]?.column ?? right + 1)) first = i;
  }
  return first;
}
