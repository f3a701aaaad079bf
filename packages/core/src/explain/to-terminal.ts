import { anatomy } from "./anatomy.ts";
import type { Explanation, Refusal } from "./explanation.ts";
import { painter } from "./paint.ts";
import { problemLines } from "./problems.ts";
import { table } from "./table.ts";

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
export function toTerminal(found: Explanation | Refusal, options: TerminalOptions = {}): string {
  const { color = false } = options;
  const width = Math.max(20, options.width ?? 80);
  const paint = painter(color);
  const problems = problemLines(found.parts, found.problems, width, paint);
  const lines = found.ok
    ? [
        ...anatomy(found.parts, width, paint),
        "",
        ...table(found, width, paint),
        ...(problems.length === 0 ? [] : ["", ...problems]),
      ]
    : problems;
  return `${lines.join("\n")}\n`;
}
