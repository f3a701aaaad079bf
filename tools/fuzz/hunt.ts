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
type Counts = Pick<Coverage, "forget" | "keep" | "news" | "reset">;

/** Maximum tries to shorten a kept input, more for a long one, and an input that breaks a law. */
const SHRINK_KEPT = 60;
const SHRINK_KEPT_LONG = 600;
const SHRINK_BROKEN = 2_000;

/**
 * Tries inputs until the time is over: the given ones, and mutations of those that were kept.
 *
 * @param isOver is asked after each try, in all phases.
 */
export async function hunt(
  target: Target,
  inputs: readonly Input[],
  coverage: Counts,
  random: Random,
  isOver: (tries: number) => boolean,
): Promise<Hunt> {
  const findings = new Map<string, Finding>();
  let tries = 0;
  const isTimeOver = (): boolean => isOver(tries);
  const tried = async (input: Input): Promise<Attempt> => {
    tries++;
    const found = await attempt(target, input);
    if (found.broken !== undefined && !findings.has(found.broken.law))
      findings.set(found.broken.law, await smallest(target, input, found.broken.law, isTimeOver));
    return found;
  };

  const keeper = new Keeper(coverage, tried, isTimeOver, ({ rough, fine }) => `${rough} ${fine}`);
  await keeper.offerAll(sorted(inputs));
  while (!isTimeOver() && keeper.kept.length > 0) await keeper.offer(mutant(keeper.kept, random));
  return { kept: keeper.kept, findings: [...findings.values()], tries };
}

/**
 * Returns a small corpus: the shortest input found for each block of code and each coarse outcome; `undefined` if the
 * time is over before.
 */
export async function reduce(
  target: Target,
  inputs: readonly Input[],
  coverage: Counts,
  isOver: () => boolean,
): Promise<readonly Input[] | undefined> {
  coverage.reset();
  const tried = (input: Input): Promise<Attempt> => attempt(target, input);
  const keeper = new Keeper(coverage, tried, isOver, ({ rough }) => rough, true);
  await keeper.offerAll(sorted(inputs));
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
  readonly #tried: (input: Input) => Promise<Attempt>;
  readonly #isOver: () => boolean;
  readonly #signatureOf: (outcome: Outcome) => string;
  readonly #shortens: boolean;

  /** @param shortens shorten what is kept, which takes many tries. */
  constructor(
    coverage: Counts,
    tried: (input: Input) => Promise<Attempt>,
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

  async offerAll(inputs: readonly Input[]): Promise<void> {
    for (const input of inputs) {
      if (this.#isOver()) return;
      await this.offer(input);
    }
  }

  /** Keeps the input if it is news. */
  async offer(input: Input): Promise<void> {
    const signature = await this.#signature(input);
    if (signature === undefined || (this.#coverage.news === 0 && this.#signatures.has(signature)))
      return this.#coverage.forget();
    await this.#keep(input, signature);
  }

  /** Tries an input, and returns its outcome as text; `undefined` if it breaks a law. */
  async #signature(input: Input): Promise<string | undefined> {
    const { outcome } = await this.#tried(input);
    return outcome === undefined ? undefined : this.#signatureOf(outcome);
  }

  async #keep(input: Input, signature: string): Promise<void> {
    this.kept.push(this.#shortens ? await this.#shorten(input, signature) : input);
    this.#signatures.add(signature);
    this.#coverage.keep();
  }

  /** Afterwards, the news are what the returned input reaches. */
  async #shorten(input: Input, signature: string): Promise<Input> {
    const reached = this.#coverage.news;
    const isAsGood = async (each: Input): Promise<boolean> => {
      if (this.#isOver()) return false;
      this.#coverage.forget();
      return (await this.#signature(each)) === signature && this.#coverage.news >= reached;
    };
    const short = await shrink(input, isAsGood, SHRINK_KEPT + Math.min(SHRINK_KEPT_LONG, lengthOf(input)));
    this.#coverage.forget();
    await this.#tried(short);
    return short;
  }
}

async function smallest(target: Target, input: Input, law: string, isOver: () => boolean): Promise<Finding> {
  const breaks = async (each: Input): Promise<boolean> =>
    !isOver() && (await attempt(target, each)).broken?.law === law;
  const small = await shrink(input, breaks, SHRINK_BROKEN);
  return { law, message: (await attempt(target, small)).broken?.message ?? "not every time", input: small };
}

function lengthOf(input: Input): number {
  return input.reduce((sum, text) => sum + text.length, 0);
}
