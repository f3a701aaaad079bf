import { displayText } from "anyurl";
import { say } from "../language.ts";
import { truncateToWidth } from "./columns.ts";
import { formatNumber } from "./facts.ts";
import { stringWidth } from "./string-width.ts";
import type { Paint } from "./style.ts";

/** The state of a transfer. */
export interface Transferred {
  readonly name?: string;
  /** The columns for the name, so that lines are aligned. Default: those of the name. */
  readonly nameWidth?: number;
  /** Bytes received. */
  readonly received: number;
  /** Total size in bytes; `undefined` if unknown. */
  readonly total?: number | undefined;
  /** Can the total become larger? Default false. */
  readonly isAtLeast?: boolean;
  /** Bytes per second. */
  readonly rate: number;
}

/** Columns of the longest bar, and of the shortest one that tells something. */
const MAX_BAR = 60;
const MIN_BAR = 8;
/** Columns of a name on a narrow terminal, and the most on any other. */
const MIN_NAME = 8;
const MAX_NAME = 28;

/** Returns the columns for a name on a terminal. */
export function nameColumns(columns = 80): number {
  return Math.max(MIN_NAME, Math.min(MAX_NAME, Math.floor(columns / 3)));
}

/**
 * Formats a progress line:
 *
 *     tide.txt  1.2 MiB of 3.0 MiB, 40 %, 600.0 KiB/s, 0:03 left  [=======>            ]
 *
 * The line is never as wide as the terminal, because some terminals would wrap it. What does not fit is omitted: first
 * the bar, then the size, the rate, and the time left.
 */
export function progressLine(
  { name, nameWidth, received, total, isAtLeast = false, rate }: Transferred,
  columns = 80,
  paint: Paint = (_, text) => text,
): string {
  const listed = getPlausibleTotal(received, total);
  const known = isAtLeast ? undefined : listed;
  const of = say(isAtLeast ? "of at least" : "of");
  const shown = name === undefined ? "" : truncateToWidth(displayText(name), nameColumns(columns));
  const blank = " ".repeat(Math.max(0, (nameWidth ?? 0) - stringWidth(shown)));
  const label = shown === "" && nameWidth === undefined ? "" : `${shown}${blank}  `;
  const width = columns - 1 - stringWidth(label);
  const facts = fitFacts(known === undefined ? [] : [percentage(received / known)], width, {
    size: formatSize(received),
    ofTotal: listed === undefined ? undefined : `${formatSize(received)} ${of} ${formatSize(listed)}`,
    rate: `${formatSize(Math.round(rate))}/s`,
    left:
      known === undefined || rate === 0
        ? undefined
        : `${formatDuration((known - received) / rate)} ${say("left")}`,
  });
  const text = label + facts;
  const rest = columns - 1 - stringWidth(text) - "  []".length;
  if (known === undefined || rest < MIN_BAR) return truncateToWidth(text, columns - 1);
  return `${text}  [${paint("green", progressBar(received / known, Math.min(rest, MAX_BAR)))}]`;
}

/** Returns the total, unless it is empty or was exceeded. */
export function getPlausibleTotal(received: number, total: number | undefined): number | undefined {
  return total !== undefined && total > 0 && received <= total ? total : undefined;
}

interface Facts {
  readonly size: string;
  /** The size with the total. */
  readonly ofTotal: string | undefined;
  readonly rate: string;
  readonly left: string | undefined;
}

/** Joins the facts that fit, the most important ones first. */
function fitFacts(percent: readonly string[], width: number, { size, ofTotal, rate, left }: Facts): string {
  const times = left === undefined ? [] : [left];
  const forms = [
    [ofTotal ?? size, ...percent, rate, ...times],
    [size, ...percent, rate, ...times],
    [...percent, rate, ...times],
    [...percent, ...times],
    percent,
  ].filter((form) => percent.length > 0 || form[0] === size || form[0] === ofTotal);
  const fitting = forms.find((form) => form.join(", ").length <= width);
  return (fitting ?? [percent[0] ?? size]).join(", ");
}

function percentage(part: number): string {
  return `${Math.floor(100 * part)} %`;
}

function progressBar(part: number, width: number): string {
  const filled = Math.floor(part * width);
  return `${"=".repeat(filled)}${filled < width ? ">" : ""}`.padEnd(width);
}

/** Formats the end of a transfer: "4.0 MiB in 0:07, 585.1 KiB/s". Short ones have no time. */
export function formatTransferred(octets: number, begin: number, time: number): string {
  const size = formatSize(octets);
  if (time < 1000) return size;
  const rate = ((octets - begin) * 1000) / time;
  return `${size} ${say("in")} ${formatDuration(time / 1000)}, ${formatSize(Math.round(rate))}/s`;
}

/** Formats seconds: 0:42, 12:05, 3:00:00. */
export function formatDuration(seconds: number): string {
  const whole = Math.min(Math.ceil(seconds), 360_000);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Formats a size: 999 bytes, 1.0 KiB, 12.3 MiB. */
export function formatSize(octets: number): string {
  let value = octets;
  let unit = "bytes";
  for (const next of ["KiB", "MiB", "GiB", "TiB"]) {
    if (value < 1000) break;
    value /= 1024;
    unit = next;
  }
  return `${unit === "bytes" ? value : formatNumber(value, 1)} ${unit}`;
}
