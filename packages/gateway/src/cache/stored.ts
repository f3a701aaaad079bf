import type { Attributes, Completeness, Entry } from "@anyurl/core";

/** A cached value. It is immutable. */
export type Stored = StoredBody | StoredEntries | StoredAttributes | StoredAbsence;

interface StoredAt {
  /** Milliseconds since the epoch: the time of the response, or of the last revalidation. */
  readonly time: number;
}

export interface StoredBody extends StoredAt {
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

interface StoredEntries extends StoredAt {
  readonly is: "entries";
  readonly entries: readonly Entry[];
}

interface StoredAttributes extends StoredAt {
  readonly is: "attributes";
  readonly attributes: Attributes;
}

/** The server replied not-found. */
interface StoredAbsence extends StoredAt {
  readonly is: "absence";
  readonly message: string;
  readonly scheme: string | undefined;
  readonly operation: string | undefined;
  readonly reply: string | undefined;
}

/** Returns the approximate memory size of an entry, in bytes. */
export function costOfEntry(entry: Entry): number {
  let cost = 160 + 2 * (entry.name.length + (entry.url?.length ?? 0));
  for (const value of Object.values(entry.attributes ?? {})) cost += 64 + 2 * value.length;
  return cost;
}

/** Returns the approximate memory size of a value, in bytes. */
export function costOf(stored: Stored): number {
  switch (stored.is) {
    case "body":
      return 500 + stored.octets.length + 2 * stored.url.length;
    case "entries":
      return stored.entries.reduce((cost, entry) => cost + costOfEntry(entry), 500);
    default:
      return 1000;
  }
}
