import type { Registry, Url } from "@anyurl/core";
import type { RelayedCallOptions } from "../guard/limit-source.ts";
import type { CachedOperation } from "./stored.ts";

/** Maximum length of a key. Longer keys are hashed, because some stores have a limit. */
const MAX_KEY_LENGTH = 400;

/**
 * Returns the cache key, which is the same for all equivalent URLs. `undefined`: do not cache, because the result is
 * private, or because the URL is invalid, which the client reports.
 */
export async function createCacheKey(
  registry: Registry,
  operation: CachedOperation,
  url: string | Url,
  words: string,
  { options, insecure, transcript, namedBy }: RelayedCallOptions,
): Promise<string | undefined> {
  if (insecure === true || transcript !== undefined) return undefined;
  const parsed = registry.tryParse(String(url));
  if (!parsed.ok || parsed.url.userinfo !== undefined) return undefined;
  const [normal] = registry.normalize(parsed.url).split("#", 1);
  // Visitors may open URLs that servers may not link to, so the two have different keys.
  const who = namedBy === undefined ? "" : " named";
  const variant = (options === undefined ? "" : ` ${JSON.stringify(options)}`) + who;
  const key = `${operation} ${normal}${variant}${operation === "search" ? `\n${words}` : ""}`;
  return key.length <= MAX_KEY_LENGTH ? key : `${operation} ${await hashText(key)}`;
}

async function hashText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
