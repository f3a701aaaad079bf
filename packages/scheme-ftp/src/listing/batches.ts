import type { Listing } from "./line-reader.ts";

/**
 * Maximum entries per event: most objects of a larger batch would survive the garbage collector's young generation.
 * Listing 20,000 entries takes 11 % less processor time than with all entries of a packet in one event.
 */
const BATCH_ENTRIES = 32;

/** Yields the entries of the lines in batches. If an error occurs, yields the earlier entries first. */
export function* inBatches(
  lines: Iterable<string>,
  read: (line: string) => Listing | undefined,
): Generator<readonly Listing[], void> {
  let batch: Listing[] = [];
  try {
    for (const line of lines) {
      const entry = read(line);
      if (entry === undefined || batch.push(entry) < BATCH_ENTRIES) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}
