/** Chance that comes again with the same seed: from 0 to below 1. */
export type SeededRandom = () => number;

/** Mulberry32 for the `n`th of several things, each of which has dice of its own. */
export function createRandom(seed: number, n: number): SeededRandom {
  const folded = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  let state = mixed(folded) ^ mixed(Math.imul(n, 0x9e37_79b1));
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    return mixed(state) / 2 ** 32;
  };
}

function mixed(value: number): number {
  let mix = Math.imul(value ^ (value >>> 15), value | 1);
  mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61);
  return (mix ^ (mix >>> 14)) >>> 0;
}
