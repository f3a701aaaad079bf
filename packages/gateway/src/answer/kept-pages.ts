import type { Entry } from "@anyurl/core";

/** Octets of all pages that are kept, and of one. */
const MAX_ALL = 8 * 1024 * 1024;
const MAX_ONE = 128 * 1024;

interface Kept {
  readonly first: Entry;
  readonly octets: Uint8Array<ArrayBuffer>;
}

/**
 * Listings as they were written. One is good as long as its entries are the very objects that it was written of: so it
 * lives as long as a cache in memory has them, and not a moment longer.
 */
export class KeptPages {
  readonly #pages: Map<string, Kept> = new Map();
  #octets = 0;

  /** @param first the first entry of what is to be written. */
  get(key: string, first: Entry): Uint8Array<ArrayBuffer> | undefined {
    const kept = this.#pages.get(key);
    if (kept === undefined) return undefined;
    this.#drop(key, kept);
    if (kept.first !== first) return undefined;
    this.#add(key, kept);
    return kept.octets;
  }

  set(key: string, first: Entry, octets: Uint8Array<ArrayBuffer>): void {
    if (octets.length > MAX_ONE) return;
    const before = this.#pages.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#add(key, { first, octets });
    // The ones that were not used for the longest time stand first.
    for (const [oldest, kept] of this.#pages) {
      if (this.#octets <= MAX_ALL) return;
      this.#drop(oldest, kept);
    }
  }

  #add(key: string, kept: Kept): void {
    this.#pages.set(key, kept);
    this.#octets += kept.octets.length;
  }

  #drop(key: string, kept: Kept): void {
    this.#pages.delete(key);
    this.#octets -= kept.octets.length;
  }
}
