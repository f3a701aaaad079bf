/** TTL per operation, in milliseconds. 0 disables caching. */
export interface Freshness {
  /** Directories, menus, newsgroups. Default one minute. */
  readonly list: number;
  /** Default one minute. */
  readonly search: number;
  /** Default five minutes. An immutable document has at least a day. */
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
