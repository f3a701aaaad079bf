import { displayText, type EntryKind, textOf } from "@anyurl/core";

export type ListingFormat = "MLSD" | "LIST" | "NLST";

/** One line of a listing, before it has a URL. Everything in it is the server's word. */
export interface Listing {
  /** The name: text that keeps its octets. */
  readonly name: string;
  readonly kind: Extract<EntryKind, "file" | "directory" | "link" | "unknown">;
  /** Octets. */
  readonly size?: number;
  readonly modified?: Date;
  /** Facts of MLSD in lower case, or the permissions and the link's target of LIST. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What a listing's line says; `undefined` for a line that is no entry, and for "." and "..". */
export function listingOf(octets: Uint8Array, format: ListingFormat, now: Date): Listing | undefined {
  const line = textOf(octets);
  const entry = READERS[format](line, now);
  return entry === undefined || entry.name === "" || entry.name === "." || entry.name === ".."
    ? undefined
    : entry;
}

const READERS: Readonly<Record<ListingFormat, (line: string, now: Date) => Listing | undefined>> = {
  MLSD: fromMlsd,
  LIST: fromList,
  NLST: (name) => ({ name, kind: "unknown" }),
};

/** entry = [ facts ] SP pathname; facts = 1*( factname "=" value ";" )   (RFC 3659 §7.2) */
function fromMlsd(line: string): Listing | undefined {
  const space = line.indexOf(" ");
  if (space < 0) return undefined;
  const facts = new Map<string, string>();
  for (const fact of line.slice(0, space).split(";")) {
    const equals = fact.indexOf("=");
    if (equals > 0) facts.set(fact.slice(0, equals).toLowerCase(), fact.slice(equals + 1));
  }
  const type = (facts.get("type") ?? "").toLowerCase();
  if (type === "cdir" || type === "pdir") return undefined;
  const size = count(facts.get("size"));
  const modified = timeVal(facts.get("modify"));
  return {
    name: line.slice(space + 1),
    kind:
      type === "file"
        ? "file"
        : type === "dir"
          ? "directory"
          : /^os\.unix=(?:slink|symlink)/.test(type)
            ? "link"
            : "unknown",
    ...(size !== undefined && type !== "dir" && { size }),
    ...(modified !== undefined && { modified }),
    attributes: Object.fromEntries([...facts].map(([name, value]) => [name, displayText(value)])),
  };
}

/** time-val = 14DIGIT [ "." 1*DIGIT ], in UTC (RFC 3659 §2.3); `undefined` when it is no time. */
export function timeVal(text: string | undefined): Date | undefined {
  const match = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:\.([0-9]{1,9}))?$/.exec(
    text ?? "",
  );
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return utc(year, month - 1, day, hour, minute, second, Math.trunc(Number(`0.${match[7] ?? "0"}`) * 1000));
}

/** A date whose fields are in their ranges; the 31st of June is none. */
function utc(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): Date | undefined {
  const date = new Date(Date.UTC(year, month, day, hour, minute, second, ms));
  const same = date.getUTCMonth() === month && date.getUTCDate() === day && date.getUTCHours() === hour;
  // A leap second is the next minute's first.
  return same && minute < 60 && second <= 60 ? date : undefined;
}

/** LIST is for people, and every system has its own form: each is tried in turn, and the name alone is last. */
function fromList(line: string, now: Date): Listing | undefined {
  if (/^total [0-9]+$/.test(line) || line === "") return undefined;
  return fromUnix(line, now) ?? fromDos(line) ?? fromEplf(line) ?? { name: line, kind: "unknown" };
}

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/**
 *     -rw-r--r--    1 0        0              32 Feb 03  2001 lf.txt
 *     lrwxrwxrwx    1 0        0               6 Nov 21 02:23 link.txt -> lf.txt
 *
 * The group may be missing. One blank parts the date from the name: further ones are the name's.
 */
const UNIX =
  /^([-dlbcps])([-rwxsStT]{9})[+@.]? +[0-9]+ +(?:[^ ]+ +){1,2}(?:([0-9]{1,15})|[0-9]+, *[0-9]+) +([A-Z][a-z]{2}) +([0-9]{1,2}) +(?:([0-9]{4})|([0-9]{1,2}):([0-9]{2})) (.+)$/s;

function fromUnix(line: string, now: Date): Listing | undefined {
  const match = UNIX.exec(line);
  if (match === null) return undefined;
  const [, type, permissions, size, monthName, day, year, hour, minute, rest] = match;
  const month = MONTHS.indexOf(monthName!);
  if (month < 0 || month % 3 !== 0) return undefined;
  const modified =
    year === undefined
      ? recent(month / 3, Number(day), Number(hour), Number(minute), now)
      : utc(Number(year), month / 3, Number(day));
  const arrow = type === "l" ? rest!.indexOf(" -> ") : -1;
  return {
    name: arrow < 0 ? rest! : rest!.slice(0, arrow),
    kind: type === "-" ? "file" : type === "d" ? "directory" : type === "l" ? "link" : "unknown",
    ...(size !== undefined && type === "-" && { size: Number(size) }),
    ...(modified !== undefined && { modified }),
    attributes: {
      permissions: `${type}${permissions}`,
      ...(arrow >= 0 && { target: displayText(rest!.slice(arrow + 4)) }),
    },
  };
}

/** `ls` leaves out the year of the last half year: the latest one that is not in the future, a day's grace given. */
function recent(month: number, day: number, hour: number, minute: number, now: Date): Date | undefined {
  const date = utc(now.getUTCFullYear(), month, day, hour, minute);
  const isPast = date !== undefined && date.getTime() <= now.getTime() + 86_400_000;
  return isPast ? date : utc(now.getUTCFullYear() - 1, month, day, hour, minute);
}

/** `02-03-01  04:05AM       <DIR>          name`, as IIS prints it; the year has two or four digits. */
const DOS =
  /^([0-9]{2})-([0-9]{2})-([0-9]{2}|[0-9]{4}) +([0-9]{2}):([0-9]{2})([AP]M)? +(?:(<DIR>)|([0-9]{1,15})) +([^ ].*)$/s;

function fromDos(line: string): Listing | undefined {
  const match = DOS.exec(line);
  if (match === null) return undefined;
  const [, month, day, yearText, hourText, minute, half, directory, size, name] = match;
  const year = Number(yearText);
  const hour = half === undefined ? Number(hourText) : (Number(hourText) % 12) + (half === "PM" ? 12 : 0);
  const modified = utc(
    yearText!.length === 4 ? year : year + (year < 70 ? 2000 : 1900),
    Number(month) - 1,
    Number(day),
    hour,
    Number(minute),
  );
  return {
    name: name!,
    kind: directory === undefined ? "file" : "directory",
    ...(size !== undefined && { size: Number(size) }),
    ...(modified !== undefined && { modified }),
  };
}

/** `+i8388621.29609,m824255902,/,<TAB>name`: facts between commas, a tab, the name (EPLF). */
function fromEplf(line: string): Listing | undefined {
  const tab = line.indexOf("\t");
  if (!line.startsWith("+") || tab < 0) return undefined;
  const facts = line.slice(1, tab).split(",");
  const fact = (letter: string) => facts.find((each) => each.startsWith(letter))?.slice(1);
  const size = count(fact("s"));
  const seconds = count(fact("m"));
  return {
    name: line.slice(tab + 1),
    kind: facts.includes("/") ? "directory" : facts.includes("r") ? "file" : "unknown",
    ...(size !== undefined && { size }),
    ...(seconds !== undefined && seconds < 8.64e12 && { modified: new Date(seconds * 1000) }),
  };
}

/** A number from outside is digits of bounded length, or it is absent. */
function count(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
