import { toEntryData } from "@anyurl/client/front";
import { type DateQuality, displayText, type Entry, redact } from "@anyurl/core";
import { type EntryField, type ListingStyle, readEntryField } from "@anyurl/core/presentation";
import { type LinkBuilder, resolveHref } from "../hrefs.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { EntryView, Fact } from "../views.ts";

/** Returns a function that converts an entry for a page, with its link and the values of its columns. */
export function createEntryViewer(
  { columns, details }: ListingStyle,
  served: ServedSchemes,
  linker: LinkBuilder,
): (entry: Entry) => Promise<EntryView> {
  const fields = columns.map(({ field }) => field).filter((field) => !OWN_FIELDS.has(field));
  const others = details.filter(({ field }) => columns.every((column) => column.field !== field));
  return async (entry) => {
    const { name, kind, unsafe } = entry;
    const link = entry.url === undefined ? undefined : await resolveHref(entry.url, served, linker);
    const modified = formatTime(entry.modified, entry);
    const values = fields.map((field) => [field, formatField(entry, field)] as const);
    const facts = others.map(({ field, title }) => ({ name: title, value: formatField(entry, field) }));
    const known = facts.filter((fact): fact is Fact => fact.value !== undefined);
    const note = unsafe ?? link?.note;
    return {
      name,
      kind,
      ...(link !== undefined && { url: link.url }),
      ...(link?.href !== undefined && { href: link.href }),
      ...(link?.leaves === true && { leaves: true }),
      ...(entry.size !== undefined && { size: entry.size }),
      ...(modified !== undefined && { modified }),
      ...(values.length > 0 && { values: Object.fromEntries(values) }),
      ...(known.length > 0 && { facts: known }),
      ...(note !== undefined && { note }),
    };
  };
}

/** Fields that a view has as its own. */
const OWN_FIELDS: ReadonlySet<EntryField> = new Set(["name", "kind", "size", "modified"]);

/** Maximum length of a value on a page, in characters. JSON has all of it. */
const MAX_VALUE_LENGTH = 200;

/** Common media types that pages do not show. */
const COMMON_TYPES: ReadonlySet<string> = new Set([
  "text/plain",
  "message/rfc822",
  "application/gopher-menu",
]);

/** Formats a field of an entry as text; `undefined` if there is nothing to show. */
function formatField(entry: Entry, field: EntryField): string | undefined {
  const value = readEntryField(entry, field);
  if (value === undefined || value === "") return undefined;
  if (value instanceof Date) return formatTime(value, entry);
  if (field === "mediaType" && COMMON_TYPES.has(String(value))) return undefined;
  return redact(String(value)).slice(0, MAX_VALUE_LENGTH);
}

/** Formats a time as ISO 8601 in its known precision, without "Z" if the time zone is unknown. */
export function formatTime(
  modified: Date | undefined,
  { modifiedPrecision = "second", modifiedZone = "UTC" }: DateQuality = {},
): string | undefined {
  const year = modified?.getUTCFullYear() ?? Number.NaN;
  if (modified === undefined || !(year >= 0 && year <= 9999)) return undefined;
  const text = modified.toISOString();
  if (modifiedPrecision === "day") return text.slice(0, 10);
  const end = modifiedPrecision === "minute" ? 16 : modifiedPrecision === "second" ? 19 : 23;
  return text.slice(0, end) + (modifiedZone === "unknown" ? "" : "Z");
}

/** Converts an entry to JSON data, with its link. */
export async function toEntryJson(entry: Entry, served: ServedSchemes, linker: LinkBuilder): Promise<object> {
  const link = entry.url === undefined ? undefined : await resolveHref(entry.url, served, linker);
  return { ...toEntryData(entry), link: link?.href };
}

/** Formats an entry as one line: kind, size, time, name, URL, separated by HT; for information only the text. */
export function formatEntryLine(entry: Entry): string {
  const { name, kind, size, url, unsafe } = entry;
  if (kind === "information") return displayText(name);
  const target = url === undefined ? (unsafe ?? "") : redact(url);
  return [kind, size ?? "", formatTime(entry.modified, entry) ?? "", name, target]
    .map((field) => displayText(String(field)))
    .join("\t");
}
