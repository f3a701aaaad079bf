import { type Column, type EntryField, type ListingStyle, readEntryField } from "@anyurl/core/presentation";
import { displayText, type Entry, redact } from "anyurl";
import { say } from "../language.ts";
import { type Align, alignColumns, type Cell } from "./columns.ts";
import { formatShortSize } from "./facts.ts";
import type { Paint } from "./style.ts";

/** Options for a listing. */
export interface EntryLinesOptions {
  /**
   * Begin with the titles of columns that a scheme has named, because attributes do not explain themselves, and show a
   * date that is known to the day without a time. Default false.
   */
  readonly isTerminal?: boolean;
  /** Show sizes with units. Default false. */
  readonly humanReadable?: boolean;
  /** Formats a URL. Default: as it is sent, without its password. */
  readonly formatUrl?: (url: string) => string;
}

/**
 * Formats a listing as a table: the columns that the scheme declares, with the name after the others, because it is the
 * longest, and then the URL. All texts come from the server, so they are sanitized.
 */
export function entryLines(
  entries: readonly Entry[],
  { columns }: Pick<ListingStyle, "columns">,
  paint: Paint,
  options: EntryLinesOptions = {},
): readonly string[] {
  const { isTerminal = false } = options;
  const others = columns.filter(({ field }) => field !== "name");
  const rows = entries.map((entry) => cells(entry, others, paint, options));
  const isNamed = isTerminal && others.some(({ field }) => field.startsWith("attributes."));
  const head = isNamed && rows.length > 0 ? [titleCells(columns, others, rows, paint)] : [];
  return alignColumns([...head, ...rows], others.map(alignment));
}

function alignment({ field, numeric }: Column): Align {
  return field === "size" || numeric === true ? "right" : "left";
}

function cells(
  entry: Entry,
  others: readonly Column[],
  paint: Paint,
  options: EntryLinesOptions,
): readonly Cell[] {
  const { formatUrl = (url) => displayText(redact(url)) } = options;
  const { kind, name, url, unsafe } = entry;
  // An information line has no other columns, so it may be long.
  if (kind === "information") return [...others.map(() => EMPTY), { text: displayText(name), loose: true }];
  const noUrl = unsafe === undefined ? "" : displayText(say(`(no URL: ${unsafe})`));
  const target = url === undefined ? noUrl : formatUrl(url);
  return [
    ...others.map(({ field }) => fieldCell(entry, field, paint, options)),
    {
      text: displayText(name),
      painted: paint(kind === "directory" ? ["bold", "blue"] : "bold", displayText(name)),
    },
    { text: target, painted: paint("dim", target) },
  ];
}

const EMPTY: Cell = { text: "" };

function fieldCell(
  entry: Entry,
  field: EntryField,
  paint: Paint,
  { isTerminal = false, humanReadable = false }: EntryLinesOptions,
): Cell {
  const value = readEntryField(entry, field);
  if (value === undefined) return EMPTY;
  if (value instanceof Date)
    return { text: formatTime(value, isTerminal && entry.modifiedPrecision === "day") };
  if (field === "size" && humanReadable) return { text: formatShortSize(Number(value)) };
  if (field !== "kind") return { text: displayText(redact(String(value))) };
  const word = say(WORDS.get(entry.kind) ?? entry.kind);
  return { text: word, painted: paint("dim", word) };
}

/** The titles of the columns that are not empty: an empty column is omitted. */
function titleCells(
  columns: readonly Column[],
  others: readonly Column[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
): readonly Cell[] {
  const name = columns.find(({ field }) => field === "name")?.title ?? "";
  return [...others.map(({ title }) => say(title)), say(name), "URL"].map((title, i) => {
    const isEmpty = rows.every((row) => (row[i]?.text ?? "") === "");
    return isEmpty ? EMPTY : { text: displayText(title), painted: paint("dim", displayText(title)) };
  });
}

const WORDS: ReadonlyMap<Entry["kind"], string> = new Map([
  ["directory", "dir"],
  ["unknown", "?"],
]);

/** Formats a date in UTC, to the minute or to the day. */
function formatTime(date: Date, isDay: boolean): string {
  return Number.isNaN(date.getTime())
    ? ""
    : date
        .toISOString()
        .slice(0, isDay ? 10 : 16)
        .replace("T", " ");
}
