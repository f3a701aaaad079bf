/** A rate limit: requests per second on average, and at most `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A token bucket for each key, stored as one number: the time when it will be full again (the "virtual scheduling" of
 * ITU-T I.371). A full bucket needs no entry, so unused keys cost nothing. Of the others, the `most` recently used ones
 * are stored.
 *
 * No library is used here, because the known ones never remove a key, or need a timer for each. The token bucket of the
 * client is for one key, and queues: this one has many keys, and rejects.
 */
export class RateLimiter {
  /** Milliseconds per token. */
  readonly #interval: number;
  /** Milliseconds to fill an empty bucket. */
  readonly #depth: number;
  readonly #maxKeys: number;
  readonly #now: () => number;
  /** The time when each bucket is full, in the order of use. */
  readonly #fullAt: Map<string, number> = new Map();

  constructor({ perSecond, burst }: Rate, most: number, now: () => number) {
    this.#interval = 1000 / perSecond;
    this.#depth = this.#interval === 0 ? 0 : this.#interval * burst;
    this.#maxKeys = most;
    this.#now = now;
  }

  get keys(): number {
    return this.#fullAt.size;
  }

  /** Takes a token and returns 0, or returns the milliseconds until one is available. */
  take(key: string): number {
    if (this.#interval === 0 || this.#depth === Number.POSITIVE_INFINITY) return 0;
    const now = this.#now();
    // If the clock is set back, the bucket gets no tokens, and loses at most all of them.
    const full = Math.min(Math.max(now, this.#fullAt.get(key) ?? now), now + this.#depth);
    const wait = full + this.#interval - (now + this.#depth);
    this.#fullAt.delete(key);
    // Ignore rounding errors.
    if (wait > 0.001) {
      this.#fullAt.set(key, full);
      return wait;
    }
    this.#fullAt.set(key, full + this.#interval);
    if (this.#fullAt.size > this.#maxKeys) this.#forget(now);
    return 0;
  }

  /** Drops full buckets, least recently used first. If there is still no room, drops one more. */
  #forget(now: number): void {
    for (const [key, full] of this.#fullAt) {
      if (full > now) break;
      this.#fullAt.delete(key);
    }
    if (this.#fullAt.size <= this.#maxKeys) return;
    const [oldest] = this.#fullAt.keys();
    if (oldest !== undefined) this.#fullAt.delete(oldest);
  }
}
