import type { Keyv } from "keyv";
import { LRUCache } from "lru-cache";
import { deserialize, serialize } from "./serialize.ts";
import { measureValue, type StoredValue } from "./stored.ts";

/** Where cached values are kept. It never fails a request, and never delays one for long. */
export interface CacheStore {
  /** "failing": the store failed recently and is not used for a while. */
  readonly state: "ok" | "failing";
  read(key: string): Promise<StoredValue | undefined>;
  /** @param keep milliseconds after which the store may delete the value. */
  write(key: string, stored: StoredValue, keep: number): Promise<void>;
}

/** The limits of a store in memory, from the options of the cache. */
export interface MemoryStoreLimits {
  readonly maxOctets: number;
  readonly maxEntries: number;
}

/** Creates a store in memory that evicts the least recently used values. */
export function createMemoryStore({ maxOctets, maxEntries }: MemoryStoreLimits): CacheStore {
  const values = new LRUCache<string, StoredValue>({
    maxSize: Math.min(maxOctets, Number.MAX_SAFE_INTEGER),
    // The library allocates memory for this number; 0 turns the limit off.
    max: maxEntries === Number.POSITIVE_INFINITY ? 0 : maxEntries,
    sizeCalculation: (stored, key) => measureValue(stored) + 2 * key.length,
  });
  return {
    state: "ok",
    read: async (key) => values.get(key),
    write: async (key, stored) => void values.set(key, stored),
  };
}

export interface SharedStoreOptions {
  /** Timeout of the store, in milliseconds. */
  readonly timeoutMs: number;
  /** How long the store is not used after a failure, in milliseconds. */
  readonly retryDelayMs: number;
  readonly now: () => number;
}

/**
 * Wraps a Keyv store, which other gateways can share. An error or a timeout counts as a miss. After either, the store is
 * not used for a while, so that not every request waits for it.
 */
export function createSharedStore(
  keyv: Keyv,
  { timeoutMs, retryDelayMs, now }: SharedStoreOptions,
): CacheStore {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const fail = () => {
    pausedUntil = now() + retryDelayMs;
  };
  // Without a listener, an error of the store would end the process.
  keyv.on("error", fail);
  const isPaused = () => now() < pausedUntil;
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isPaused()) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the store did not answer in time")), timeoutMs);
    });
    try {
      return await Promise.race([work(), late]);
    } catch {
      fail();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get state() {
      return isPaused() ? "failing" : "ok";
    },
    read: async (key) => deserialize(await attempt(() => keyv.get(key))),
    async write(key, stored, keep) {
      const isWritten = await attempt(() => keyv.set(key, serialize(stored), Math.max(1, Math.ceil(keep))));
      if (isWritten === false) fail();
    },
  };
}
