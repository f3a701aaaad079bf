import { dated, parseMonth, recent } from "./dates.ts";
import { count, type Listing } from "./line-reader.ts";

/** `d [R----F--] supervisor            512       Jan 16 18:53    login` */
const ENTRY =
  /^([-d]) ?\[([-RWCEAFMS]{8})\] +([^ ]+) +([0-9]{1,15}) +([A-Z][a-z]{2}) +([0-9]{1,2}) +(?:([0-9]{4})|([0-9]{1,2}):([0-9]{2})) +([^ ].*)$/s;

/** Parses listings of NetWare. */
export function fromNetware(line: string, now: Date): Listing | undefined {
  const match = ENTRY.exec(line);
  if (match === null) return undefined;
  const [, type = "", rights = "", owner = "", size, monthName = "", day, year, hour, minute, name = ""] =
    match;
  const month = parseMonth(monthName);
  if (month === undefined) return undefined;
  const fields = {
    month,
    day: Number(day),
    ...(hour !== undefined && { hour: Number(hour), minute: Number(minute) }),
  };
  const octets = count(size);
  return {
    name,
    kind: type === "d" ? "directory" : "file",
    ...(octets !== undefined && type === "-" && { size: octets }),
    ...(year === undefined ? recent(fields, now) : dated({ year: Number(year), ...fields })),
    attributes: { owner, permissions: rights },
  };
}
