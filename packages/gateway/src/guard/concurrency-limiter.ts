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
