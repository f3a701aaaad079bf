import { type DateQuality, displayText, type Entry, redact } from "@anyurl/core";
import { type LinkBuilder, resolveHref } from "../hrefs.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { EntryView, Fact } from "../views.ts";

/** Converts an entry for a page, with its link. */
export async function toEntryView(
  entry: Entry,
  served: ServedSchemes,
  linker: LinkBuilder,
): Promise<EntryView> {
  const { name, kind, size, unsafe } = entry;
  const modified = formatTime(entry.modified, entry);
  const facts = entryFacts(entry);
  const link = entry.url === undefined ? undefined : await resolveHref(entry.url, served, linker);
  const note = unsafe ?? link?.note;
  return {
    name,
    kind,
    ...(link !== undefined && { url: link.url }),
    ...(link?.href !== undefined && { href: link.href }),
    ...(link?.leaves === true && { leaves: true }),
    ...(size !== undefined && Number.isSafeInteger(size) && size >= 0 && { size }),
    ...(modified !== undefined && { modified }),
    ...(facts.length > 0 && { facts }),
    ...(note !== undefined && { note }),
  };
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

/** Attributes that pages show, and their labels. */
const SHOWN_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["description", "about"],
  ["from", "from"],
  ["score", "score"],
  ["lines", "lines"],
  ["language", "language"],
]);

/** Maximum length of a value on a page, in characters. JSON has all of it. */
const MAX_FACT_LENGTH = 200;

/** Common media types that pages do not show. */
const COMMON_TYPES: ReadonlySet<string> = new Set([
  "text/plain",
  "message/rfc822",
  "application/gopher-menu",
]);

function entryFacts({ mediaType, attributes = {} }: Entry): readonly Fact[] {
  const facts: Fact[] = [];
  for (const [key, name] of SHOWN_ATTRIBUTES) {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (value !== undefined && value !== "")
      facts.push({ name, value: redact(value).slice(0, MAX_FACT_LENGTH) });
  }
  if (mediaType !== undefined && !COMMON_TYPES.has(mediaType)) facts.push({ name: "type", value: mediaType });
  return facts;
}

/** Converts an entry to JSON data. Copies only the known fields, because a plugin may add others. */
export async function toEntryJson(entry: Entry, served: ServedSchemes, linker: LinkBuilder): Promise<object> {
  const { name, kind, url, unsafe, size, modified, mediaType, attributes = {} } = entry;
  const link = url === undefined ? undefined : await resolveHref(url, served, linker);
  const time = modified?.getTime() ?? Number.NaN;
  return {
    name,
    kind,
    url: link?.url,
    link: link?.href,
    unsafe,
    size,
    modified: Number.isNaN(time) ? undefined : modified?.toISOString(),
    modifiedPrecision: entry.modifiedPrecision,
    modifiedZone: entry.modifiedZone,
    mediaType,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, redact(String(value))]),
    ),
  };
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
