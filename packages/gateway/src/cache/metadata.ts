import type { Attributes, Url } from "@anyurl/core";
import type { Source } from "../guard/limit-source.ts";
import { awaited, type Shelf, underWay } from "./cache-store.ts";
import type { CachedCallOptions } from "./calls.ts";
import { Flight } from "./in-flight-call.ts";

const NOTHING: AsyncIterator<never> = { next: async () => ({ done: true, value: undefined }) };

/** The cache of metadata (`stat`). */
export class CachedFacts {
  readonly #source: Source;
  readonly #shelf: Shelf;
  readonly #flights: Map<string, Flight<Attributes, never>> = new Map();

  constructor(source: Source, shelf: Shelf) {
    this.#source = source;
    this.#shelf = shelf;
  }

  async stat(url: string | Url, options: CachedCallOptions): Promise<Attributes> {
    const { onCache } = options;
    const key = await this.#shelf.keyOf("stat", url, options);
    if (key === undefined) {
      onCache?.("off");
      return this.#source.stat(url, options);
    }
    const found = await this.#shelf.find(key);
    if (found?.is === "attributes" && this.#shelf.isFresh(found, this.#shelf.ttl.stat)) {
      onCache?.("hit");
      return found.attributes;
    }
    onCache?.(underWay(this.#flights, key) === undefined ? "miss" : "shared");
    return this.ask(key, url, options);
  }

  /** Requests metadata from the server. Coalesces concurrent calls. */
  async ask(key: string, url: string | Url, options: CachedCallOptions): Promise<Attributes> {
    let flight = underWay(this.#flights, key);
    if (flight === undefined) {
      const { range: _, ...call } = options;
      flight = new Flight({
        open: async (own) => {
          const head = await this.#source.stat(url, { ...call, signal: own });
          return { head, pieces: NOTHING };
        },
        costOf: () => 0,
        most: 0,
      });
      this.#shelf.fly(this.#flights, key, flight, async ({ head, end }) => {
        const { stat } = this.#shelf.ttl;
        if (head === undefined || end !== "whole" || stat === 0) return;
        await this.#shelf.put(key, { is: "attributes", time: this.#shelf.now(), attributes: head }, stat);
      });
    }
    const { head, end } = await awaited(flight, options.signal);
    if (typeof end === "object") throw end.error;
    return head!;
  }
}
