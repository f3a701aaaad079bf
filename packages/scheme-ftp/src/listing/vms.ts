import { dated, parseMonth } from "./dates.ts";
import type { LineReader, Listing } from "./line-reader.ts";

/** `NAME.TYPE;VERSION  blocks[/allocated]  21-NOV-2026 04:05[:06[.78]]  [OWNER]  (RWED,…)` */
const ENTRY =
  /^([^ ;]+);([0-9]{1,5}) +([0-9]{1,10})(?:\/[0-9]{1,10})?K? +([0-9]{1,2})-([A-Za-z]{3})-([0-9]{4})(?: +([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?)?(?: +(\[[^\]]*\])?)? *(\([^)]*\))? *$/;
/** A long name: the rest of the entry is on the next line. */
const NAME_ALONE = /^([^ ;]+);([0-9]{1,5})$/;
const AROUND = /^(?:Directory .*[\]>]|Total of [0-9]+ files?,.*|Grand total of .*)$/;

/** Parses listings of OpenVMS. Its sizes are in blocks, so they are ignored. */
export function vmsReader(): LineReader {
  let begun: string | undefined;
  return (line) => {
    if (AROUND.test(line)) return "nothing";
    const whole = begun !== undefined && line.startsWith(" ") ? `${begun}${line}` : line;
    begun = undefined;
    if (NAME_ALONE.test(whole)) {
      begun = whole;
      return "nothing";
    }
    return parseVmsEntry(whole);
  };
}

function parseVmsEntry(line: string): Listing | undefined {
  const match = ENTRY.exec(line);
  if (match === null) return undefined;
  const [
    ,
    file = "",
    version = "",
    blocks = "",
    day,
    monthName = "",
    year,
    hour,
    minute,
    second,
    owner,
    protection,
  ] = match;
  const month = parseMonth(monthName);
  if (month === undefined) return undefined;
  const isDirectory = /\.DIR$/i.test(file);
  return {
    name: isDirectory ? file.slice(0, -4) : file,
    kind: isDirectory ? "directory" : "file",
    ...dated({
      year: Number(year),
      month,
      day: Number(day),
      ...(hour !== undefined && { hour: Number(hour), minute: Number(minute) }),
      ...(second !== undefined && { second: Number(second) }),
    }),
    attributes: {
      version,
      blocks,
      ...(owner !== undefined && { owner }),
      ...(protection !== undefined && { permissions: protection }),
    },
  };
}
