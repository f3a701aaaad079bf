/** Releases the slot. Idempotent. */
export type Release = () => void;

/**
 * Limits concurrent requests per key. It stores only keys that are in use, so a limit on all requests also limits its
 * size. It never queues: the semaphore of the client does, with timeouts and pooled connections, and shares nothing with this.
 */
export class ConcurrencyLimiter {
  readonly #max: number;
  readonly #inUse: Map<string, number> = new Map();

  /** @throws {RangeError} `most` is not a positive integer or Infinity. */
  constructor(name: string, most: number) {
    this.#max = checkCount(name, most);
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

/** Checks a maximum; `Infinity` means no limit. @throws {RangeError} the option is invalid. */
export function checkCount(name: string, count: number): number {
  const isCount = count === Number.POSITIVE_INFINITY || (Number.isSafeInteger(count) && count >= 1);
  if (!isCount) throw new RangeError(`invalid option ${name}: expected a positive integer or Infinity`);
  return count;
}
