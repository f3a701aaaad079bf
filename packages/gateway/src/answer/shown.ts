import { type DateQuality, displayText, type Entry, redact } from "@anyurl/core";
import { hrefOf, type Linker } from "../hrefs.ts";
import type { Served } from "../served.ts";
import type { Fact, ShownEntry } from "../view.ts";

/** An entry as a page shows it, with its link. */
export async function shownEntry(entry: Entry, served: Served, linker: Linker): Promise<ShownEntry> {
  const { name, kind, size, unsafe } = entry;
  const modified = modifiedText(entry.modified, entry);
  const facts = factsOf(entry);
  const link = entry.url === undefined ? undefined : await hrefOf(entry.url, served, linker);
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

/** ISO 8601, as exactly as it is known; without "Z" where nobody has told the zone. */
export function modifiedText(
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

/** Attributes that say something to a reader, and how they are called. */
const SAID: ReadonlyMap<string, string> = new Map([
  ["description", "about"],
  ["from", "from"],
  ["score", "score"],
  ["lines", "lines"],
  ["language", "language"],
]);

/** Characters of a fact that are shown: the whole is in the JSON. */
const MAX_FACT = 200;

/** What most entries are, and nobody has to be told. */
const USUAL: ReadonlySet<string> = new Set(["text/plain", "message/rfc822", "application/gopher-menu"]);

function factsOf({ mediaType, attributes = {} }: Entry): readonly Fact[] {
  const facts: Fact[] = [];
  for (const [key, name] of SAID) {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    if (value !== undefined && value !== "") facts.push({ name, value: redact(value).slice(0, MAX_FACT) });
  }
  if (mediaType !== undefined && !USUAL.has(mediaType)) facts.push({ name: "type", value: mediaType });
  return facts;
}

/** An entry as data: only what it has by its type, whoever has made it. */
export async function plainEntry(entry: Entry, served: Served, linker: Linker): Promise<object> {
  const { name, kind, url, unsafe, size, modified, mediaType, attributes = {} } = entry;
  const link = url === undefined ? undefined : await hrefOf(url, served, linker);
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

/** An entry as a line: kind, size, time, name, URL, parted by HT; of what only says something the words. */
export function lineOfEntry(entry: Entry): string {
  const { name, kind, size, url, unsafe } = entry;
  if (kind === "information") return displayText(name);
  const target = url === undefined ? (unsafe ?? "") : redact(url);
  return [kind, size ?? "", modifiedText(entry.modified, entry) ?? "", name, target]
    .map((field) => displayText(String(field)))
    .join("\t");
}
