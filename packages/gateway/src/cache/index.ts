export { type BoundedStore, type BoundedStoreOptions, boundedStore } from "./bounded-store.ts";
export {
  type CachedSource,
  type CacheOptions,
  cachedSource,
} from "./cached-source.ts";
export type { Freshness } from "./freshness.ts";
