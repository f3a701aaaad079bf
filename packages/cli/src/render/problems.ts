import { displayText, type Problem } from "anyurl";
import { say, sayError } from "../language.ts";
import type { RedactedUrl } from "../redacted-url.ts";
import { drawCaret } from "./caret.ts";
import type { Paint } from "./style.ts";

/** Formats each problem: carets below its range, the message, the rule, and the hint. */
export function problemLines(
  shown: RedactedUrl,
  problems: readonly Problem[],
  paint: Paint,
  width = 100,
): readonly string[] {
  const lines: string[] = [];
  let previous: string | undefined;
  for (const { severity, code, message, start, end, hint, cite } of problems) {
    const { line, carets } = drawCaret(shown, start, end, width - 2);
    if (line !== previous) lines.push(`  ${line}`);
    previous = line;
    const colour = severity === "error" ? "red" : "yellow";
    lines.push(`  ${paint(colour, carets)}`);
    lines.push(
      `  ${paint(colour, `${say(severity)} ${displayText(code)}`)}: ${displayText(sayError(code, message))} (${displayText(cite)})`,
    );
    if (hint !== undefined) lines.push(`  ${paint("bold", say("hint"))}: ${displayText(say(hint))}`);
  }
  return lines;
}
