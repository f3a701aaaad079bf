/**
 * What is tried: a text, or the two texts of what takes two. Any texts at all, halves of characters included.
 */
export type Input = readonly string[];

/** Something that takes text, and the laws that hold whatever the text is. */
export interface Target {
  readonly name: string;
  /** How many texts it takes. */
  readonly arity: 1 | 2;
  /**
   * Tries one input, and gives what came of it.
   *
   * @throws {BrokenLaw} a law does not hold. @throws what nobody has expected, which breaks a law as well.
   */
  readonly run: (input: Input) => Outcome;
}

/**
 * What came of an input. One with something new come of it is worth changing further, as one that reaches new
 * code is.
 */
export interface Outcome {
  /** In a word or two: an input for each is kept for good. */
  readonly rough: string;
  /** As codes, and which components there are: only for the time of a hunt. */
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

/** The code of an error of ours, which is an answer as good as a value. @throws any other error. */
export function codeOf(error: unknown): string {
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  if ((name === "UrlSyntaxError" || name === "AccessError") && typeof code === "string") return code;
  throw error;
}

/** What a call gives, or the code of the error of ours that it throws. */
export function outcome<T>(call: () => T): { readonly value: T } | { readonly code: string } {
  try {
    return { value: call() };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

/** The same as text, to compare two of them. */
export function outcomeText(call: () => unknown): string {
  return JSON.stringify(outcome(call));
}
