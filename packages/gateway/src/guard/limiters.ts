import { LRUCache } from "lru-cache";

/** Releases the slot. Idempotent. */
export type Release = () => void;

/**
 * Limits concurrent requests per key. It stores only keys that are in use, so a limit on all requests also limits its
 * size. It never queues: the semaphore of the client does, with timeouts and pooled connections, and shares nothing with this.
 */
export class ConcurrencyLimiter {
  readonly #max: number;
  readonly #inUse: Map<string, number> = new Map();

  /** @param most a positive integer, or Infinity. */
  constructor(most: number) {
    this.#max = most;
  }

  get keys(): number {
    return this.#inUse.size;
  }

  /** Acquires a slot, or returns `undefined` if none is free. */
  acquire(key: string): Release | undefined {
    const taken = this.#inUse.get(key) ?? 0;
    if (taken >= this.#max) return undefined;
    this.#inUse.set(key, taken + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.#inUse.get(key) ?? 1) - 1;
      if (left === 0) this.#inUse.delete(key);
      else this.#inUse.set(key, left);
    };
  }
}

/** A rate limit: requests per second on average, and at most `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A token bucket for each key, stored as one number: the time when it will be full again (the "virtual scheduling" of
 * ITU-T I.371). A key without a number has a full bucket, so the least recently used keys can be dropped.
 *
 * The token bucket of the client is for one key, and queues: this one has many keys, and rejects.
 */
export class RateLimiter {
  /** Milliseconds per token. */
  readonly #interval: number;
  /** Milliseconds to fill an empty bucket. */
  readonly #depth: number;
  readonly #now: () => number;
  /** The time when each bucket is full. */
  readonly #fullAt: LRUCache<string, number>;

  /** @param maxKeys a positive integer, or Infinity. */
  constructor({ perSecond, burst }: Rate, maxKeys: number, now: () => number) {
    this.#interval = 1000 / perSecond;
    this.#depth = this.#interval === 0 ? 0 : this.#interval * burst;
    this.#now = now;
    this.#fullAt = new LRUCache({
      maxSize: Math.min(maxKeys, Number.MAX_SAFE_INTEGER),
      sizeCalculation: () => 1,
    });
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
    // Ignore rounding errors.
    const isEmpty = wait > 0.001;
    this.#fullAt.set(key, isEmpty ? full : full + this.#interval);
    return isEmpty ? wait : 0;
  }
}
