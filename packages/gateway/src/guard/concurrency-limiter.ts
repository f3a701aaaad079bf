/** Releases the slot. Idempotent. */
export type Leave = () => void;

/**
 * Limits concurrent requests per key. It stores only keys that are in use, so a limit on all requests also limits its
 * size.
 */
export class Places {
  readonly #most: number;
  readonly #taken: Map<string, number> = new Map();

  /** @throws {RangeError} `most` is not a positive integer or Infinity. */
  constructor(name: string, most: number) {
    this.#most = checkedCount(name, most);
  }

  get keys(): number {
    return this.#taken.size;
  }

  /** Acquires a slot, or returns `undefined` if none is free. */
  enter(key: string): Leave | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#most) return undefined;
    this.#taken.set(key, taken + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    };
  }
}

/** Checks a maximum; `Infinity` means no limit. @throws {RangeError} the option is invalid. */
export function checkedCount(name: string, count: number): number {
  const isCount = count === Number.POSITIVE_INFINITY || (Number.isSafeInteger(count) && count >= 1);
  if (!isCount) throw new RangeError(`invalid option ${name}: expected a positive integer or Infinity`);
  return count;
}
