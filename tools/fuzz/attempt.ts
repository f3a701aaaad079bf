import type { BrokenLaw, Input, Outcome, Target } from "./target.ts";

/** The result of one input. */
export interface Attempt {
  /** `undefined` if a law is broken. */
  readonly outcome: Outcome | undefined;
  /** The broken law with details; absent if all laws hold. */
  readonly broken?: { readonly law: string; readonly message: string };
}

/** Maximum time of an input in milliseconds, and the addition per code unit: generous, for busy machines. */
const TIME = 1_000;
const TIME_PER_UNIT = 0.2;

/** Tries one input. An unexpected error and a slow input also break a law. */
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
    // An unexpected error is identified by where it was thrown, so that one bug is one law.
    const place =
      stack
        ?.split("\n")
        .find((line) => line.includes("/packages/"))
        ?.trim() ?? "";
    const known = name === "BrokenLaw" ? law : `throws ${name} ${place.replace(/^.*\/packages\//, "")}`;
    return { outcome: undefined, broken: { law: known, message } };
  }
}
