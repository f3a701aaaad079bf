import type { Keyv } from "keyv";
import { LRUCache } from "lru-cache";
import type { CacheSettings } from "./options.ts";
import { deserialize, serialize } from "./serialize.ts";
import { measureValue, type StoredValue } from "./stored.ts";

/** Where cached values are kept. It never fails a request, and never delays one for long. */
export interface CacheStore {
  /** "failing": the store failed recently and is not used for a while. */
  readonly state: "ok" | "failing";
  read(key: string): Promise<StoredValue | undefined>;
  /** @param ttl milliseconds until the value expires; above 0. */
  write(key: string, stored: StoredValue, ttl: number): Promise<void>;
}

/** Creates a store in memory that evicts the least recently used values. */
export function createMemoryStore({
  maxOctets,
  maxEntries,
  now = Date.now,
}: Pick<CacheSettings, "maxOctets" | "maxEntries" | "now">): CacheStore {
  const values = new LRUCache<string, StoredValue>({
    maxSize: Math.min(maxOctets, Number.MAX_SAFE_INTEGER),
    // The library allocates memory for this number; 0 turns the limit off.
    max: maxEntries === Number.POSITIVE_INFINITY ? 0 : maxEntries,
    sizeCalculation: (stored, key) => measureValue(stored) + 2 * key.length,
    perf: { now: createSteadyClock(now) },
    ttlResolution: 0,
  });
  return {
    state: "ok",
    read: async (key) => values.get(key),
    write: async (key, stored, ttl) => void values.set(key, stored, { ttl: toWholeMilliseconds(ttl) ?? 0 }),
  };
}

/** Returns a clock that stands still when `now` is set back, so that no value is kept longer for it. */
function createSteadyClock(now: () => number): () => number {
  let last = now();
  // The library takes 0 for no time.
  let elapsed = 1;
  return () => {
    const time = now();
    elapsed += Math.max(0, time - last);
    last = time;
    return elapsed;
  };
}

/** Returns `undefined` for Infinity, which stores do not accept. */
function toWholeMilliseconds(ttl: number): number | undefined {
  return ttl === Number.POSITIVE_INFINITY ? undefined : Math.max(1, Math.ceil(ttl));
}

/**
 * Wraps a Keyv store, which other gateways can share. An error or a timeout counts as a miss. After either, the store is
 * not used for a while, so that not every request waits for it.
 */
export function createSharedStore(
  keyv: Keyv,
  {
    storeTimeout,
    storeRetryDelay,
    now = Date.now,
  }: Pick<CacheSettings, "storeTimeout" | "storeRetryDelay" | "now">,
): CacheStore {
  let failedAt: number | undefined;
  const fail = () => {
    failedAt = now();
  };
  // Without a listener, an error of the store would end the process.
  keyv.on("error", fail);
  const isPaused = () => {
    if (failedAt === undefined) return false;
    const waited = now() - failedAt;
    // Below 0 if the clock was set back: nothing says how long the store has been paused.
    if (waited < 0 || waited >= storeRetryDelay) failedAt = undefined;
    return failedAt !== undefined;
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isPaused()) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the store did not answer in time")), storeTimeout);
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
    async write(key, stored, ttl) {
      const isWritten = await attempt(() => keyv.set(key, serialize(stored), toWholeMilliseconds(ttl)));
      if (isWritten === false) fail();
    },
  };
}
