import { checkCount } from "../guard/concurrency-limiter.ts";

export interface BoundedStoreOptions {
  /** Maximum size, approximately, in bytes. Default 64 MiB. */
  readonly maxOctets?: number;
  /** Maximum number of entries. Default 10,000. */
  readonly maxEntries?: number;
}

/** The interface of a Keyv store. */
export interface BoundedStore {
  readonly opts: object;
  namespace?: string;
  readonly octets: number;
  readonly size: number;
  get(key: string): Promise<any>;
  set(key: string, value: unknown): Promise<boolean>;
  delete(key: string): Promise<boolean>;
  clear(): Promise<void>;
  has(key: string): Promise<boolean>;
  on(event: string, listener: (...given: any[]) => void): this;
}

interface StoredItem {
  readonly value: unknown;
  readonly cost: number;
}

/**
 * Creates an in-memory store for Keyv with a size limit. It evicts the least recently used entries. (The default Map of
 * Keyv grows without limit.)
 *
 * @param costOf returns the size of a value, in bytes.
 * @throws {RangeError} a limit is invalid.
 */
export function createBoundedStore(
  { maxOctets = 64 * 1024 * 1024, maxEntries = 10_000 }: BoundedStoreOptions,
  costOf: (value: unknown) => number,
): BoundedStore {
  checkCount("maxOctets", maxOctets);
  checkCount("maxEntries", maxEntries);
  /** In the order of last use. */
  const held: Map<string, StoredItem> = new Map();
  let octets = 0;
  const drop = (key: string): boolean => {
    const found = held.get(key);
    if (found === undefined) return false;
    octets -= found.cost;
    return held.delete(key);
  };
  return {
    opts: {},
    get octets() {
      return octets;
    },
    get size() {
      return held.size;
    },
    async get(key) {
      const found = held.get(key);
      if (found === undefined) return undefined;
      held.delete(key);
      held.set(key, found);
      return found.value;
    },
    async set(key, value) {
      drop(key);
      const cost = costOf(value) + 2 * key.length;
      if (cost > maxOctets) return false;
      held.set(key, { value, cost });
      octets += cost;
      for (const oldest of held.keys()) {
        if (octets <= maxOctets && held.size <= maxEntries) break;
        drop(oldest);
      }
      return true;
    },
    delete: async (key) => drop(key),
    async clear() {
      held.clear();
      octets = 0;
    },
    has: async (key) => held.has(key),
    on() {
      return this;
    },
  };
}
