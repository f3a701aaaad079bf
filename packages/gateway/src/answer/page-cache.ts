import type { Entry } from "@anyurl/core";

/** Maximum size of all cached pages, and of one, in bytes. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
const MAX_PAGE_BYTES = 128 * 1024;

interface CachedPage {
  readonly first: Entry;
  readonly octets: Uint8Array<ArrayBuffer>;
}

/**
 * A cache of rendered listings. A page is valid while its first entry is the same object as when it was rendered. So it
 * is valid exactly as long as the entries stay in an in-memory cache.
 */
export class PageCache {
  readonly #pages: Map<string, CachedPage> = new Map();
  #octets = 0;

  /** @param first the first entry of the listing to render. */
  get(key: string, first: Entry): Uint8Array<ArrayBuffer> | undefined {
    const kept = this.#pages.get(key);
    if (kept === undefined) return undefined;
    this.#drop(key, kept);
    if (kept.first !== first) return undefined;
    this.#add(key, kept);
    return kept.octets;
  }

  set(key: string, first: Entry, octets: Uint8Array<ArrayBuffer>): void {
    if (octets.length > MAX_PAGE_BYTES) return;
    const before = this.#pages.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#add(key, { first, octets });
    // The least recently used pages come first.
    for (const [oldest, kept] of this.#pages) {
      if (this.#octets <= MAX_TOTAL_BYTES) return;
      this.#drop(oldest, kept);
    }
  }

  #add(key: string, kept: CachedPage): void {
    this.#pages.set(key, kept);
    this.#octets += kept.octets.length;
  }

  #drop(key: string, kept: CachedPage): void {
    this.#pages.delete(key);
    this.#octets -= kept.octets.length;
  }
}
