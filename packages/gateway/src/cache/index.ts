export { type BoundedStore, type BoundedStoreOptions, createBoundedStore } from "./bounded-store.ts";
export {
  type CachedSource,
  type CacheOptions,
  createCachedSource,
} from "./cached-source.ts";
export type { Freshness } from "./freshness.ts";
