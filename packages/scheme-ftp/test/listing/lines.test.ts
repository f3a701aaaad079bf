import { describe, expect, it } from "vitest";
import type { Listing } from "../../src/listing/line-reader.ts";
import { createListingReader, type ListingFormat } from "../../src/listing/listing.ts";
import LISTINGS from "./lines.json" with { type: "json" };

/* Listings of all systems, each line with its entry; "" for a line without one. */

const NOW = new Date("2026-11-21T12:00:00Z");

function written(entry: Listing | undefined): string {
  if (entry === undefined) return "";
  const { kind, name, size, modified, modifiedPrecision, modifiedZone, attributes } = entry;
  return [
    `${kind} "${name}"`,
    ...(size === undefined ? [] : [`size ${size}`]),
    ...(modified === undefined ? [] : [`${modified.toISOString()} ${modifiedPrecision} ${modifiedZone}`]),
    ...Object.entries(attributes ?? {}).map(([key, value]) => `${key}=${value}`),
  ].join(", ");
}

describe.each(LISTINGS)("$rule", ({ format, lines }) => {
  const read = createListingReader(format as ListingFormat, NOW);
  // A line can depend on the one before it.
  const rows = lines.map(([line = "", expected]) => [line, expected, written(read(line))] as const);
  it.each(rows)("%s", (_, expected, entry) => {
    expect(entry).toBe(expected);
  });
});
