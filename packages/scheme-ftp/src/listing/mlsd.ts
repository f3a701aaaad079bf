import { displayText } from "@anyurl/core";
import { type Dated, parseDate } from "./dates.ts";
import { count, type Listing } from "./line-reader.ts";

/** entry = [ facts ] SP pathname; facts = 1*( factname "=" value ";" )   (RFC 3659 §7.2) */
export function fromMlsd(line: string): Listing | undefined {
  const space = line.indexOf(" ");
  if (space < 0) return undefined;
  const facts = new Map<string, string>();
  for (const fact of line.slice(0, space).split(";")) {
    const equals = fact.indexOf("=");
    if (equals > 0) facts.set(fact.slice(0, equals).toLowerCase(), fact.slice(equals + 1));
  }
  const type = (facts.get("type") ?? "").toLowerCase();
  if (type === "cdir" || type === "pdir") return undefined;
  return { name: line.slice(space + 1), ...factsIn(facts, type) };
}

/** Parses the facts of MLSx, without the name. */
function factsIn(facts: ReadonlyMap<string, string>, type: string): Omit<Listing, "name"> {
  const size = count(facts.get("size"));
  return {
    kind: parseKind(type),
    ...(size !== undefined && type !== "dir" && { size }),
    ...timeVal(facts.get("modify") ?? ""),
    attributes: Object.fromEntries([...facts].map(([name, value]) => [name, displayText(value)])),
  };
}

function parseKind(type: string): Listing["kind"] {
  if (type === "file") return "file";
  if (type === "dir" || type === "cdir" || type === "pdir") return "directory";
  return /^os\.unix=(?:slink|symlink)/.test(type) ? "link" : "unknown";
}

/** Parses the one line of MLST, like MLSD; the entry may be the directory itself. */
export function fromMlst(line: string): Listing | undefined {
  const entry = fromMlsd(line.replace(/^([^ ]*)type=[cp]dir;/i, "$1type=dir;"));
  return entry?.name === "" ? undefined : entry;
}

/** Parses time-val = 14DIGIT [ "." 1*DIGIT ], in UTC (RFC 3659 §2.3); `undefined` if it is invalid. */
export function timeVal(text: string): Dated | undefined {
  const match = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:\.([0-9]+))?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction] = match;
  const millisecond = Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
  const modified = parseDate({
    year: Number(year),
    month: Number(month) - 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond,
  });
  const modifiedPrecision = fraction === undefined ? "second" : "millisecond";
  return modified && { modified, modifiedPrecision, modifiedZone: "UTC" };
}
