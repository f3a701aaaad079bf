/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True once in `n` times. */
  once(n: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** `count` of the choices, in the order of the draw, joined. */
  join(choices: readonly string[], count: number, separator: string): string;
}

/** The generator mulberry32: 32 bits of state, which is plenty here. */
export function randomOf(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)]!;
  return {
    between,
    once: (n) => between(1, n) === 1,
    pick,
    join: (choices, count, separator) =>
      Array.from({ length: Math.max(0, count) }, () => pick(choices)).join(separator),
  };
}
