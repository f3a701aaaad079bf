/** An input: one text, or two for a function of two texts. A text can be any string, also with lone surrogates. */
export type Input = readonly string[];

/** A function that accepts text, and the laws that hold for every text. */
export interface Target {
  readonly name: string;
  /** The number of texts that it needs. */
  readonly arity: 1 | 2;
  /**
   * Tries one input, and returns its outcome.
   *
   * @throws {BrokenLaw} if a law does not hold. Any other error also counts as a broken law.
   */
  readonly run: (input: Input) => Outcome | Promise<Outcome>;
  /** The first inputs without a corpus. Absent: the examples of the schemes and the vectors of other suites. */
  readonly seeds?: readonly Input[];
}

/** The outcome of an input. An input with a new outcome is mutated further, like one that reaches new code. */
export interface Outcome {
  /** A short name: the corpus keeps an input for each. */
  readonly rough: string;
  /** Details such as codes and present components, which are only used during a hunt. */
  readonly fine: string;
}

/** A law that does not hold for an input. */
export class BrokenLaw extends Error {
  override readonly name = "BrokenLaw";
  readonly law: string;

  constructor(law: string, detail: string) {
    super(detail === "" ? law : `${law}: ${detail}`);
    this.law = law;
  }
}

/** @throws {BrokenLaw} */
export function demand(holds: boolean, law: string, ...details: readonly unknown[]): void {
  if (!holds) throw new BrokenLaw(law, details.map((each) => JSON.stringify(each) ?? "undefined").join(", "));
}

/** Returns the code of an expected error, which is a valid result. @throws any other error. */
export function codeOf(error: unknown): string {
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  if ((name === "UrlSyntaxError" || name === "AccessError") && typeof code === "string") return code;
  throw error;
}

/** Returns the result of a call, or the code of the expected error that it throws. */
export function outcome<T>(call: () => T): { readonly value: T } | { readonly code: string } {
  try {
    return { value: call() };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

/** The same as text, for comparison. */
export function outcomeText(call: () => unknown): string {
  return JSON.stringify(outcome(call));
}
