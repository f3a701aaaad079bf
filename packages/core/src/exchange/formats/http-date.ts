const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const TIME = "([0-9]{2}):([0-9]{2}):([0-9]{2})";

/** Sun, 06 Nov 1994 08:49:37 GMT */
const IMF_FIXDATE = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([0-9]{2}) ${MONTH} ([0-9]{4}) ${TIME} GMT$`,
);
/** Sunday, 06-Nov-94 08:49:37 GMT */
const RFC850_DATE = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ([0-9]{2})-${MONTH}-([0-9]{2}) ${TIME} GMT$`,
);
/** Sun Nov  6 08:49:37 1994 */
const ASCTIME_DATE = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} ((?:[0-9]| )[0-9]) ${TIME} ([0-9]{4})$`,
);

/**
 * Parses an HTTP-date in one of the three forms that a recipient must accept (RFC 9110 §5.6.7). Returns `undefined` for
 * any other text, or for a day that does not exist.
 *
 * @param now milliseconds since the epoch: a year of two digits is at most 50 years in the future.
 */
export function parseHttpDate(text: string | undefined, now: number): Date | undefined {
  if (text === undefined) return undefined;
  const fixed = IMF_FIXDATE.exec(text);
  if (fixed !== null) return toUtcDate(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const old = RFC850_DATE.exec(text);
  if (old !== null)
    return toUtcDate(String(resolveCentury(Number(old[3]), now)), old[2], old[1], old.slice(4));
  const unix = ASCTIME_DATE.exec(text);
  return unix === null ? undefined : toUtcDate(unix[6], unix[1], unix[2], unix.slice(3));
}

/** Formats an IMF-fixdate, the only form to send. */
export function formatHttpDate(date: Date): string {
  return date.toUTCString();
}

function resolveCentury(year: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const near = thisYear - (thisYear % 100) + year;
  return near > thisYear + 50 ? near - 100 : near;
}

function toUtcDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [hours, minutes, seconds]: readonly (string | undefined)[],
): Date | undefined {
  const monthIndex = MONTHS.indexOf(month ?? "");
  const date = new Date(0);
  date.setUTCFullYear(Number(year), monthIndex, Number(day));
  // The 31st of November and the 25th hour are invalid.
  const isDay = date.getUTCMonth() === monthIndex;
  if (!isDay || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  // A leap second becomes the first second of the next minute.
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds));
  return date;
}
