import { displayText } from "../operations/display.ts";
import { columnsOf, padded, rows } from "./display-width.ts";
import type { ExplainedEscape, ExplainedPart, Explanation } from "./explanation.ts";
import { type Colour, colourOf, type Paint } from "./paint.ts";

/** One line of the table before layout. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  readonly cite: string;
  readonly colour: Colour;
}

/** Maximum number of escapes of one part that get a line each. */
const MOST_ESCAPES = 8;
const GAP = 2;
const NARROWEST_MEANING = 24;

/** Draws every part with its value, its meaning, and the rule; its escapes follow below it. */
export function table({ parts, implied }: Explanation, width: number, paint: Paint): readonly string[] {
  let components = 0;
  const found: Row[] = [];
  for (const part of parts) {
    if (part.kind === "delimiter") found.push(rowOf(part, part.raw, "", "dim"));
    else found.push(rowOf(part, part.name, shownValue(part), colourOf(components++)));
    if (part.kind === "component") found.push(...escapeRows(part));
  }
  for (const part of implied) found.push(rowOf(part, `(${part.name})`, shownValue(part), "dim"));
  return laidOut(found, width, paint);
}

function rowOf({ meaning, cite }: ExplainedPart, name: string, value: string, colour: Colour): Row {
  return { name: displayText(name), value, meaning: displayText(meaning), cite: displayText(cite), colour };
}

function shownValue({ value }: ExplainedPart): string {
  return value === "" ? "(empty)" : displayText(value);
}

/** Each kind of escape once. */
function escapeRows({ escapes }: ExplainedPart): readonly Row[] {
  const kinds = [...new Map(escapes.map((each) => [each.raw, each])).values()];
  const shown = kinds.slice(0, kinds.length > MOST_ESCAPES ? MOST_ESCAPES - 1 : MOST_ESCAPES);
  const found = shown.map(({ raw, text, meaning, cite }: ExplainedEscape): Row => {
    return { name: `  ${raw}`, value: displayText(text), meaning: displayText(meaning), cite, colour: "dim" };
  });
  const rest = kinds.length - shown.length;
  if (rest > 0) found.push({ name: "  …", value: "", meaning: `${rest} more`, cite: "", colour: "dim" });
  return found;
}

/** Four columns if the width allows it; otherwise the meaning is below the part. */
function laidOut(found: readonly Row[], width: number, paint: Paint): readonly string[] {
  const widest = (of: (row: Row) => string) =>
    found.reduce((most, row) => Math.max(most, columnsOf(of(row))), 0);
  const name = Math.min(
    widest((row) => row.name),
    Math.max(8, width >> 2),
  );
  const cite = widest((row) => row.cite);
  const meanings = widest((row) => row.meaning);
  const room = width - name - cite - 3 * GAP;
  const value = Math.min(
    widest((row) => row.value),
    Math.max(10, room - Math.min(meanings, room >> 1)),
  );
  const meaning = Math.min(meanings, room - value);
  if (meaning < Math.min(meanings, NARROWEST_MEANING)) return stacked(found, name, width, paint);
  return found.flatMap((row) =>
    cells(
      [rows(row.name, name), rows(row.value, value), rows(row.meaning, meaning), rows(row.cite, cite)],
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

function stacked(found: readonly Row[], name: number, width: number, paint: Paint): readonly string[] {
  const room = Math.max(10, width - name - GAP);
  return found.flatMap((row) =>
    cells(
      [
        rows(row.name, name),
        [
          ...(row.value === "" ? [] : rows(row.value, room)),
          ...rows(row.meaning, room),
          ...rows(row.cite, room),
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
  styles: readonly (readonly [width: number, colour: Colour | undefined])[],
  paint: Paint,
): readonly string[] {
  const height = Math.max(...columns.map((column) => column.length));
  return Array.from({ length: height }, (_, i) =>
    columns
      .map((column, k) => {
        const [width, colour] = styles[k]!;
        const text = column[i] ?? "";
        const blank = padded(text, width).slice(text.length);
        return (colour === undefined ? text : paint(colour, text)) + blank;
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}
