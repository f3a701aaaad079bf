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
  /** The inputs to keep: each reaches code or has an outcome that no shorter one does. */
  readonly corpus: readonly Input[];
  readonly findings: readonly Finding[];
  readonly tries: number;
}

/** The part of the coverage that the hunt uses. */
type Counts = Pick<Coverage, "forget" | "reset" | "take">;

/** Reading the counts costs more than a hundred tries, so they are read after this number of tries. */
const BATCH = 200;
/** Maximum tries to shorten a kept input, more for a long one, and an input that breaks a law. */
const SHRINK_KEPT = 60;
const SHRINK_KEPT_LONG = 600;
const SHRINK_BROKEN = 2_000;

/** Tries inputs until the time is over: those of the corpus, the seeds, and mutations of the kept ones. */
export function hunt(
  target: Target,
  inputs: readonly Input[],
  coverage: Counts,
  random: Random,
  isOver: (tries: number) => boolean,
): Hunt {
  const findings = new Map<string, Finding>();
  let tries = 0;
  const tried = (input: Input): Attempt => {
    tries++;
    const found = attempt(target, input);
    if (found.broken !== undefined && !findings.has(found.broken.law))
      findings.set(found.broken.law, smallest(target, input, found.broken.law));
    return found;
  };

  const first = new Keeper(target, coverage, tried, ({ rough, fine }) => `${rough} ${fine}`);
  first.offer(sorted(inputs));
  while (!isOver(tries) && first.kept.length > 0) {
    first.offer(Array.from({ length: BATCH }, () => mutant(first.kept, random)));
  }

  // The corpus needs only one input for each block of code and each coarse outcome.
  coverage.reset();
  const last = new Keeper(target, coverage, tried, ({ rough }) => rough);
  last.offer(sorted(first.kept));
  return { corpus: last.kept, findings: [...findings.values()], tries };
}

/** The shortest first, so that longer ones have less that is new. */
function sorted(inputs: readonly Input[]): readonly Input[] {
  return [...inputs].sort((a, b) => lengthOf(a) - lengthOf(b));
}

/** Keeps the inputs that reach new code or have a new outcome. */
class Keeper {
  readonly kept: Input[] = [];
  readonly #signatures = new Set<string>();
  readonly #target: Target;
  readonly #coverage: Counts;
  readonly #tried: (input: Input) => Attempt;
  readonly #signatureOf: (outcome: Outcome) => string;

  constructor(
    target: Target,
    coverage: Counts,
    tried: (input: Input) => Attempt,
    signatureOf: (outcome: Outcome) => string,
  ) {
    this.#target = target;
    this.#coverage = coverage;
    this.#tried = tried;
    this.#signatureOf = signatureOf;
  }

  /** Keeps the inputs of a list that reach new code. It bisects the list, because reading the counts is slow. */
  offer(inputs: readonly Input[]): void {
    if (inputs.length === 0) return;
    this.#coverage.forget();
    const outcomes = inputs.map((input) => this.#tried(input).outcome);
    const reaches = this.#coverage.take(true) > 0;
    if (!reaches && !outcomes.some((outcome) => this.#isNews(outcome))) return;
    const [input, ...more] = inputs;
    if (more.length === 0) {
      if (outcomes[0] !== undefined) this.#keep(input!, this.#signatureOf(outcomes[0]));
      return;
    }
    const half = inputs.length >> 1;
    this.offer(inputs.slice(0, half));
    this.offer(inputs.slice(half));
  }

  #isNews(outcome: Outcome | undefined): boolean {
    return outcome !== undefined && !this.#signatures.has(this.#signatureOf(outcome));
  }

  #keep(input: Input, signature: string): void {
    const reached = this.#reach(input);
    const tries = SHRINK_KEPT + Math.min(SHRINK_KEPT_LONG, lengthOf(input));
    const short = shrink(input, (each) => this.#isAsGood(each, signature, reached), tries);
    this.#coverage.forget();
    this.#tried(short);
    this.#coverage.take();
    this.kept.push(short);
    this.#signatures.add(signature);
  }

  #isAsGood(input: Input, signature: string, reached: number): boolean {
    const { outcome } = attempt(this.#target, input);
    if (outcome === undefined || this.#signatureOf(outcome) !== signature) return false;
    return reached === 0 || this.#reach(input) >= reached;
  }

  /** Returns the amount of code that an input reaches first. */
  #reach(input: Input): number {
    this.#coverage.forget();
    attempt(this.#target, input);
    return this.#coverage.take(true);
  }
}

function smallest(target: Target, input: Input, law: string): Finding {
  const small = shrink(input, (each) => attempt(target, each).broken?.law === law, SHRINK_BROKEN);
  return { law, message: attempt(target, small).broken?.message ?? "not every time", input: small };
}

function lengthOf(input: Input): number {
  return input.reduce((sum, text) => sum + text.length, 0);
}
