import { type Attempt, attempt } from "./attempt.ts";
import type { Coverage } from "./coverage.ts";
import { mutant } from "./mutate.ts";
import type { Random } from "./random.ts";
import { shrink } from "./shrink.ts";
import type { Input, Outcome, Target } from "./target.ts";

/** A broken law, with the smallest input for it. */
export interface Finding {
  readonly law: string;
  readonly message: string;
  readonly input: Input;
}

export interface Hunt {
  /** The inputs that were mutated: each reaches code or has an outcome that none before it does. */
  readonly kept: readonly Input[];
  readonly findings: readonly Finding[];
  readonly tries: number;
}

/** The part of the coverage that the hunt uses. */
type Counts = Pick<Coverage, "forget" | "reset" | "take">;

/**
 * Reading the counts costs more than a hundred tries, so they are read once for this number of tries. A batch without
 * news doubles the next one: most inputs reach nothing new after the first seconds.
 */
const MIN_BATCH = 200;
const MAX_BATCH = 12_800;
/** Maximum tries to shorten a kept input, more for a long one, and an input that breaks a law. */
const SHRINK_KEPT = 60;
const SHRINK_KEPT_LONG = 600;
const SHRINK_BROKEN = 2_000;

/**
 * Tries inputs until the time is over: the given ones, and mutations of those that were kept.
 *
 * @param isOver is asked after each try, in all phases.
 */
export function hunt(
  target: Target,
  inputs: readonly Input[],
  coverage: Counts,
  random: Random,
  isOver: (tries: number) => boolean,
): Hunt {
  const findings = new Map<string, Finding>();
  let tries = 0;
  const isTimeOver = (): boolean => isOver(tries);
  const tried = (input: Input): Attempt => {
    tries++;
    const found = attempt(target, input);
    if (found.broken !== undefined && !findings.has(found.broken.law))
      findings.set(found.broken.law, smallest(target, input, found.broken.law, isTimeOver));
    return found;
  };

  const keeper = new Keeper(coverage, tried, isTimeOver, ({ rough, fine }) => `${rough} ${fine}`);
  keeper.offer(sorted(inputs));
  for (let size = MIN_BATCH; !isTimeOver() && keeper.kept.length > 0; ) {
    const before = keeper.kept.length;
    keeper.offer(Array.from({ length: size }, () => mutant(keeper.kept, random)));
    size = keeper.kept.length > before ? MIN_BATCH : Math.min(MAX_BATCH, 2 * size);
  }
  return { kept: keeper.kept, findings: [...findings.values()], tries };
}

/**
 * Returns a small corpus: the shortest input found for each block of code and each coarse outcome; `undefined` if the
 * time is over before.
 */
export function reduce(
  target: Target,
  inputs: readonly Input[],
  coverage: Counts,
  isOver: () => boolean,
): readonly Input[] | undefined {
  coverage.reset();
  const tried = (input: Input): Attempt => attempt(target, input);
  const keeper = new Keeper(coverage, tried, isOver, ({ rough }) => rough, true);
  keeper.offer(sorted(inputs));
  return isOver() ? undefined : keeper.kept;
}

/** The shortest first, so that longer ones have less that is new. */
function sorted(inputs: readonly Input[]): readonly Input[] {
  return [...inputs].sort((a, b) => lengthOf(a) - lengthOf(b));
}

/** Keeps the inputs that reach new code or have a new outcome, until the time is over. */
class Keeper {
  readonly kept: Input[] = [];
  readonly #signatures = new Set<string>();
  readonly #coverage: Counts;
  readonly #tried: (input: Input) => Attempt;
  readonly #isOver: () => boolean;
  readonly #signatureOf: (outcome: Outcome) => string;
  readonly #shortens: boolean;

  /** @param shortens shorten what is kept, which takes many tries and readings of the counts. */
  constructor(
    coverage: Counts,
    tried: (input: Input) => Attempt,
    isOver: () => boolean,
    signatureOf: (outcome: Outcome) => string,
    shortens = false,
  ) {
    this.#coverage = coverage;
    this.#tried = tried;
    this.#isOver = isOver;
    this.#signatureOf = signatureOf;
    this.#shortens = shortens;
  }

  /** Keeps the inputs of a list that are news. It bisects the list for new code, because reading the counts is slow. */
  offer(inputs: readonly Input[]): void {
    if (inputs.length === 0 || this.#isOver()) return;
    this.#coverage.forget();
    const signatures = inputs.map((input) => (this.#isOver() ? undefined : this.#signature(input)));
    const reaches = this.#coverage.take(true) > 0;
    const [input] = inputs;
    if (inputs.length === 1) {
      const [signature] = signatures;
      if (signature !== undefined && (reaches || !this.#signatures.has(signature)))
        this.#keep(input!, signature);
      return;
    }
    // A new outcome needs no search: it is known which input has it.
    for (const [i, signature] of signatures.entries())
      if (signature !== undefined && !this.#signatures.has(signature)) this.#keep(inputs[i]!, signature);
    if (!reaches) return;
    const half = inputs.length >> 1;
    this.offer(inputs.slice(0, half));
    this.offer(inputs.slice(half));
  }

  /** Tries an input, and returns its outcome as text; `undefined` if it breaks a law. */
  #signature(input: Input): string | undefined {
    const { outcome } = this.#tried(input);
    return outcome === undefined ? undefined : this.#signatureOf(outcome);
  }

  #keep(input: Input, signature: string): void {
    if (this.#isOver()) return;
    const kept = this.#shortens ? this.#shorten(input, signature) : input;
    this.#coverage.forget();
    this.#tried(kept);
    this.#coverage.take();
    this.kept.push(kept);
    this.#signatures.add(signature);
  }

  #shorten(input: Input, signature: string): Input {
    const reached = this.#reach(input);
    const isAsGood = (each: Input): boolean =>
      !this.#isOver() &&
      this.#signature(each) === signature &&
      (reached === 0 || this.#reach(each) >= reached);
    return shrink(input, isAsGood, SHRINK_KEPT + Math.min(SHRINK_KEPT_LONG, lengthOf(input)));
  }

  /** Returns the amount of code that an input reaches first. */
  #reach(input: Input): number {
    this.#coverage.forget();
    this.#tried(input);
    return this.#coverage.take(true);
  }
}

function smallest(target: Target, input: Input, law: string, isOver: () => boolean): Finding {
  const breaks = (each: Input): boolean => !isOver() && attempt(target, each).broken?.law === law;
  const small = shrink(input, breaks, SHRINK_BROKEN);
  return { law, message: attempt(target, small).broken?.message ?? "not every time", input: small };
}

function lengthOf(input: Input): number {
  return input.reduce((sum, text) => sum + text.length, 0);
}
