export { CachedSource } from "./cached-source.ts";
export { type CacheOptions, cacheOptions, type Freshness } from "./options.ts";
