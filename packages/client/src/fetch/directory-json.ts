import { type Entry, redact } from "@anyurl/core";
import type { ListingWriter } from "../front/write-listing.ts";

/**
 * Creates `{ "url", "entries": [ … ] }`. An entry has its known fields; a name is a string that preserves its bytes,
 * and `modified` is a date of RFC 3339.
 */
export function createJsonWriter(url: string): ListingWriter<Entry> {
  return {
    head: `{"url":${JSON.stringify(url)},"entries":[`,
    entry: (entry, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(plain(entry))}`,
    foot: () => "\n]}\n",
  };
}

/** Copies the documented fields of an entry, and drops all others. */
function plain({ name, kind, url, unsafe, size, modified, mediaType, attributes = {} }: Entry): object {
  return {
    name,
    kind,
    url: url === undefined ? undefined : redact(url),
    unsafe,
    size,
    modified: isDate(modified) ? modified.toISOString() : undefined,
    mediaType,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, redact(String(value))]),
    ),
  };
}

function isDate(date: Date | undefined): date is Date {
  return date !== undefined && !Number.isNaN(date.getTime());
}
