import { drawAnatomy } from "./anatomy.ts";
import type { Explanation, RejectedText } from "./explanation.ts";
import { createPainter } from "./paint.ts";
import { drawProblems } from "./problems.ts";
import { drawTable } from "./table.ts";

export interface TerminalOptions {
  /** Columns. Default 80. Below 20, lines can be longer. */
  readonly width?: number;
  /** Default false. */
  readonly color?: boolean;
}

/**
 * Renders an explanation for a terminal: the URL drawn part by part, a table of the meanings, and the warnings; for a
 * text that is not a URL, each problem below its range. Lines end in LF. The only control sequences are colors.
 */
export function toTerminal(found: Explanation | RejectedText, options: TerminalOptions = {}): string {
  const { color = false } = options;
  const width = Math.max(20, options.width ?? 80);
  const paint = createPainter(color);
  const problems = drawProblems(found.parts, found.problems, width, paint);
  const lines = found.ok
    ? [
        ...drawAnatomy(found.parts, width, paint),
        "",
        ...drawTable(found, width, paint),
        ...(problems.length === 0 ? [] : ["", ...problems]),
      ]
    : problems;
  return `${lines.join("\n")}\n`;
}
