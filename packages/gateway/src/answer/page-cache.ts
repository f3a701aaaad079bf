import type { Entry } from "@anyurl/core";
import { LRUCache } from "lru-cache";

/** Maximum size of all cached pages, and of one, in bytes. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
const MAX_PAGE_BYTES = 128 * 1024;

interface CachedPage {
  readonly first: Entry;
  readonly octets: Uint8Array<ArrayBuffer>;
}

/**
 * A cache of listings that were rendered from cached entries. A page is valid while its first entry is the same object as
 * when it was rendered. So it is valid exactly as long as the entries stay in an in-memory cache.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage> = new LRUCache({
    maxSize: MAX_TOTAL_BYTES,
    maxEntrySize: MAX_PAGE_BYTES,
    sizeCalculation: ({ octets }) => octets.length,
  });

  /** @param first the first entry of the listing to render. */
  get(key: string, first: Entry): Uint8Array<ArrayBuffer> | undefined {
    const page = this.#pages.get(key);
    if (page?.first === first) return page.octets;
    this.#pages.delete(key);
    return undefined;
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  set(key: string, first: Entry, octets: Uint8Array<ArrayBuffer>): void {
    this.#pages.set(key, { first, octets });
  }
}
