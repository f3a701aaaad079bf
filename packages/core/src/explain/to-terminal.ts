import { displayText } from "../operations/display.ts";
import type { Problem } from "../syntax/problems.ts";
import { drawAnatomy } from "./anatomy.ts";
import {
  type DisplayRun,
  type ExplainedEscape,
  type ExplainedPart,
  type Explanation,
  type RejectedText,
  toDisplayOffset,
} from "./explanation.ts";
import {
  type Color,
  componentColor,
  createPainter,
  displayWidth,
  type Paint,
  padToWidth,
  wrapToWidth,
} from "./terminal-text.ts";

export interface TerminalOptions {
  /** Columns. Default 80. Below 20, lines can be longer. */
  readonly width?: number;
  /** Default false: no colors. */
  readonly color?: boolean;
  /** Colors a text for the terminal at hand. Default: the first 16 colors, with `color`. */
  readonly paint?: Paint;
  /** Translates the meanings, messages, and hints. Default: they stay English. */
  readonly say?: (english: string) => string;
}

/**
 * Renders an explanation for a terminal: the URL drawn part by part, a table of the meanings, and the warnings; for a
 * text that is not a URL, each problem below its range. Lines end in LF. The only control sequences are colors.
 */
export function toTerminal(found: Explanation | RejectedText, options: TerminalOptions = {}): string {
  const { color = false, paint = createPainter(color), say = (english) => english } = options;
  const width = Math.max(20, options.width ?? 80);
  const problems = drawProblems(found.parts, found.problems, width, paint, say);
  const lines = found.ok
    ? [
        ...drawAnatomy(found.parts, width, paint),
        "",
        ...drawTable(found, width, paint, say),
        ...(problems.length === 0 ? [] : ["", ...problems]),
      ]
    : problems;
  return `${lines.join("\n")}\n`;
}

/** Translates a text, or returns it unchanged. */
type Say = (english: string) => string;

/** One line of the table before layout. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  readonly cite: string;
  readonly colour: Color;
}

/** Maximum number of escapes of one part that get a line each. */
const MAX_ESCAPES_PER_PART = 8;
const COLUMN_GAP = 2;
const MIN_MEANING_COLUMNS = 24;

/** Draws every part with its value, its meaning, and the rule; its escapes follow below it. */
function drawTable(
  { parts, implied }: Explanation,
  width: number,
  paint: Paint,
  say: Say,
): readonly string[] {
  let components = 0;
  const found: Row[] = [];
  for (const part of parts) {
    if (part.kind === "delimiter") found.push(toRow(part, part.raw, "", "dim"));
    else found.push(toRow(part, part.name, displayValue(part, say), componentColor(components++)));
    if (part.kind === "component") found.push(...escapeRows(part));
  }
  for (const part of implied) found.push(toRow(part, `(${part.name})`, displayValue(part, say), "dim"));
  const translated = found.map((row) => ({ ...row, meaning: displayText(say(row.meaning)) }));
  return layOutRows(translated, width, paint);
}

function toRow({ meaning, cite }: ExplainedPart, name: string, value: string, colour: Color): Row {
  return { name: displayText(name), value, meaning: displayText(meaning), cite: displayText(cite), colour };
}

function displayValue({ value }: ExplainedPart, say: Say): string {
  return value === "" ? say("(empty)") : displayText(value);
}

/** Each kind of escape once. */
function escapeRows({ escapes }: ExplainedPart): readonly Row[] {
  const kinds = [...new Map(escapes.map((each) => [each.raw, each])).values()];
  const shown = kinds.slice(
    0,
    kinds.length > MAX_ESCAPES_PER_PART ? MAX_ESCAPES_PER_PART - 1 : MAX_ESCAPES_PER_PART,
  );
  const found = shown.map(({ raw, text, meaning, cite }: ExplainedEscape): Row => {
    return { name: `  ${raw}`, value: displayText(text), meaning: displayText(meaning), cite, colour: "dim" };
  });
  const rest = kinds.length - shown.length;
  if (rest > 0) found.push({ name: "  …", value: "", meaning: `${rest} more`, cite: "", colour: "dim" });
  return found;
}

/** Four columns if the width allows it; otherwise the meaning is below the part. */
function layOutRows(found: readonly Row[], width: number, paint: Paint): readonly string[] {
  const widest = (of: (row: Row) => string) =>
    found.reduce((most, row) => Math.max(most, displayWidth(of(row))), 0);
  const name = Math.min(
    widest((row) => row.name),
    Math.max(8, width >> 2),
  );
  const cite = widest((row) => row.cite);
  const meanings = widest((row) => row.meaning);
  const room = width - name - cite - 3 * COLUMN_GAP;
  const value = Math.min(
    widest((row) => row.value),
    Math.max(10, room - Math.min(meanings, room >> 1)),
  );
  const meaning = Math.min(meanings, room - value);
  if (meaning < Math.min(meanings, MIN_MEANING_COLUMNS)) return stackRows(found, name, width, paint);
  return found.flatMap((row) =>
    cells(
      [
        wrapToWidth(row.name, name),
        wrapToWidth(row.value, value),
        wrapToWidth(row.meaning, meaning),
        wrapToWidth(row.cite, cite),
      ],
      [
        [name, row.colour],
        [value, undefined],
        [meaning, row.colour === "dim" ? "dim" : undefined],
        [cite, "dim"],
      ],
      paint,
    ),
  );
}

function stackRows(found: readonly Row[], name: number, width: number, paint: Paint): readonly string[] {
  const room = Math.max(10, width - name - COLUMN_GAP);
  return found.flatMap((row) =>
    cells(
      [
        wrapToWidth(row.name, name),
        [
          ...(row.value.trim() === "" ? [] : wrapToWidth(row.value, room)),
          ...wrapToWidth(row.meaning, room),
          ...wrapToWidth(row.cite, room),
        ],
      ],
      [
        [name, row.colour],
        [room, undefined],
      ],
      paint,
    ),
  );
}

/** Returns the rows of cells that are next to each other. */
function cells(
  columns: readonly (readonly string[])[],
  styles: readonly (readonly [width: number, colour: Color | undefined])[],
  paint: Paint,
): readonly string[] {
  const height = Math.max(...columns.map((column) => column.length));
  return Array.from({ length: height }, (_, i) =>
    columns
      .map((column, k) => {
        const [width, colour] = styles[k]!;
        const text = column[i] ?? "";
        const blank = padToWidth(text, width).slice(text.length);
        return (colour === undefined ? text : paint(colour, text)) + blank;
      })
      .join(" ".repeat(COLUMN_GAP))
      .trimEnd(),
  );
}

/** Draws each problem with carets below its range, its message, the rule, and the hint. */
function drawProblems(
  parts: readonly DisplayRun[],
  problems: readonly Problem[],
  width: number,
  paint: Paint,
  say: Say,
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
    const head = `${say(severity)} ${displayText(code)}`;
    const said = wrapToWidth(`${head}: ${displayText(say(message))} (${displayText(cite)})`, width);
    lines.push(
      ...said.map((row) => (row.startsWith(head) ? paint(colour, head) + row.slice(head.length) : row)),
    );
    if (hint !== undefined) lines.push(...wrapToWidth(`${say("hint")}: ${displayText(say(hint))}`, width));
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
