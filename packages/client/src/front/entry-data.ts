import { type Entry, redact } from "@anyurl/core";
import { toSafeSize } from "./byte-range.ts";

/**
 * Returns the documented fields of an entry as data for JSON: a name is a string that preserves its bytes, `modified` is
 * a date of RFC 3339. A plugin may add other fields, and a server may send passwords: both are dropped.
 */
export function toEntryData(entry: Entry): object {
  const { name, kind, url, unsafe, modified, attributes = {} } = entry;
  const isDate = modified !== undefined && !Number.isNaN(modified.getTime());
  return {
    name,
    kind,
    url: url === undefined ? undefined : redact(url),
    unsafe,
    size: toSafeSize(entry),
    modified: isDate ? modified.toISOString() : undefined,
    modifiedPrecision: entry.modifiedPrecision,
    modifiedZone: entry.modifiedZone,
    mediaType: entry.mediaType,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, redact(String(value))]),
    ),
  };
}
