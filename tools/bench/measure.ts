import { flat } from "./flat.ts";
import type { Contender, Group } from "./group.ts";

/** What came out for one contender. */
interface Measured {
  readonly name: string;
  /** Nanoseconds for an input, or for one of its characters: median of rounds. */
  readonly nanoseconds: number;
  /** How many times as long as ours: median of the ratios of each round, so that noise hits both sides. */
  readonly ratio: number;
  /** How many inputs it does not take; those are left out for all. */
  readonly refused: number;
}

export interface Timing {
  readonly bench: string;
  readonly corpus: string;
  readonly inputs: number;
  readonly per: string;
  readonly measured: readonly Measured[];
  /** Inputs on which the answers differ, where they may. */
  readonly different: number;
}

export interface Rounds {
  readonly rounds: number;
  /** Milliseconds for which each contender runs before anything is measured. */
  readonly warmUp: number;
}

/** At least as long as this takes one measurement, in milliseconds: a clock and a compiler are not to be seen in it. */
const LEAST = 2;

/** Runs all contenders in turn, round by round, and compares them within each. */
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
    // Another one begins each time: what the one before leaves behind, as garbage, is not always the same one's.
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

/** Octets of heap that each contender leaves behind for an input. Nothing may be collected meanwhile: see run.ts. */
export function allocate(group: Group, collect: () => void): readonly number[] {
  const inputs = agreed(group).inputs.slice(0, 2_000);
  return group.contenders.map(({ run }) => {
    for (let i = 0; i < 40; i++) run(inputs);
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
 * The inputs that all contenders take.
 *
 * @throws {Error} two that must agree do not.
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
