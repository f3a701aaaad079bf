import type { Attributes, Completeness, Entry } from "@anyurl/core";

/** A cached value. It is immutable. */
export type StoredValue = StoredBody | StoredEntries | StoredAttributes | StoredNotFound;

interface StoredTimestamp {
  /** Milliseconds since the epoch: the time of the response. */
  readonly time: number;
}

export interface StoredBody extends StoredTimestamp {
  readonly is: "body";
  readonly url: string;
  readonly mediaType: string | undefined;
  readonly size: number | undefined;
  /** Milliseconds since the epoch. */
  readonly modified: number | undefined;
  readonly etag: string | undefined;
  readonly complete: Completeness;
  readonly octets: Uint8Array;
}

interface StoredEntries extends StoredTimestamp {
  readonly is: "entries";
  readonly entries: readonly Entry[];
}

interface StoredAttributes extends StoredTimestamp {
  readonly is: "attributes";
  readonly attributes: Attributes;
}

/** The server replied not-found. */
interface StoredNotFound extends StoredTimestamp {
  readonly is: "absence";
  readonly message: string;
  readonly scheme: string | undefined;
  readonly operation: string | undefined;
  readonly reply: string | undefined;
}

/** Returns the approximate memory size of an entry, in bytes. */
export function measureEntry(entry: Entry): number {
  let cost = 160 + 2 * (entry.name.length + (entry.url?.length ?? 0));
  for (const value of Object.values(entry.attributes ?? {})) cost += 64 + 2 * value.length;
  return cost;
}

/** Returns the approximate memory size of a value, in bytes. */
export function measureValue(stored: StoredValue): number {
  switch (stored.is) {
    case "body":
      return 500 + stored.octets.length + 2 * stored.url.length;
    case "entries":
      return stored.entries.reduce((cost, entry) => cost + measureEntry(entry), 500);
    default:
      return 1000;
  }
}
