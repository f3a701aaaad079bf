import { type Entry, type Limits, resolveLimits } from "@anyurl/core";
import { skippedLinesEntry } from "@anyurl/core/exchange";
import { TargetResolver } from "../target.ts";
import { TextEntityReader } from "../text-entity.ts";
import { type LineBatch, MenuLineSplitter } from "./lines.ts";
import { MenuReader } from "./menu.ts";
import { parseMenuItem } from "./menu-line.ts";

const CHUNK_BYTES = 64 * 1024;

/**
 * Parses a complete menu, from `get` or from a file, with or without its Lastline, and returns its entries.
 *
 * @throws {AccessError} too-large: more than the limits maxEntries and maxListing allow.
 * @throws {RangeError} a limit is not a number.
 */
export function readMenu(octets: Uint8Array, limits: Partial<Limits> = {}): readonly Entry[] {
  const checked = resolveLimits(limits);
  const lines = new MenuLineSplitter(checked);
  const reader = new MenuReader(new TargetResolver());
  const entries: Entry[] = [];
  const take = (batch: LineBatch) => {
    if (batch.failure !== undefined) throw batch.failure;
    for (const line of batch.lines) {
      const item = parseMenuItem(line);
      if (item !== undefined) entries.push(reader.toEntry(item));
    }
  };
  const text = new TextEntityReader(checked.maxHeld);
  // Read in chunks, so that the strings of a line do not retain the whole menu.
  for (let at = 0; at < octets.length; at += CHUNK_BYTES) {
    take(lines.push(text.push(octets.subarray(at, at + CHUNK_BYTES))));
  }
  take(lines.push(text.end().octets));
  take(lines.end());
  const skipped = skippedLinesEntry(lines.skipped, checked);
  return skipped === undefined ? entries : [...entries, skipped];
}
