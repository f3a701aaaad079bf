import { displayText } from "../operations/display.ts";
import type { Problem } from "../syntax/problems.ts";
import { displayWidth, wrapToWidth } from "./display-width.ts";
import type { DisplayRun } from "./explanation.ts";
import type { Paint } from "./paint.ts";
import { toDisplayOffset } from "./secrets.ts";

/** Draws each problem with carets below its range, its message, the rule, and the hint. */
export function drawProblems(
  parts: readonly DisplayRun[],
  problems: readonly Problem[],
  width: number,
  paint: Paint,
): readonly string[] {
  const text = parts.map(({ raw }) => raw).join("");
  const lines: string[] = [];
  let previous: string | undefined;
  for (const { severity, code, message, start, end, hint, cite } of problems) {
    const { line, carets } = drawCarets(
      text,
      toDisplayOffset(parts, start),
      toDisplayOffset(parts, end),
      width,
    );
    if (line !== previous) lines.push(line);
    previous = line;
    const colour = severity === "error" ? "red" : "yellow";
    lines.push(paint(colour, carets));
    const head = `${severity} ${displayText(code)}`;
    const said = wrapToWidth(`${head}: ${displayText(message)} (${displayText(cite)})`, width);
    lines.push(
      ...said.map((row) => (row.startsWith(head) ? paint(colour, head) + row.slice(head.length) : row)),
    );
    if (hint !== undefined) lines.push(...wrapToWidth(`hint: ${displayText(hint)}`, width));
  }
  return lines;
}

/** A line with a text or a part of it, and a line of carets below it. */
interface CaretLines {
  readonly line: string;
  readonly carets: string;
}

/**
 * Points at [start, end) of a text:
 *
 *     gopher://host/1a%0D%0AMAIL
 *                     ^^^
 *
 * An empty range gets one caret.
 */
function drawCarets(text: string, start: number, end: number, width: number): CaretLines {
  const from = avoidSurrogateSplit(text, start);
  const to = Math.max(from, avoidSurrogateSplit(text, end));
  if (text.length < width) {
    const all = window(text, from, to, Number.POSITIVE_INFINITY);
    if (displayWidth(all.line) < width) return all;
  }
  // Wide characters, and escaped controls, take more than one column, so show fewer of them.
  for (let room = width - 2; ; room = room >> 1) {
    const narrower = window(text, from, to, room);
    if (displayWidth(narrower.line) <= width || room === 0) return narrower;
  }
}

/** Returns at most `room` characters around [from, to). */
function window(text: string, from: number, to: number, room: number): CaretLines {
  const [before, after] = [Math.floor(room * 0.4), Math.floor(room * 0.3)];
  const first = avoidSurrogateSplit(text, Math.max(0, from - before));
  const stop = avoidSurrogateSplit(text, room < text.length ? Math.min(to, from + after) : to);
  const last = avoidSurrogateSplit(text, Math.min(text.length, stop + after));
  const head = (first > 0 ? "…" : "") + displayText(text.slice(first, from));
  const marked = displayText(text.slice(from, stop));
  const tail = displayText(text.slice(stop, last)) + (last < text.length ? "…" : "");
  return {
    line: head + marked + tail,
    carets: " ".repeat(displayWidth(head)) + "^".repeat(Math.max(1, displayWidth(marked))),
  };
}

/** Never split a surrogate pair: each half alone would be shown as an escape. */
function avoidSurrogateSplit(text: string, offset: number): number {
  const [high, low] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  const splits = high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return splits ? offset - 1 : offset;
}
