import type { GetResult } from "@anyurl/client";
import type { Attributes, Entry, Url } from "@anyurl/core";
import { Keyv } from "keyv";
import { checkCount } from "../guard/concurrency-limiter.ts";
import type { Source } from "../guard/limit-source.ts";
import { CachedBodies } from "./bodies.ts";
import { type BoundedStoreOptions, createBoundedStore } from "./bounded-store.ts";
import { CacheStore } from "./cache-store.ts";
import type { CachedCallOptions } from "./calls.ts";
import { type Freshness, resolveFreshness } from "./freshness.ts";
import { CachedListings } from "./listings.ts";
import { CachedMetadata } from "./metadata.ts";
import { measureValue, type StoredValue } from "./stored.ts";
import { createTimedStore } from "./timed-store.ts";

export interface CacheOptions extends BoundedStoreOptions {
  /** Any Keyv store. Several gateways can share one. Default a bounded store in memory. */
  readonly store?: Keyv;
  /** TTL per operation. */
  readonly ttl?: Partial<Freshness>;
  /** How long a stale body is kept for revalidation, in milliseconds. Default one hour. */
  readonly keep?: number;
  /** Maximum size of a cached body, in bytes. Default 256 KiB. */
  readonly maxCachedBody?: number;
  /** Maximum size of the entries of a cached listing, approximately, in bytes. Default 1 MiB. */
  readonly maxCachedListing?: number;
  /** Timeout of the store, in milliseconds. Default 100. */
  readonly patience?: number;
  /** How long the store is not used after a failure, in milliseconds. Default 1000. */
  readonly rest?: number;
  readonly now?: () => number;
}

/** A source with a cache. It has the operations of a client. */
export interface CachedSource extends Source {
  readonly state: "ok" | "failing";
  get(url: string | Url, options?: CachedCallOptions): Promise<GetResult>;
  list(url: string | Url, options?: CachedCallOptions): AsyncGenerator<Entry, void, void>;
  search(url: string | Url, words: string, options?: CachedCallOptions): AsyncGenerator<Entry, void, void>;
  stat(url: string | Url, options?: CachedCallOptions): Promise<Attributes>;
}

/**
 * Wraps a source with a cache for listings and small bodies. Concurrent calls for the same resource are coalesced.
 * Errors are not cached, except not-found, which has a short TTL. URLs with credentials bypass the cache.
 *
 * @throws {RangeError} an option is invalid.
 */
export function createCachedSource(source: Source, options: CacheOptions = {}): CachedSource {
  const { keep = 3_600_000, maxCachedBody = 256 * 1024, maxCachedListing = 1024 * 1024 } = options;
  const { patience = 100, rest = 1000, now = Date.now } = options;
  for (const [name, value] of Object.entries({ keep, maxCachedBody, maxCachedListing, patience, rest }))
    checkCount(name, value);
  const { registry } = source;
  const ttl = resolveFreshness(options.ttl);
  const times = { timeoutMs: patience, retryDelayMs: rest, now, setTimeout: startTimer };
  const store = createTimedStore(options.store ?? createMemoryStore(options), times);
  const shelf = new CacheStore({ registry, store, ttl, now });
  const facts = new CachedMetadata(source, shelf);
  const bodies = new CachedBodies({ source, shelf, facts, maxBodyBytes: maxCachedBody, keep });
  const listings = new CachedListings(shelf, maxCachedListing);
  return {
    registry,
    get state() {
      return shelf.state;
    },
    get: (url, call = {}) => bodies.get(url, call),
    stat: (url, call = {}) => facts.stat(url, call),
    list: (url, call = {}) =>
      listings.entries({ operation: "list", url }, call, (own) => source.list(url, own)),
    search: (url, words, call = {}) =>
      listings.entries({ operation: "search", url, words }, call, (own) => source.search(url, words, own)),
  };
}

function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Creates the in-memory store. It keeps values without serialization and counts their size. */
function createMemoryStore(options: BoundedStoreOptions): Keyv {
  const cost = (held: unknown) => measureValue((held as { readonly value: StoredValue }).value);
  const store = createBoundedStore(options, cost);
  return new Keyv({ store, serialize: undefined, deserialize: undefined } as object);
}
