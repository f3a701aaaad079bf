import type { Attributes, Completeness, Entry } from "@anyurl/core";

/** What the cache holds of a URL. It is not changed afterwards. */
export type Stored = StoredBody | StoredEntries | StoredAttributes | StoredAbsence;

interface StoredAt {
  /** Milliseconds since the epoch: when the server said so, or has confirmed it. */
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

/** The server said that there is no such thing. */
interface StoredAbsence extends StoredAt {
  readonly is: "absence";
  readonly message: string;
  readonly scheme: string | undefined;
  readonly operation: string | undefined;
  readonly reply: string | undefined;
}

/** Octets that an entry takes, about: what is bounded by it is memory. */
export function costOfEntry(entry: Entry): number {
  let cost = 160 + 2 * (entry.name.length + (entry.url?.length ?? 0));
  for (const value of Object.values(entry.attributes ?? {})) cost += 64 + 2 * value.length;
  return cost;
}

/** Octets that something takes, about. */
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
