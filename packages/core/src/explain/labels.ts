import { displayWidth, truncateToWidth } from "./display-width.ts";

/** A name to draw below a column. */
export interface Label {
  readonly text: string;
  /** The column of its line. */
  readonly column: number;
}

/** The position of a label: its row, from 0, and its columns, [left, right). */
export interface LabelPosition {
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
