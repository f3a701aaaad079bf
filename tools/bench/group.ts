/** One of the compared implementations: all do the same with each input. */
export interface Contender<T> {
  readonly name: string;
  /** Processes all inputs. Each contender has its own loop, so that the compiler's type feedback is not shared. */
  readonly run: (inputs: readonly T[]) => void;
  /** Its result for an input, in a form that all contenders share; `undefined` if it rejects the input. */
  readonly answer: (input: T) => string | undefined;
}

/** A comparison: our code first, then the peers. */
export interface Group<T = any> {
  readonly bench: string;
  readonly corpus: string;
  readonly inputs: () => readonly T[];
  readonly contenders: readonly Contender<T>[];
  /** Whether this is a transfer, for which heap bytes are not meaningful. Default: false. */
  readonly isTransfer?: boolean;
  /** The unit of the times: "URL" for one input, "character" for one of its characters. Default: "URL". */
  readonly per?: "URL" | "character";
  /**
   * Whether the results must agree. Peers may differ by design, for example in the rules of a normal form. Default:
   * true.
   */
  readonly mustAgree?: boolean;
}

const kept: unknown[] = new Array(64).fill(undefined);

/** Stores a result, so that the compiler cannot remove the code that creates it. */
export function keep(i: number, value: unknown): void {
  kept[i & 63] = value;
}

/** Adds to a stored sum: for results of which every part must be read. */
export function keepSum(sum: number): void {
  kept[0] = sum;
}

/** An error records a stack of ten calls, and real programs call the parser from at least that depth. */
const DEPTH = 10;

/** Runs at the depth of a real program. */
export function deep(run: () => void, calls: number = DEPTH): void {
  if (calls === 0) run();
  else deep(run, calls - 1);
}

/** Reads the bases of pairs of a base and a reference, once before the measurement. */
export function readBy<T>(
  read: (base: string) => T,
): (pairs: readonly (readonly [base: string, reference: string])[]) => readonly T[] {
  const known = new WeakMap<object, readonly T[]>();
  return (pairs) => {
    const bases = known.get(pairs) ?? pairs.map(([base]) => read(base));
    known.set(pairs, bases);
    return bases;
  };
}
