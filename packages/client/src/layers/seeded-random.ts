/** Seeded pseudorandom numbers in [0, 1). */
export type SeededRandom = () => number;

/** Creates a Mulberry32 generator for item `n`; each item has its own sequence. */
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
