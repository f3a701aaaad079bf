/** How exactly a date is known, and by which clock: a listing for people leaves out seconds, and its own zone. */
export interface Dated {
  readonly modified: Date;
  readonly modifiedPrecision: "millisecond" | "second" | "minute" | "day";
  /** "unknown": read as if it were UTC, and it may be any other. */
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

/** A date whose fields are in their ranges; the 31st of June is none. */
export function dateOf({ year, month, day, hour, minute, second, millisecond }: Fields): Date | undefined {
  const date = new Date(Date.UTC(year, month, day, hour ?? 0, minute ?? 0, second ?? 0, millisecond ?? 0));
  const same =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === (hour ?? 0);
  // A leap second is the next minute's first.
  const isDay =
    new Date(Date.UTC(year, month, day)).getUTCDate() === day && month >= 0 && month < 12 && day > 0;
  const inRange = (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60;
  return inRange && isDay && (same || second === 60) ? date : undefined;
}

/** A date as a listing gives it, in its own unknown zone; nothing where it is none. */
export function dated(fields: Fields): Dated | Record<never, never> {
  const modified = dateOf(fields);
  if (modified === undefined) return {};
  const modifiedPrecision =
    fields.hour === undefined ? "day" : fields.second === undefined ? "minute" : "second";
  return { modified, modifiedPrecision, modifiedZone: "unknown" };
}

/** The month of an English short name, in any case, from 0; `undefined` when it is none. */
export function monthOf(name: string): number | undefined {
  const at = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(name.toLowerCase());
  return name.length === 3 && at % 3 === 0 ? at / 3 : undefined;
}

/** A year of two digits: from 1970 on. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

/** The year that a listing has left out: the latest that makes the date not later than tomorrow. */
export function recent(fields: Omit<Fields, "year">, now: Date): Dated | Record<never, never> {
  const year = now.getUTCFullYear();
  const date = dateOf({ ...fields, year });
  const isPast = date !== undefined && date.getTime() <= now.getTime() + 86_400_000;
  return dated({ ...fields, year: isPast ? year : year - 1 });
}
