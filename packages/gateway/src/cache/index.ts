export { CachedSource } from "./cached-source.ts";
export type { Freshness } from "./freshness.ts";
export type { CacheOptions } from "./options.ts";
