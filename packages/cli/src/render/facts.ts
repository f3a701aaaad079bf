import type { Entry } from "anyurl";
import { languageTag } from "../language.ts";

/** Formats a number in the language of the command. */
export function formatNumber(value: number, digits = 0): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return new Intl.NumberFormat(languageTag(), format).format(value);
}

/** Formats a size with a unit: 999 B, 1.0 KiB, 12.3 MiB. */
export function formatShortSize(octets: number): string {
  if (!Number.isSafeInteger(octets) || octets < 0) return "";
  let value = octets;
  let unit = -1;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit < 0 ? `${octets} B` : `${formatNumber(value, 1)} ${UNITS[unit]}`;
}

const UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/**
 * Formats a date for a listing, in the language of the command: with the time if it is less than half a year from now and
 * known, otherwise with the year. A date without a time zone is shown as the server sent it, others in local time.
 */
export function formatDay(
  date: Date,
  { modifiedPrecision, modifiedZone }: Pick<Entry, "modifiedPrecision" | "modifiedZone">,
  now: number,
  zone?: string,
): string {
  if (Number.isNaN(date.getTime())) return "";
  const hasTime = modifiedPrecision !== "day" && Math.abs(now - date.getTime()) < HALF_A_YEAR_MS;
  const isLocal = modifiedZone !== "unknown" && modifiedPrecision !== "day";
  const timeZone = isLocal ? zone : "UTC";
  const format: Intl.DateTimeFormatOptions = {
    day: "2-digit",
    month: "short",
    ...(hasTime ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } : { year: "numeric" }),
    ...(timeZone !== undefined && { timeZone }),
  };
  const key = `${languageTag()} ${hasTime} ${timeZone}`;
  const known = FORMATS.get(key) ?? new Intl.DateTimeFormat(languageTag(), format);
  FORMATS.set(key, known);
  return known.format(date);
}

/** Creating a format takes longer than using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

const HALF_A_YEAR_MS = 183 * 24 * 60 * 60 * 1000;
