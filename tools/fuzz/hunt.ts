import { type Attempt, attempt } from "./attempt.ts";
import type { Coverage } from "./coverage.ts";
import { mutant } from "./mutate.ts";
import type { Random } from "./random.ts";
import { shrink } from "./shrink.ts";
import type { Input, Outcome, Target } from "./target.ts";

/** A law that was found broken, by the smallest input for it. */
export interface Finding {
  readonly law: string;
  readonly message: string;
  readonly input: Input;
}

export interface Hunt {
  /**
   * The inputs to keep: for each there is code that it reaches, or an outcome that it has, and no shorter one
   * does.
   */
  readonly corpus: readonly Input[];
  readonly findings: readonly Finding[];
  readonly tries: number;
}

/** What has to be known of the code that is reached. */
type Counts = Pick<Coverage, "forget" | "reset" | "take">;

/** Reading the counts costs more than a hundred tries: they are read after so many. */
const BATCH = 200;
/** Tries to make an input shorter that is kept, more for a long one; and one that breaks a law. */
const SHRINK_KEPT = 60;
const SHRINK_KEPT_LONG = 600;
const SHRINK_BROKEN = 2_000;

/**
 * Tries inputs until it is over: those of the corpus, the seeds, and ever new ones that are made of what is
 * kept.
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

  // For good, an input for each piece of code and each rough outcome will do.
  coverage.reset();
  const last = new Keeper(target, coverage, tried, ({ rough }) => rough);
  last.offer(sorted(first.kept));
  return { corpus: last.kept, findings: [...findings.values()], tries };
}

/** The shortest first: what a longer one has besides is then less. */
function sorted(inputs: readonly Input[]): readonly Input[] {
  return [...inputs].sort((a, b) => lengthOf(a) - lengthOf(b));
}

/** Keeps the inputs that have something new to them. */
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

  /**
   * Keeps what is new in a list: looks at all of it, then at its halves, and so on, for reading the counts is
   * slow.
   */
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

  /** How much code an input reaches that none before it has. */
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
