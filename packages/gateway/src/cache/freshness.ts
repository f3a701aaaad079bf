import type { Attributes, Url } from "@anyurl/core";
import type { StoredBody } from "./stored.ts";

/** TTL per operation, in milliseconds. 0 disables caching. */
export interface Freshness {
  /** Directories, menus, newsgroups. Default one minute. */
  readonly list: number;
  /** Default one minute. */
  readonly search: number;
  /** Default five minutes. After that, the body is revalidated. */
  readonly get: number;
  /** Default one minute. */
  readonly stat: number;
  /** The error not-found. Default ten seconds. */
  readonly notFound: number;
}

const DEFAULT_FRESHNESS: Freshness = {
  list: 60_000,
  search: 60_000,
  get: 300_000,
  stat: 60_000,
  notFound: 10_000,
};

/** Resolves the option `ttl`. @throws {RangeError} a value is invalid. */
export function resolveFreshness(given: Partial<Freshness> = {}): Freshness {
  const freshness = { ...DEFAULT_FRESHNESS };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_FRESHNESS, name))
      throw new RangeError(`unknown key "${name.slice(0, 40)}" in the option ttl`);
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw new RangeError(`invalid option ttl.${name}: expected milliseconds, 0 or more`);
    freshness[name as keyof Freshness] = value;
  }
  return freshness;
}

/** Is the resource immutable? A message-id always identifies the same article (RFC 5536 §3.1.3). */
export function isImmutable({ scheme, parts }: Url): boolean {
  if (scheme !== "news" && scheme !== "snews") return false;
  return typeof (parts as { readonly messageId?: unknown } | undefined)?.messageId === "string";
}

/** Is a cached body unchanged, by its validators? The size alone is not enough. */
export function isUnchanged(stored: StoredBody, now: Attributes): boolean {
  const etag = now.attributes?.["etag"];
  if (stored.etag !== undefined && etag !== undefined)
    return stripWeakPrefix(stored.etag) === stripWeakPrefix(etag);
  if (stored.modified === undefined || stored.modified !== now.modified?.getTime()) return false;
  return now.size === undefined || now.size === (stored.size ?? stored.octets.length);
}

/** Does the body have a validator? */
export function hasValidator({ etag, modified }: Pick<StoredBody, "etag" | "modified">): boolean {
  return etag !== undefined || modified !== undefined;
}

/** Removes the weak prefix, for weak comparison (RFC 9110 §8.8.3.2). */
function stripWeakPrefix(etag: string): string {
  return etag.replace(/^W\//, "");
}
