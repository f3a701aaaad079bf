import type { Keyv } from "keyv";
import { checkCount } from "../guard/concurrency-limiter.ts";
import { type Freshness, resolveFreshness } from "./freshness.ts";
import { type CacheStore, createMemoryStore, createSharedStore, type MemoryStoreOptions } from "./store.ts";

export interface CacheOptions extends MemoryStoreOptions {
  /** Any Keyv store. Several gateways can share one. Default a bounded store in memory. */
  readonly store?: Keyv;
  /** TTL per operation. */
  readonly ttl?: Partial<Freshness>;
  /** Maximum size of a cached body, in bytes. Default 256 KiB. */
  readonly maxCachedBody?: number;
  /** Maximum size of the entries of a cached listing, approximately, in bytes. Default 1 MiB. */
  readonly maxCachedListing?: number;
  /** Timeout of the store, in milliseconds. Default 100. */
  readonly storeTimeout?: number;
  /** How long the store is not used after a failure, in milliseconds. Default 1000. */
  readonly storeRetryDelay?: number;
  readonly now?: () => number;
}

export interface CacheSettings {
  readonly store: CacheStore;
  readonly ttl: Freshness;
  readonly maxBodyBytes: number;
  readonly maxListingBytes: number;
  readonly now: () => number;
}

/** Fills in the defaults, and opens the store. @throws {RangeError} an option is invalid. */
export function resolveCacheOptions(options: CacheOptions): CacheSettings {
  const { maxCachedBody = 256 * 1024, maxCachedListing = 1024 * 1024 } = options;
  const { storeTimeout = 100, storeRetryDelay = 1000, now = Date.now } = options;
  for (const [name, value] of Object.entries({
    maxCachedBody,
    maxCachedListing,
    storeTimeout,
    storeRetryDelay,
  }))
    checkCount(name, value);
  return {
    store:
      options.store === undefined
        ? createMemoryStore(options)
        : createSharedStore(options.store, { timeoutMs: storeTimeout, retryDelayMs: storeRetryDelay, now }),
    ttl: resolveFreshness(options.ttl),
    maxBodyBytes: maxCachedBody,
    maxListingBytes: maxCachedListing,
    now,
  };
}
