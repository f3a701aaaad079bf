import { dated, fullYear } from "./dates.ts";
import { count, type Listing } from "./line-reader.ts";

/** `QSYS   77824 02/23/00 15:09:55 *DIR   QOpenSys/` */
const ENTRY =
  /^([^ ]+) +(?:([0-9]{1,15}) +([0-9]{2})\/([0-9]{2})\/([0-9]{2}) +([0-9]{2}):([0-9]{2}):([0-9]{2}))? +(\*[A-Z0-9]+) +([^ ].*)$/s;

/** Objects that contain others. */
const DIRECTORIES: ReadonlySet<string> = new Set(["*DIR", "*DDIR", "*FLR", "*LIB"]);

/** Parses listings of OS/400: owner, size, date, kind of object, name. */
export function fromOs400(line: string): Listing | undefined {
  const match = ENTRY.exec(line);
  if (match === null) return undefined;
  const [, owner = "", size, month, day, year = "", hour, minute, second, type = "", name = ""] = match;
  const octets = count(size);
  const isDirectory = DIRECTORIES.has(type) || name.endsWith("/");
  return {
    name: name.replace(/\/$/, ""),
    kind: isDirectory ? "directory" : type === "*SYMLNK" ? "link" : "file",
    ...(octets !== undefined && !isDirectory && { size: octets }),
    ...(month !== undefined &&
      dated({
        year: fullYear(year),
        month: Number(month) - 1,
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
      })),
    attributes: { owner, type },
  };
}
