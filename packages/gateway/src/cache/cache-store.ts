import { AccessError, isAccessError, type Registry, type Url } from "@anyurl/core";
import type { CachedCallOptions, CachedOperation } from "./calls.ts";
import type { Freshness } from "./freshness.ts";
import type { CallOutcome, InFlightCall } from "./in-flight-call.ts";
import { createCacheKey } from "./keys.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import type { StoredValue } from "./stored.ts";
import type { TimedStore } from "./timed-store.ts";

export interface CacheStoreInit {
  readonly registry: Registry;
  readonly store: TimedStore;
  readonly ttl: Freshness;
  readonly now: () => number;
}

/** Cache lookups and writes, with a TTL per operation. */
export class CacheStore {
  readonly registry: Registry;
  readonly ttl: Freshness;
  readonly now: () => number;
  readonly #store: TimedStore;

  constructor({ registry, store, ttl, now }: CacheStoreInit) {
    this.registry = registry;
    this.ttl = ttl;
    this.now = now;
    this.#store = store;
  }

  get state(): "ok" | "failing" {
    return this.#store.state;
  }

  /** Returns the cache key, or `undefined` if the call must not be cached. */
  async createKey(
    operation: CachedOperation,
    url: string | Url,
    options: CachedCallOptions,
    words = "",
  ): Promise<string | undefined> {
    return this.ttl[operation] === 0
      ? undefined
      : createCacheKey(this.registry, operation, url, words, options);
  }

  /** Looks up a value, fresh or stale. @throws {AccessError} not-found: that error is cached and fresh. */
  async find(key: string): Promise<StoredValue | undefined> {
    const found = await this.#store.read(key);
    if (found?.is !== "absence") return found;
    if (!this.isFresh(found, this.ttl.notFound)) return undefined;
    const { message, scheme, operation, reply } = found;
    throw new AccessError("not-found", message, { scheme, operation, reply } as object);
  }

  put(key: string, stored: StoredValue, ttl: number): Promise<void> {
    return this.#store.write(key, stored, ttl);
  }

  isFresh({ time }: StoredValue, ttl: number): boolean {
    const age = this.now() - time;
    return age >= 0 && age < ttl;
  }

  /** Registers an in-flight call until it ends. If it ends with not-found, caches that error. */
  trackInFlight<Head, T>(
    flights: Map<string, InFlightCall<Head, T>>,
    key: string,
    flight: InFlightCall<Head, T>,
    ended: (outcome: CallOutcome<Head, T>) => Promise<void>,
  ): void {
    flights.set(key, flight);
    void flight.outcome.then(async (outcome) => {
      if (flights.get(key) === flight) flights.delete(key);
      const { end } = outcome;
      if (typeof end !== "object") return ended(outcome);
      const { notFound } = this.ttl;
      if (notFound === 0 || !isAccessError(end.error) || end.error.code !== "not-found") return;
      const { message, scheme, operation, reply } = end.error;
      await this.put(key, { is: "absence", time: this.now(), message, scheme, operation, reply }, notFound);
    });
  }
}

/** Returns the in-flight call of a key if callers can still join. */
export function findInFlight<F extends { readonly isAbandoned: boolean }>(
  flights: ReadonlyMap<string, F>,
  key: string,
): F | undefined {
  const flight = flights.get(key);
  return flight?.isAbandoned === false ? flight : undefined;
}

/** Joins an in-flight call and waits for its end. */
export async function joinInFlight<Head, T>(
  flight: InFlightCall<Head, T>,
  signal: AbortSignal | undefined,
): Promise<CallOutcome<Head, T>> {
  const leave = flight.join();
  try {
    return await rejectOnAbort(flight.outcome, signal);
  } finally {
    leave();
  }
}
