import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import type { Keyv } from "keyv";

const DECLARATIONS = {
  store: {
    type: "object",
    as: undefined as Keyv | undefined,
    methods: ["get", "set", "on"],
    expected: "a Keyv store",
    description: "where to keep values; several gateways can share a store. Default: in memory",
  },
  maxOctets: {
    type: "bytes",
    min: 1,
    unlimited: true,
    default: 67_108_864,
    description: "maximum size of a cache in memory, approximately",
  },
  maxEntries: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 10_000,
    description: "maximum number of values of a cache in memory",
  },
  maxCachedBody: {
    type: "bytes",
    min: 1,
    unlimited: true,
    default: 262_144,
    description: "maximum size of a cached body",
  },
  maxCachedListing: {
    type: "bytes",
    min: 1,
    unlimited: true,
    default: 1_048_576,
    description: "maximum size of a cached listing, approximately",
  },
  storeTimeout: {
    type: "duration",
    min: 1,
    max: 2_147_483_647,
    default: 100,
    description: "timeout of the store; a timeout counts as a miss",
  },
  storeRetryDelay: {
    type: "duration",
    min: 1,
    unlimited: true,
    default: 1_000,
    description: "how long the store is not used after a failure",
  },
  ttl: {
    type: "group",
    description: "how long a value is fresh; 0 disables caching",
    options: {
      list: {
        type: "duration",
        unlimited: true,
        default: 60_000,
        description: "directories, menus, newsgroups",
      },
      search: { type: "duration", unlimited: true, default: 60_000, description: "search results" },
      get: {
        type: "duration",
        unlimited: true,
        default: 300_000,
        description: "documents; an immutable one has at least a day",
      },
      stat: { type: "duration", unlimited: true, default: 60_000, description: "metadata" },
      notFound: { type: "duration", unlimited: true, default: 10_000, description: "the error not-found" },
    },
  },
  now: {
    type: "function",
    as: undefined as (() => number) | undefined,
    description: "returns the time in milliseconds since the epoch, for tests",
  },
} as const;

/** The options of the cache of a gateway. */
export const cacheOptions: OptionSet<typeof DECLARATIONS> = defineOptions("cache", DECLARATIONS);

export type CacheOptions = OptionsInput<typeof cacheOptions>;

export type CacheSettings = ResolvedOptions<typeof cacheOptions>;

/** TTL per operation, in milliseconds. */
export type Freshness = CacheSettings["ttl"];
