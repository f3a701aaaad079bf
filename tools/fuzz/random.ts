/** Pseudorandom numbers, which are the same for the same seed. */
export interface Random {
  /** Returns an integer from 0 to `n` - 1. */
  readonly below: (n: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
}

/** Mulberry32: 32 bits of state are enough to pick edits. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
  return { below, pick: (items) => items[below(items.length)]! };
}
