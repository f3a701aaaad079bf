import type { Entry } from "@anyurl/core";

/** The cached operations. Each has its own key and TTL. */
export type CachedOperation = "get" | "list" | "search" | "stat";

/** A chunk of a body, or an entry of a listing. */
export type Item = Uint8Array | Entry;

/** A cached value. It is immutable. */
export type StoredValue = StoredAnswer | StoredNotFound;

/** A response: its metadata, and its body or its entries. */
export interface StoredAnswer {
  readonly is: CachedOperation;
  /** Plain data with dates. A listing has none. */
  readonly head?: object | undefined;
  readonly items: readonly Item[];
}

/** The server replied not-found. */
export interface StoredNotFound {
  readonly is: "not-found";
  readonly message: string;
  readonly scheme?: string | undefined;
  readonly operation?: string | undefined;
  readonly reply?: string | undefined;
}

/** Returns the approximate memory size of an item, in bytes. It has an overhead, because items can be very small. */
export function measureItem(item: Item): number {
  if (item instanceof Uint8Array) return 256 + item.length;
  let cost = 160 + 2 * (item.name.length + (item.url?.length ?? 0));
  for (const value of Object.values(item.attributes ?? {})) cost += 64 + 2 * value.length;
  return cost;
}

/** Returns the approximate memory size of a value, in bytes. */
export function measureValue(stored: StoredValue): number {
  if (stored.is === "not-found") return 1000;
  return stored.items.reduce((cost, item) => cost + measureItem(item), 1000);
}
