import type { Attributes, Url } from "@anyurl/core";
import type { StoredBody } from "./stored.ts";

/** Milliseconds for which what a server has said is taken for true; 0: it is asked each time. */
export interface Freshness {
  /** Directories, menus, groups. Default a minute. */
  readonly list: number;
  /** Default a minute. */
  readonly search: number;
  /** Default five minutes; afterwards the server is asked whether it has changed. */
  readonly get: number;
  /** Default a minute. */
  readonly stat: number;
  /** That there is no such thing. Default ten seconds. */
  readonly notFound: number;
}

const FRESHNESS: Freshness = {
  list: 60_000,
  search: 60_000,
  get: 300_000,
  stat: 60_000,
  notFound: 10_000,
};

/** @throws {RangeError} a time that is none. */
export function freshnessOf(given: Partial<Freshness> = {}): Freshness {
  const freshness = { ...FRESHNESS };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(FRESHNESS, name))
      throw new RangeError(`unknown key "${name.slice(0, 40)}" in the option ttl`);
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0))
      throw new RangeError(`invalid option ttl.${name}: expected milliseconds, 0 or more`);
    freshness[name as keyof Freshness] = value;
  }
  return freshness;
}

/** An article goes by one message-id for ever, and by that no other does (RFC 5536 §3.1.3). */
export function isImmutable({ scheme, parts }: Url): boolean {
  if (scheme !== "news" && scheme !== "snews") return false;
  return typeof (parts as { readonly messageId?: unknown } | undefined)?.messageId === "string";
}

/** Has a body not changed, as far as its server says? Only a validator tells: a size alone is the same by chance. */
export function isUnchanged(stored: StoredBody, now: Attributes): boolean {
  const etag = now.attributes?.["etag"];
  if (stored.etag !== undefined && etag !== undefined) return weak(stored.etag) === weak(etag);
  if (stored.modified === undefined || stored.modified !== now.modified?.getTime()) return false;
  return now.size === undefined || now.size === (stored.size ?? stored.octets.length);
}

/** Is there something by which a server can be asked? */
export function hasValidator({ etag, modified }: Pick<StoredBody, "etag" | "modified">): boolean {
  return etag !== undefined || modified !== undefined;
}

/** Weak comparison (RFC 9110 §8.8.3.2). */
function weak(etag: string): string {
  return etag.replace(/^W\//, "");
}
