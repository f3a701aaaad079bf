/*
 * date-time = [ day-of-week "," ] date time [CFWS]     (RFC 5322 §3.3, §4.3)
 * IMAP separates the date with "-" (RFC 3501 §9). Programs also write "+02:00", "GMT+0200", and "+0200 CEST".
 */

const DATE_TIME =
  /^(?:[A-Za-z]{3,9}, *)?([0-9]{1,2})[ -]+([A-Za-z]{3})[a-z]{0,6}[ -]+([0-9]{2}|[0-9]{4}) +([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: +(?:(?:GMT|UTC?)?([+-][0-9]{2}:?[0-9]{2})(?: +[A-Za-z]{1,5})?|([A-Za-z]{1,5})))?(?: *\(.*\))?$/;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Hours of the named zones (RFC 5322 §4.3). Any other name means "-0000". */
const ZONES: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  Object.entries({ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }),
);

/** Longer than any date. */
const MAX_DATE_CHARACTERS = 128;

/** Parses the date of a message, such as that of its Date field (RFC 5322 §3.3). `undefined`: it is not a date. */
export function readDateTime(text: string): Date | undefined {
  const match = text.length > MAX_DATE_CHARACTERS ? null : DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, dayText, monthName = "", yearText = "", hour, minute, second = "0", offset, zone = ""] = match;
  const month = MONTHS.indexOf(monthName.toLowerCase());
  const [year, day] = [parseYear(yearText), Number(dayText)];
  // An unknown month, the 31st of June, and the 25th hour are invalid.
  const isDay = new Date(Date.UTC(year, month, day)).getUTCMonth() === month;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  // A leap second becomes the first second of the next minute.
  const local = Date.UTC(year, month, day, Number(hour), Number(minute), Number(second));
  const minutes = offset === undefined ? (ZONES.get(zone.toUpperCase()) ?? 0) * 60 : parseOffset(offset);
  return new Date(local - minutes * 60_000);
}

function parseYear(text: string): number {
  const year = Number(text);
  return text.length === 4 ? year : year + (year < 50 ? 2000 : 1900);
}

/** Returns the minutes of an offset such as "+0200". */
function parseOffset(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return offset.startsWith("-") ? -minutes : minutes;
}
