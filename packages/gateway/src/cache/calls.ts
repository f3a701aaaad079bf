import type { RelayedCallOptions } from "../guard/limit-source.ts";
import type { CacheUse } from "../metrics.ts";

export interface CachedCallOptions extends RelayedCallOptions {
  /** Called once with the result of the cache. */
  readonly onCache?: ((use: CacheUse) => void) | undefined;
}

/** The cached operations. Each has its own key and TTL. */
export type CachedOperation = "get" | "list" | "search" | "stat";
