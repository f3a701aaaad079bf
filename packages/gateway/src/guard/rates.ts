import { checkedCount } from "./places.ts";

/** So many a second on the average, and at most `burst` of them at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A bucket of tokens for each key, kept as one number: the time at which it will be full again (the "virtual
 * scheduling" of ITU-T I.371). A bucket that is full is the same as none, so what is not used costs nothing; of those
 * that are not, the `most` latest are kept.
 *
 * No library of rates is used here: they hold every key that ever came, or a timer for each.
 */
export class Rates {
  /** Milliseconds that a token takes to come. */
  readonly #interval: number;
  /** Milliseconds that a bucket takes to fill. */
  readonly #depth: number;
  readonly #most: number;
  readonly #now: () => number;
  /** In the order of use. */
  readonly #full: Map<string, number> = new Map();

  /** @throws {RangeError} a rate that is none. */
  constructor(name: string, { perSecond, burst }: Rate, most: number, now: () => number) {
    if (!(perSecond > 0))
      throw new RangeError(`invalid option ${name}.perSecond: expected a number above 0 or Infinity`);
    checkedCount(`${name}.burst`, burst);
    this.#interval = 1000 / perSecond;
    this.#depth = this.#interval === 0 ? 0 : this.#interval * burst;
    this.#most = most;
    this.#now = now;
  }

  get keys(): number {
    return this.#full.size;
  }

  /** Takes a token. Gives 0, or the milliseconds until there is one; then none is taken. */
  take(key: string): number {
    if (this.#interval === 0 || this.#depth === Number.POSITIVE_INFINITY) return 0;
    const now = this.#now();
    // A clock that is set back gives nothing, and takes no more than a whole bucket.
    const full = Math.min(Math.max(now, this.#full.get(key) ?? now), now + this.#depth);
    const wait = full + this.#interval - (now + this.#depth);
    this.#full.delete(key);
    // Fractions of a millisecond are rounding.
    if (wait > 0.001) {
      this.#full.set(key, full);
      return wait;
    }
    this.#full.set(key, full + this.#interval);
    if (this.#full.size > this.#most) this.#forget(now);
    return 0;
  }

  /** Drops buckets that are full by now, from those that were not used for the longest; or else one of them. */
  #forget(now: number): void {
    for (const [key, full] of this.#full) {
      if (full > now) break;
      this.#full.delete(key);
    }
    if (this.#full.size <= this.#most) return;
    const [oldest] = this.#full.keys();
    if (oldest !== undefined) this.#full.delete(oldest);
  }
}
