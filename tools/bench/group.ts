/** One of those that are compared: it does the same to every input as the others do. */
export interface Contender<T> {
  readonly name: string;
  /** Does it to all inputs. A loop of its own, so that no contender spoils what the compiler knows of another. */
  readonly run: (inputs: readonly T[]) => void;
  /** What it makes of an input, in words that are the same for all; `undefined`: it does not take this input. */
  readonly answer: (input: T) => string | undefined;
}

/** What is measured side by side: ours first, then the peers. */
export interface Group<T = any> {
  readonly bench: string;
  readonly corpus: string;
  readonly inputs: () => readonly T[];
  readonly contenders: readonly Contender<T>[];
  /** Is it a transfer, of which octets of heap tell nothing? Default false. */
  readonly isTransfer?: boolean;
  /** What the times are divided by: "URL" for each input, "character" for each of its characters. Default "URL". */
  readonly per?: "URL" | "character";
  /** Peers that do something else by design, as a normal form by other rules, need not agree. Default true. */
  readonly mustAgree?: boolean;
}

const kept: unknown[] = new Array(64).fill(undefined);

/** Holds a result long enough that no compiler may leave out making it. */
export function keep(i: number, value: unknown): void {
  kept[i & 63] = value;
}

/** Adds to a sum that is kept: for results of which every part is to be read. */
export function keepSum(sum: number): void {
  kept[0] = sum;
}
