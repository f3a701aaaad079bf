import { flat } from "./flat.ts";
import type { Contender, Group } from "./group.ts";

/** The result of one contender. */
interface Measured {
  readonly name: string;
  /** Nanoseconds per input, or per character: the median of the rounds. */
  readonly nanoseconds: number;
  /** Its time divided by ours: the median of the ratios of each round, so that noise affects both sides. */
  readonly ratio: number;
  /** The number of inputs that it rejects. They are skipped for all contenders. */
  readonly refused: number;
}

export interface Timing {
  readonly bench: string;
  readonly corpus: string;
  readonly inputs: number;
  readonly per: string;
  readonly measured: readonly Measured[];
  /** The number of inputs for which the results differ, if that is allowed. */
  readonly different: number;
}

export interface Rounds {
  readonly rounds: number;
  /** Warm-up time of each contender in milliseconds. */
  readonly warmUp: number;
}

/** Minimum time of one measurement in milliseconds, so that the clock and the compiler are negligible. */
const LEAST = 2;

/** Runs all contenders in turn, round by round, and compares them within each round. */
export function time(group: Group, { rounds, warmUp }: Rounds): Timing {
  const { bench, corpus, contenders, per = "URL" } = group;
  const { inputs, refused, different } = agreed(group);
  const repeats = contenders.map(({ run }) => {
    const end = performance.now() + warmUp;
    let fastest = Number.POSITIVE_INFINITY;
    do fastest = Math.min(fastest, millisecondsOf(run, inputs, 1));
    while (performance.now() < end);
    return Math.max(1, Math.ceil(LEAST / fastest));
  });
  const times: number[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    // Each round starts with another contender, so that the garbage of one does not always affect the same other one.
    for (let turn = 0; turn < contenders.length; turn++) {
      const i = (turn + round) % contenders.length;
      times[i]!.push(millisecondsOf(contenders[i]!.run, inputs, repeats[i]!) / repeats[i]!);
    }
  }
  const units = per === "URL" ? inputs.length : inputs.reduce((sum, text) => sum + text.length, 0);
  return {
    ...{ bench, corpus, inputs: inputs.length, per, different },
    measured: contenders.map(({ name }, i) => ({
      name,
      nanoseconds: (median(times[i]!) * 1e6) / units,
      ratio: median(times[i]!.map((theirs, round) => theirs / times[0]![round]!)),
      refused: refused[i]!,
    })),
  };
}

/** Warm-up in milliseconds before heap bytes are counted: code that is not optimized yet allocates more. */
const HEAP_WARM_UP = 500;

/** Measures the heap bytes that each contender allocates for an input. No garbage collection may run: see run.ts. */
export function allocate(group: Group, collect: () => void): readonly number[] {
  const inputs = agreed(group).inputs.slice(0, 2_000);
  return group.contenders.map(({ run }) => {
    const end = performance.now() + HEAP_WARM_UP;
    for (let i = 0; i < 40 || performance.now() < end; i++) run(inputs);
    const passes = Array.from({ length: 7 }, () => {
      collect();
      const before = process.memoryUsage().heapUsed;
      run(inputs);
      return process.memoryUsage().heapUsed - before;
    });
    return Math.max(0, median(passes)) / inputs.length;
  });
}

/**
 * Returns the inputs that all contenders accept.
 *
 * @throws {Error} if two results differ that must agree.
 */
export function agreed({ bench, corpus, inputs, contenders, mustAgree = true }: Group): {
  readonly inputs: readonly any[];
  readonly refused: readonly number[];
  readonly different: number;
} {
  const refused = contenders.map(() => 0);
  let different = 0;
  const taken = inputs().filter((input) => {
    const answers = contenders.map(({ answer }) => answer(input));
    for (const [i, answer] of answers.entries()) if (answer === undefined) refused[i]!++;
    if (answers.includes(undefined)) return false;
    if (answers.every((answer) => answer === answers[0])) return true;
    if (mustAgree) {
      const each = contenders.map(({ name }, i) => `${name}: ${answers[i]}`).join("; ");
      throw new Error(`${bench}, ${corpus}: of ${JSON.stringify(input)} ${each}`);
    }
    different++;
    return true;
  });
  return { inputs: taken.map(flatten), refused, different };
}

function flatten(input: unknown): unknown {
  return Array.isArray(input) ? input.map(flatten) : typeof input === "string" ? flat(input) : input;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function millisecondsOf(run: Contender<any>["run"], inputs: readonly unknown[], repeats: number): number {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) run(inputs);
  return performance.now() - start;
}
