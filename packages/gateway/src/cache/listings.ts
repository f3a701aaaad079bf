import type { CallOptions } from "@anyurl/client";
import type { Entry, Url } from "@anyurl/core";
import { type CacheStore, findInFlight, joinInFlight } from "./cache-store.ts";
import type { CachedCallOptions } from "./calls.ts";
import { InFlightCall } from "./in-flight-call.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import { measureEntry } from "./stored.ts";

/** A requested listing: a directory, or a search. */
export interface ListingRequest {
  readonly operation: "list" | "search";
  readonly url: string | Url;
  readonly words?: string;
}

/** The cache of directories, menus and search results. */
export class CachedListings {
  readonly #shelf: CacheStore;
  /** Maximum size of the entries of a cached listing, approximately, in bytes. */
  readonly #maxListingBytes: number;
  readonly #inFlight: Map<string, InFlightCall<undefined, Entry>> = new Map();

  constructor(shelf: CacheStore, most: number) {
    this.#shelf = shelf;
    this.#maxListingBytes = most;
  }

  /** Yields entries from the cache or from the server. @param open requests them from the server. */
  async *entries(
    { operation, url, words }: ListingRequest,
    options: CachedCallOptions,
    open: (call: CallOptions) => AsyncGenerator<Entry, void, void>,
  ): AsyncGenerator<Entry, void, void> {
    const { onCache, signal } = options;
    const ttl = this.#shelf.ttl[operation];
    const key = await this.#shelf.createKey(operation, url, options, words);
    if (key === undefined) {
      onCache?.("off");
      yield* open(options);
      return;
    }
    const found = await this.#shelf.find(key);
    if (found?.is === "entries" && this.#shelf.isFresh(found, ttl)) {
      onCache?.("hit");
      yield* found.entries;
      return;
    }
    const flying = findInFlight(this.#inFlight, key);
    if (flying !== undefined) {
      const { end, pieces } = await joinInFlight(flying, signal);
      onCache?.(end === "too-large" ? "miss" : "shared");
      if (end === "too-large") yield* open(options);
      else yield* pieces;
      if (typeof end === "object") throw end.error;
      return;
    }
    onCache?.("miss");
    yield* this.#fetchShared(key, ttl, signal, (own) => open({ ...options, signal: own }));
  }

  /** Requests entries for the first caller, and for callers that join meanwhile. */
  async *#fetchShared(
    key: string,
    ttl: number,
    signal: AbortSignal | undefined,
    open: (own: AbortSignal) => AsyncGenerator<Entry, void, void>,
  ): AsyncGenerator<Entry, void, void> {
    let entries: AsyncGenerator<Entry, void, void> | undefined;
    const flight = new InFlightCall<undefined, Entry>({
      open: async (own) => {
        entries = open(own);
        return { head: undefined, pieces: entries };
      },
      measureItem: measureEntry,
      maxCost: this.#maxListingBytes,
    });
    this.#shelf.trackInFlight(this.#inFlight, key, flight, async ({ end, pieces }) => {
      if (end === "whole" && ttl > 0)
        await this.#shelf.put(key, { is: "entries", time: this.#shelf.now(), entries: pieces }, ttl);
    });
    const leave = flight.join();
    try {
      const end = yield* flight.follow(signal);
      if (end === "whole" || entries === undefined) return;
      for (;;) {
        const next = await rejectOnAbort(entries.next(), signal);
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      leave();
    }
  }
}
