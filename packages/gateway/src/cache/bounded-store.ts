import { checkedCount } from "../guard/places.ts";

export interface BoundedStoreOptions {
  /** Octets of what is held, about. Default 64 MiB. */
  readonly maxOctets?: number;
  /** Default 10,000. */
  readonly maxEntries?: number;
}

/** What Keyv wants of a store. */
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

interface Held {
  readonly value: unknown;
  readonly cost: number;
}

/**
 * A store for Keyv, in memory, that holds so many octets and no more: what has not been used for the longest goes first.
 * (The Map that Keyv has without one grows for ever.)
 *
 * @param costOf octets of what Keyv hands over.
 * @throws {RangeError} a bound that is none.
 */
export function boundedStore(
  { maxOctets = 64 * 1024 * 1024, maxEntries = 10_000 }: BoundedStoreOptions,
  costOf: (value: unknown) => number,
): BoundedStore {
  checkedCount("maxOctets", maxOctets);
  checkedCount("maxEntries", maxEntries);
  /** In the order of use. */
  const held: Map<string, Held> = new Map();
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
