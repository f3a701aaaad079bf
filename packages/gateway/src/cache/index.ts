export { CachedSource } from "./cached-source.ts";
export type { CacheOptions, Freshness } from "./options.ts";
