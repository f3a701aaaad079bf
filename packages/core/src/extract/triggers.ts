/**
 * The places in a text at which a URL may be recognized: its colons, and, where something is guessed, the ends of what it
 * is guessed by ("w." of "www."), in either case. Asked in rising order; each search runs over the text once.
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

  /** The first one at or after `from`; the end of the text when there is none. */
  next(from: number): number {
    const places = this.#places;
    if (places.length === 1) return this.#indexOf(":", from);
    let first = this.#text.length;
    for (let k = 0; k < places.length; k++) {
      if (places[k]! < from) places[k] = this.#indexOf(this.#needles[k]!, from);
      if (places[k]! < first) first = places[k]!;
    }
    return first;
  }

  #indexOf(needle: string, from: number): number {
    const at = this.#text.indexOf(needle, from);
    return at < 0 ? this.#text.length : at;
  }
}
