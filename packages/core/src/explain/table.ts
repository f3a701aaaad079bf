import { displayText } from "../operations/display.ts";
import { displayWidth, padToWidth, wrapToWidth } from "./display-width.ts";
import type { ExplainedEscape, ExplainedPart, Explanation } from "./explanation.ts";
import { type Color, componentColor, type Paint } from "./paint.ts";

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
export function drawTable({ parts, implied }: Explanation, width: number, paint: Paint): readonly string[] {
  let components = 0;
  const found: Row[] = [];
  for (const part of parts) {
    if (part.kind === "delimiter") found.push(toRow(part, part.raw, "", "dim"));
    else found.push(toRow(part, part.name, displayValue(part), componentColor(components++)));
    if (part.kind === "component") found.push(...escapeRows(part));
  }
  for (const part of implied) found.push(toRow(part, `(${part.name})`, displayValue(part), "dim"));
  return layOutRows(found, width, paint);
}

function toRow({ meaning, cite }: ExplainedPart, name: string, value: string, colour: Color): Row {
  return { name: displayText(name), value, meaning: displayText(meaning), cite: displayText(cite), colour };
}

function displayValue({ value }: ExplainedPart): string {
  return value === "" ? "(empty)" : displayText(value);
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
          ...(row.value === "" ? [] : wrapToWidth(row.value, room)),
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
