import type { Column, ListingStyle } from "@anyurl/core/presentation";
import { readEntryField } from "@anyurl/core/presentation";
import { displayText, type Entry, redact } from "anyurl";
import { say } from "../language.ts";
import { type Align, type Cell, fitColumns } from "./columns.ts";
import { formatDay, formatShortSize } from "./facts.ts";
import { drawGrid } from "./grid.ts";
import type { Paint } from "./style.ts";

export interface ListingOptions {
  readonly paint: Paint;
  /** Columns of the terminal. */
  readonly width: number;
  /** Milliseconds since the epoch: a date of this year is shown with its time. */
  readonly now: number;
  /** Makes the name of an entry a link. Default: no links. */
  readonly link?: (text: string, entry: Entry) => string;
}

/**
 * Formats a listing for people: names first, then sizes and dates in short form, in lines that fit into the terminal. A
 * listing of names only has several columns. All texts come from the server, so they are sanitized.
 */
export function listingLines(
  entries: readonly Entry[],
  { columns }: Pick<ListingStyle, "columns">,
  options: ListingOptions,
): readonly string[] {
  const { width } = options;
  const others = columns.filter(
    ({ field }) => field !== "name" && (field !== "kind" || hasOddKinds(entries)),
  );
  const rows = entries.map((entry) => [
    nameCell(entry, options),
    ...others.map((column) => factCell(entry, column, options)),
  ]);
  const isPlain = rows.every((row) => row.slice(1).every(({ text }) => text === ""));
  const hasInformation = entries.some(({ kind }) => kind === "information");
  if (isPlain && !hasInformation)
    return drawGrid(
      rows.map(([name]) => name!),
      width,
    );
  const isNamed = others.some(({ field }) => field.startsWith("attributes."));
  const head = isNamed && rows.length > 0 ? [titleCells(columns, others, rows, options)] : [];
  const aligns = ["left" as const, ...others.map(alignment)];
  return fitColumns([...head, ...rows], { width, flexible: 0, aligns });
}

/** Kinds that neither "/" after the name nor its absence shows. */
function hasOddKinds(entries: readonly Entry[]): boolean {
  return entries.some(({ kind }) => !PLAIN_KINDS.has(kind));
}

const PLAIN_KINDS: ReadonlySet<Entry["kind"]> = new Set(["file", "directory", "information", "unknown"]);

function alignment({ field, numeric }: Column): Align {
  return field === "size" || numeric === true ? "right" : "left";
}

/** The name; "/" marks a directory, also without color. */
function nameCell(entry: Entry, { paint, link = (text) => text }: ListingOptions): Cell {
  const { kind, name, url, unsafe } = entry;
  if (kind === "information") return { text: displayText(name), loose: true };
  const isDirectory = kind === "directory";
  const mark = isDirectory && !name.endsWith("/") ? "/" : "";
  // Without a URL it cannot be opened, and the reason is the only thing to say about it.
  const why = url === undefined && unsafe !== undefined ? ` ${say(`(no URL: ${unsafe})`)}` : "";
  const look = (text: string) => link(isDirectory ? paint(["bold", "blue"], text) : text, entry);
  return { text: displayText(`${name}${mark}${why}`), look };
}

function factCell(entry: Entry, { field }: Column, { paint, now }: ListingOptions): Cell {
  const value = readEntryField(entry, field);
  if (value === undefined || entry.kind === "information") return { text: "" };
  const look = (text: string) => paint("dim", text);
  if (value instanceof Date) return { text: formatDay(value, entry, now), look };
  if (field === "size") return { text: entry.kind === "directory" ? "" : formatShortSize(Number(value)) };
  if (field === "kind") return { text: PLAIN_KINDS.has(entry.kind) ? "" : say(entry.kind), look };
  return { text: displayText(redact(String(value))), look };
}

/** The titles of the columns that are not empty: an empty column is omitted. */
function titleCells(
  columns: readonly Column[],
  others: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { paint }: ListingOptions,
): readonly Cell[] {
  const name = columns.find(({ field }) => field === "name")?.title ?? "";
  return [name, ...others.map(({ title }) => title)].map((title, i) => ({
    text: rows.every((row) => row[i]!.text === "") ? "" : displayText(say(title)),
    look: (text) => paint("dim", text),
  }));
}
