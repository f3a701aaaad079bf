import { displayText, type Entry, redact } from "anyurl";
import { alignColumns, type Cell } from "./columns.ts";
import type { Paint } from "./style.ts";

/**
 * Formats a listing as a table: kind, size, modified, name, URL. All texts come from the server, so they are sanitized.
 */
export function entryLines(entries: readonly Entry[], paint: Paint): readonly string[] {
  return alignColumns(
    entries.map((entry) => cells(entry, paint)),
    ["left", "right"],
  );
}

function cells({ kind, size, modified, name, url, unsafe }: Entry, paint: Paint): readonly Cell[] {
  const word = WORD.get(kind) ?? kind;
  const target = url === undefined ? (unsafe === undefined ? "" : `(no URL: ${unsafe})`) : redact(url);
  // An information line has no other columns, so it may be long.
  if (kind === "information")
    return [{ text: "" }, { text: "" }, { text: "" }, { text: displayText(name), loose: true }];
  return [
    { text: word, painted: paint("dim", word) },
    { text: size === undefined ? "" : String(size) },
    { text: modified === undefined ? "" : formatTime(modified) },
    {
      text: displayText(name),
      painted: paint(kind === "directory" ? ["bold", "blue"] : "bold", displayText(name)),
    },
    { text: displayText(target), painted: paint("dim", displayText(target)) },
  ];
}

const WORD: ReadonlyMap<Entry["kind"], string> = new Map([
  ["directory", "dir"],
  ["unknown", "?"],
]);

/** Formats a date in UTC, to the minute. */
function formatTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 16).replace("T", " ");
}
