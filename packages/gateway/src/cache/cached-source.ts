import type { Retrieved } from "@anyurl/client";
import type { Attributes, Entry, Url } from "@anyurl/core";
import { Keyv } from "keyv";
import type { Source } from "../guard/limited.ts";
import { checkedCount } from "../guard/places.ts";
import { CachedBodies } from "./bodies.ts";
import { type BoundedStoreOptions, boundedStore } from "./bounded-store.ts";
import type { CachedCallOptions } from "./calls.ts";
import { CachedFacts } from "./facts.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";
import { CachedListings } from "./listings.ts";
import { patientStore } from "./patient-store.ts";
import { Shelf } from "./shelf.ts";
import { costOf, type Stored } from "./stored.ts";

export interface CacheOptions extends BoundedStoreOptions {
  /** Where things are kept: any store of Keyv, of which several gateways may share one. Default memory, bounded. */
  readonly store?: Keyv;
  /** For how long what a server has said holds. */
  readonly ttl?: Partial<Freshness>;
  /** Milliseconds for which a body is kept after that, to ask whether it has changed. Default an hour. */
  readonly keep?: number;
  /** Octets of a body that is kept. Default 256 KiB. */
  readonly maxCachedBody?: number;
  /** Octets, about, of the entries of a listing that is kept. Default 1 MiB. */
  readonly maxCachedListing?: number;
  /** Milliseconds that a store is waited for. Default 100. */
  readonly patience?: number;
  /** Milliseconds for which a store that has failed is left alone. Default 1000. */
  readonly rest?: number;
  readonly now?: () => number;
}

/** A source that remembers. Its calls are those of a client. */
export interface CachedSource extends Source {
  readonly state: "ok" | "failing";
  get(url: string | Url, options?: CachedCallOptions): Promise<Retrieved>;
  list(url: string | Url, options?: CachedCallOptions): AsyncGenerator<Entry, void, void>;
  search(url: string | Url, words: string, options?: CachedCallOptions): AsyncGenerator<Entry, void, void>;
  stat(url: string | Url, options?: CachedCallOptions): Promise<Attributes>;
}

/**
 * Keeps listings and small bodies for a while. Calls for the same thing at the same time are one call. What fails is not
 * kept, but that there is no such thing is, shortly. A URL with a login is never looked up nor kept.
 *
 * @throws {RangeError} an option that is none.
 */
export function cachedSource(source: Source, options: CacheOptions = {}): CachedSource {
  const { keep = 3_600_000, maxCachedBody = 256 * 1024, maxCachedListing = 1024 * 1024 } = options;
  const { patience = 100, rest = 1000, now = Date.now } = options;
  for (const [name, value] of Object.entries({ keep, maxCachedBody, maxCachedListing, patience, rest }))
    checkedCount(name, value);
  const { registry } = source;
  const ttl = freshnessOf(options.ttl);
  const times = { patience, rest, now, setTimeout: startTimer };
  const store = patientStore(options.store ?? memory(options), times);
  const shelf = new Shelf({ registry, store, ttl, now });
  const facts = new CachedFacts(source, shelf);
  const bodies = new CachedBodies({ source, shelf, facts, most: maxCachedBody, keep });
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

/** In memory things are kept as they are, and counted by what they take. */
function memory(options: BoundedStoreOptions): Keyv {
  const cost = (held: unknown) => costOf((held as { readonly value: Stored }).value);
  const store = boundedStore(options, cost);
  return new Keyv({ store, serialize: undefined, deserialize: undefined } as object);
}
