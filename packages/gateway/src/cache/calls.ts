import type { RelayedCallOptions } from "../guard/limited.ts";
import type { CacheUse } from "../metrics.ts";

export interface CachedCallOptions extends RelayedCallOptions {
  /** Told once what the cache has done for the call. */
  readonly onCache?: ((use: CacheUse) => void) | undefined;
}

/** What is kept of a URL: each has its own key, and its own time. */
export type Kept = "get" | "list" | "search" | "stat";
