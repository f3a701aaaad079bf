/**
 * The offsets in a text at which a URL can be recognized: its colons, and, with guesses, the ends of their prefixes
 * ("w." of "www."), in either case. Query it in increasing order; each search scans the text once.
 */
export class Triggers {
  readonly #text: string;
  readonly #needles: readonly string[];
  readonly #places: number[];

  constructor(text: string, guesses: readonly (readonly [key: string, front: string])[]) {
    this.#text = text;
    const ends = guesses.map(([key]) => key.slice(-2));
    this.#needles = [...new Set([":", ...ends, ...ends.map((end) => end.toUpperCase())])];
    this.#places = this.#needles.map(() => -1);
  }

  /** Returns the first trigger at or after `from`, or the end of the text. */
  next(from: number): number {
    const places = this.#places;
    if (places.length === 1) return this.#findNeedle(":", from);
    let first = this.#text.length;
    for (let k = 0; k < places.length; k++) {
      if (places[k]! < from) places[k] = this.#findNeedle(this.#needles[k]!, from);
      if (places[k]! < first) first = places[k]!;
    }
    return first;
  }

  #findNeedle(needle: string, from: number): number {
    const at = this.#text.indexOf(needle, from);
    return at < 0 ? this.#text.length : at;
  }
}
