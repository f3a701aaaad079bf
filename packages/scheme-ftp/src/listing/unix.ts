import { displayText } from "@anyurl/core";
import { dated, parseMonth, recent } from "./dates.ts";
import type { Listing } from "./line-reader.ts";

/**
 *     -rw-r--r--    1 0        0              32 Feb 03  2001 lf.txt
 *     lrwxrwxrwx    1 0        0               6 Nov 21 02:23 link.txt -> lf.txt
 *     -rw-r--r--    1 0        0              32 2001-02-03 04:05 lf.txt
 *
 * The group may be missing, and the day may come before the month. One space separates the date from the name: further
 * ones are the name's.
 */
const UNIX =
  /^([-dlbcpsD])([-rwxsStTlL]{9})[+@.]? +[0-9]+ +(?:[^ ]+ +){1,2}(?:([0-9]{1,15})|[0-9]+, *[0-9]+) +(?:([A-Z][a-z]{2}) +([0-9]{1,2})|([0-9]{1,2}) ([A-Z][a-z]{2})|([0-9]{4})-([0-9]{2})-([0-9]{2})) +(?:([0-9]{4})|([0-9]{1,2}):([0-9]{2})) (.+)$/s;

/** Parses the output of a server that runs or imitates `ls -l`. */
export function fromUnix(line: string, now: Date): Listing | "nothing" | undefined {
  if (/^total [0-9]+$/.test(line) || line === "") return "nothing";
  const match = UNIX.exec(line);
  if (match === null) return undefined;
  const [, type, permissions, size, m1, d1, d2, m2, y3, m3, d3, year, hour, minute, rest = ""] = match;
  const month = y3 === undefined ? parseMonth(m1 ?? m2 ?? "") : Number(m3) - 1;
  if (month === undefined) return undefined;
  const day = { month, day: Number(d1 ?? d2 ?? d3) };
  const time = hour === undefined ? {} : { hour: Number(hour), minute: Number(minute) };
  const inYear = y3 ?? year;
  const date =
    inYear === undefined
      ? recent({ ...day, ...time }, now)
      : dated({ year: Number(inYear), ...day, ...time });
  const arrow = type === "l" ? rest.indexOf(" -> ") : -1;
  return {
    name: arrow < 0 ? rest : rest.slice(0, arrow),
    kind: type === "-" ? "file" : type === "d" ? "directory" : type === "l" ? "link" : "unknown",
    ...(size !== undefined && type === "-" && { size: Number(size) }),
    ...date,
    attributes: {
      permissions: `${type}${permissions}`,
      ...(arrow >= 0 && { target: displayText(rest.slice(arrow + 4)) }),
    },
  };
}
