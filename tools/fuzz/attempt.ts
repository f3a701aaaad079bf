import type { BrokenLaw, Input, Outcome, Target } from "./target.ts";

/** What came of one input. */
export interface Attempt {
  /** `undefined` when a law is broken. */
  readonly outcome: Outcome | undefined;
  /** The law that does not hold, and how; absent when all do. */
  readonly broken?: { readonly law: string; readonly message: string };
}

/**
 * Milliseconds that any input may take, and more for each code unit: generous, for machines that are busy.
 */
const TIME = 1_000;
const TIME_PER_UNIT = 0.2;

/** Tries one input. An error that is not ours, and one that takes its time, break a law, too. */
export function attempt(target: Target, input: Input): Attempt {
  const length = input.reduce((sum, text) => sum + text.length, 0);
  const start = performance.now();
  try {
    const outcome = target.run(input);
    const took = performance.now() - start;
    if (took <= TIME + length * TIME_PER_UNIT) return { outcome };
    const message = `${length} code units took ${Math.round(took)} ms`;
    return { outcome: undefined, broken: { law: "no text takes long", message } };
  } catch (error) {
    const { law, message, name, stack } = error as BrokenLaw;
    // A foreign error is known by where it was thrown: one bug, one law.
    const place =
      stack
        ?.split("\n")
        .find((line) => line.includes("/packages/"))
        ?.trim() ?? "";
    const known = name === "BrokenLaw" ? law : `throws ${name} ${place.replace(/^.*\/packages\//, "")}`;
    return { outcome: undefined, broken: { law: known, message } };
  }
}
