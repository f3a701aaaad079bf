import type { Mutant } from "./select.ts";

/** What `run.ts` sends to a `worker.ts` at first: all mutants. Their numbers are their indices. */
export interface Start {
  readonly mutants: readonly Mutant[];
}

/** One run of test files, with one mutant or, to see which mutants they reach, with none. */
export interface Job {
  readonly files: readonly string[];
  readonly mutant: number | undefined;
}

/** The answer to a job, when all tests have run or one has failed. */
export interface Outcome {
  /** The first failed test, or the error of a file without tests. */
  readonly failure: string | undefined;
  /** Tests that passed. */
  readonly passed: number;
  /** The numbers of the mutants that the tests reach. Only without a mutant. */
  readonly reached: readonly number[];
}
