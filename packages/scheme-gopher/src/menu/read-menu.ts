import { type Entry, type Limits, resolveLimits } from "@anyurl/core";
import { skippedLinesEntry } from "@anyurl/core/exchange";
import { Targets } from "../target.ts";
import { Text } from "../text-entity.ts";
import { type Batch, Lines } from "./lines.ts";
import { MenuReader } from "./menu.ts";
import { menuItem } from "./menu-line.ts";

const PIECE = 64 * 1024;

/**
 * Parses a complete menu, from `get` or from a file, with or without its Lastline, and returns its entries.
 *
 * @throws {AccessError} too-large: more than the limits maxEntries and maxListing allow.
 * @throws {RangeError} a limit is not a number.
 */
export function readMenu(octets: Uint8Array, limits: Partial<Limits> = {}): readonly Entry[] {
  const checked = resolveLimits(limits);
  const lines = new Lines(checked);
  const reader = new MenuReader(new Targets());
  const entries: Entry[] = [];
  const take = (batch: Batch) => {
    if (batch.failure !== undefined) throw batch.failure;
    for (const line of batch.lines) {
      const item = menuItem(line);
      if (item !== undefined) entries.push(reader.entryOf(item));
    }
  };
  const text = new Text(checked.maxHeld);
  // Read in chunks, so that the strings of a line do not retain the whole menu.
  for (let at = 0; at < octets.length; at += PIECE) {
    take(lines.push(text.push(octets.subarray(at, at + PIECE))));
  }
  take(lines.push(text.end().octets));
  take(lines.end());
  const skipped = skippedLinesEntry(lines.skipped, checked);
  return skipped === undefined ? entries : [...entries, skipped];
}
