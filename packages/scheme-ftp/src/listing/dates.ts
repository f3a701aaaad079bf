/** The precision and time zone of a date: a listing for people omits seconds and its own zone. */
export interface Dated {
  readonly modified: Date;
  readonly modifiedPrecision: "millisecond" | "second" | "minute" | "day";
  /** "unknown": read as UTC, but any zone is possible. */
  readonly modifiedZone: "UTC" | "unknown";
}

export interface Fields {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly millisecond?: number;
}

const DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 1 && isLeap ? 29 : (DAYS[month] ?? 0);
}

/** Creates a date if its fields are in range; June 31 is not. */
export function parseDate(fields: Fields): Date | undefined {
  const { year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0 } = fields;
  // `Date` maps the years 0 to 99 to the 20th century.
  const isDay = year >= 100 && day > 0 && day <= daysIn(year, month);
  // A leap second becomes the first second of the next minute.
  if (!isDay || hour >= 24 || minute >= 60 || second > 60) return undefined;
  return new Date(Date.UTC(year, month, day, hour, minute, second, millisecond));
}

/** Returns the date fields of an entry, in an unknown zone; empty if the date is invalid. */
export function dated(fields: Fields): Dated | Record<never, never> {
  return datedAt(parseDate(fields), fields);
}

function datedAt(modified: Date | undefined, fields: Omit<Fields, "year">): Dated | Record<never, never> {
  if (modified === undefined) return {};
  const modifiedPrecision =
    fields.hour === undefined ? "day" : fields.second === undefined ? "minute" : "second";
  return { modified, modifiedPrecision, modifiedZone: "unknown" };
}

/** Parses an English short month name in any case, counted from 0; `undefined` if it is invalid. */
export function parseMonth(name: string): number | undefined {
  const at = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(name.toLowerCase());
  return name.length === 3 && at % 3 === 0 ? at / 3 : undefined;
}

/** Expands a two-digit year to 1970 or later. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

/** Guesses an omitted year: the latest one with a date not after tomorrow. */
export function recent(fields: Omit<Fields, "year">, now: Date): Dated | Record<never, never> {
  const year = now.getUTCFullYear();
  const date = parseDate({ ...fields, year });
  const isPast = date !== undefined && date.getTime() <= now.getTime() + 86_400_000;
  return datedAt(isPast ? date : parseDate({ ...fields, year: year - 1 }), fields);
}
