/** Gives the place back. Idempotent. */
export type Leave = () => void;

/**
 * So many places for each key, at the same time. It holds the keys that have somebody in, and no others: so whoever
 * bounds those bounds this.
 */
export class Places {
  readonly #most: number;
  readonly #taken: Map<string, number> = new Map();

  /** @throws {RangeError} `most` is no number from 1 on. */
  constructor(name: string, most: number) {
    this.#most = checkedCount(name, most);
  }

  get keys(): number {
    return this.#taken.size;
  }

  /** A place, or nothing where there is none. */
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

/** A count of things that there may be; `Infinity` for any number. @throws {RangeError} */
export function checkedCount(name: string, count: number): number {
  const isCount = count === Number.POSITIVE_INFINITY || (Number.isSafeInteger(count) && count >= 1);
  if (!isCount) throw new RangeError(`invalid option ${name}: expected a positive integer or Infinity`);
  return count;
}
