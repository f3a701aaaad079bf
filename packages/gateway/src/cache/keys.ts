import type { Registry, Url } from "@anyurl/core";
import type { RelayedCallOptions } from "../guard/limit-source.ts";
import type { CachedOperation } from "./stored.ts";

/**
 * Returns the cache key, which is the same for all equivalent URLs. `undefined`: do not cache, because the result is
 * private.
 */
export function createCacheKey(
  registry: Registry,
  operation: CachedOperation,
  url: Url,
  words: string,
  { options, insecure, transcript, namedBy }: RelayedCallOptions,
): string | undefined {
  if (insecure === true || transcript !== undefined || url.userinfo !== undefined) return undefined;
  const [normal] = registry.normalize(url).split("#", 1);
  // Visitors may open URLs that servers may not link to, so the two have different keys.
  const who = namedBy === undefined ? "" : " named";
  const variant = (options === undefined ? "" : ` ${JSON.stringify(options)}`) + who;
  return `${operation} ${normal}${variant}${operation === "search" ? `\n${words}` : ""}`;
}
