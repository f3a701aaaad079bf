import { resolveOptions } from "@anyurl/core";
import { type CacheOptions, cacheOptions, type Freshness } from "./options.ts";
import { type CacheStore, createMemoryStore, createSharedStore } from "./store.ts";

export interface CacheSettings {
  readonly store: CacheStore;
  readonly ttl: Freshness;
  readonly maxBodyBytes: number;
  readonly maxListingBytes: number;
  readonly now: () => number;
}

/** Fills in the defaults, and opens the store. @throws {AccessError} bad-option. */
export function resolveCacheOptions(options: CacheOptions): CacheSettings {
  const settings = resolveOptions(cacheOptions, options);
  const { store, ttl, storeTimeout, storeRetryDelay, now = Date.now } = settings;
  return {
    store:
      store === undefined
        ? createMemoryStore(settings)
        : createSharedStore(store, { timeoutMs: storeTimeout, retryDelayMs: storeRetryDelay, now }),
    ttl,
    maxBodyBytes: settings.maxCachedBody,
    maxListingBytes: settings.maxCachedListing,
    now,
  };
}
