import { dated, fullYear } from "./dates.ts";
import { count, type Listing } from "./line-reader.ts";

/** `02-03-01  04:05AM       <DIR>          name`, as IIS prints it; the year has two or four digits. */
const DOS =
  /^([0-9]{2})-([0-9]{2})-([0-9]{2}|[0-9]{4}) +([0-9]{2}):([0-9]{2})([AP]M)? +(?:(<DIR>)|<JUNCTION>|([0-9]{1,15})) +([^ ].*)$/s;

/** Parses the output of a server that prints like `dir`. */
export function parseDosLine(line: string): Listing | undefined {
  const match = DOS.exec(line);
  if (match === null) return undefined;
  const [, month, day, year = "", hourText, minute, half, directory, size, name = ""] = match;
  const hour = half === undefined ? Number(hourText) : (Number(hourText) % 12) + (half === "PM" ? 12 : 0);
  const octets = count(size);
  return {
    name,
    kind: directory !== undefined ? "directory" : octets === undefined ? "link" : "file",
    ...(octets !== undefined && { size: octets }),
    ...dated({
      year: fullYear(year),
      month: Number(month) - 1,
      day: Number(day),
      hour,
      minute: Number(minute),
    }),
  };
}
