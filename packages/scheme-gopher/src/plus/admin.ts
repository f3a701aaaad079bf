/** The administrator of an item, and the other lines of its +ADMIN block (appendix A2 of the Gopher+ specification). */
export interface Admin {
  /** The text of the line "Admin", and the address between its angle brackets. */
  readonly admin: { readonly words: string; readonly address: string | undefined } | undefined;
  /** Mod-Date, read as UTC, because the specification names no time zone. */
  readonly modified: Date | undefined;
  /** Every line "Name: value", by the name as written; of two lines with one name, the first. */
  readonly fields: ReadonlyMap<string, string>;
}

export function readAdmin(block: string | readonly string[]): Admin {
  const lines = typeof block === "string" ? block.split("\n") : block;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  const admin = fields.get("Admin");
  // One example in the specification has "Date" instead.
  const date = fields.get("Mod-Date") ?? fields.get("Date");
  return {
    admin: admin === undefined ? undefined : { words: parseAdminText(admin), address: findInBrackets(admin) },
    modified: date === undefined ? undefined : parseModDate(findInBrackets(date)),
    fields,
  };
}

function parseAdminText(value: string): string {
  const less = value.lastIndexOf("<");
  return (less < 0 ? value : value.slice(0, less)).trim();
}

function findInBrackets(value: string): string | undefined {
  const less = value.lastIndexOf("<");
  const greater = value.indexOf(">", less);
  return less < 0 || greater < 0 ? undefined : value.slice(less + 1, greater);
}

/** Parses YYYYMMDDhhmmss; returns `undefined` for a day or an hour that does not exist. */
function parseModDate(digits: string | undefined): Date | undefined {
  const match = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(digits ?? "");
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const written = date
    .toISOString()
    .replace(/[^0-9]/g, "")
    .slice(0, 14);
  return written === digits ? date : undefined;
}
