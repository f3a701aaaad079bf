import type { Attributes, Url } from "@anyurl/core";
import type { Source } from "../guard/limit-source.ts";
import { type CacheStore, findInFlight, joinInFlight } from "./cache-store.ts";
import type { CachedCallOptions } from "./calls.ts";
import { InFlightCall } from "./in-flight-call.ts";

const EMPTY_ITERATOR: AsyncIterator<never> = { next: async () => ({ done: true, value: undefined }) };

/** The cache of metadata (`stat`). */
export class CachedMetadata {
  readonly #source: Source;
  readonly #shelf: CacheStore;
  readonly #inFlight: Map<string, InFlightCall<Attributes, never>> = new Map();

  constructor(source: Source, shelf: CacheStore) {
    this.#source = source;
    this.#shelf = shelf;
  }

  async stat(url: string | Url, options: CachedCallOptions): Promise<Attributes> {
    const { onCache } = options;
    const key = await this.#shelf.createKey("stat", url, options);
    if (key === undefined) {
      onCache?.("off");
      return this.#source.stat(url, options);
    }
    const found = await this.#shelf.find(key);
    if (found?.is === "attributes" && this.#shelf.isFresh(found, this.#shelf.ttl.stat)) {
      onCache?.("hit");
      return found.attributes;
    }
    onCache?.(findInFlight(this.#inFlight, key) === undefined ? "miss" : "shared");
    return this.requestShared(key, url, options);
  }

  /** Requests metadata from the server. Coalesces concurrent calls. */
  async requestShared(key: string, url: string | Url, options: CachedCallOptions): Promise<Attributes> {
    let flight = findInFlight(this.#inFlight, key);
    if (flight === undefined) {
      const { range: _, ...call } = options;
      flight = new InFlightCall({
        open: async (own) => {
          const head = await this.#source.stat(url, { ...call, signal: own });
          return { head, pieces: EMPTY_ITERATOR };
        },
        measureItem: () => 0,
        maxCost: 0,
      });
      this.#shelf.trackInFlight(this.#inFlight, key, flight, async ({ head, end }) => {
        const { stat } = this.#shelf.ttl;
        if (head === undefined || end !== "whole" || stat === 0) return;
        await this.#shelf.put(key, { is: "attributes", time: this.#shelf.now(), attributes: head }, stat);
      });
    }
    const { head, end } = await joinInFlight(flight, options.signal);
    if (typeof end === "object") throw end.error;
    return head!;
  }
}
