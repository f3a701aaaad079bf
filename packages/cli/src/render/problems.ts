import { displayText, type Problem } from "anyurl";
import { say, sayError } from "../language.ts";
import type { RedactedUrl } from "../redacted-url.ts";
import { drawCaret } from "./caret.ts";
import { wrapToWidth } from "./columns.ts";
import type { Paint } from "./style.ts";

/** Formats each problem: carets below its range, the message, the rule, and the hint. */
export function problemLines(
  shown: RedactedUrl,
  problems: readonly Problem[],
  paint: Paint,
  width?: number,
): readonly string[] {
  const lines: string[] = [];
  let previous: string | undefined;
  for (const { severity, code, message, start, end, hint, cite } of problems) {
    const { line, carets } = drawCaret(shown, start, end, (width ?? 100) - 2);
    if (line !== previous) lines.push(`  ${line}`);
    previous = line;
    const colour = severity === "error" ? "red" : "yellow";
    lines.push(`  ${paint(colour, carets)}`);
    const title = `${say(severity)} ${displayText(code)}`;
    const said = `${displayText(sayError(code, message))} (${displayText(cite)})`;
    lines.push(...titledLines(title, said, (text) => paint(colour, text), width));
    if (hint !== undefined)
      lines.push(...titledLines(say("hint"), displayText(say(hint)), (text) => paint("bold", text), width));
  }
  return lines;
}

/** A title and a text, wrapped and indented. @param first the indent of the first line. */
export function titledLines(
  title: string,
  text: string,
  look: (title: string) => string,
  width = Number.POSITIVE_INFINITY,
  first = INDENT,
): readonly string[] {
  return wrapToWidth(`${title}: ${text}`, width - INDENT.length).map((row, i) => {
    if (i > 0) return INDENT + row;
    return first + (row.startsWith(title) ? look(title) + row.slice(title.length) : row);
  });
}

const INDENT = "  ";
