import { isInUrl, letterAt } from "./characters.ts";
import type { Settings } from "./options.ts";

/**
 * The runs of a text: stretches of characters that a bare URL goes on over. Each is walked once, however many colons it
 * has, and counts the URLs in it that turned out to be none: that is what keeps the time linear.
 */
export class Runs {
  readonly #text: string;
  readonly #letters: boolean;
  readonly #maxAttempts: number;
  /** The run that was walked last, from where it was entered. */
  #start = 0;
  #end = 0;
  /** The end of the run in which attempts failed last, and how many. */
  #failedEnd = -1;
  #failures = 0;

  constructor(text: string, { iri, maxAttempts }: Settings) {
    this.#text = text;
    this.#letters = iri !== undefined;
    this.#maxAttempts = maxAttempts;
  }

  /** Where the run ends in which `from` lies. */
  endOf(from: number): number {
    if (from >= this.#start && from < this.#end) return this.#end;
    const text = this.#text;
    // A URL within a known run may be entered before the place where the other one has entered it.
    const stop = from < this.#start ? this.#start : text.length;
    let i = from;
    for (;;) {
      while (i < stop && isInUrl(text.charCodeAt(i))) i++;
      if (i === stop && i < text.length) i = this.#end;
      const width = this.#letters ? letterAt(text, i) : 0;
      if (width === 0) break;
      i += width;
    }
    this.#start = from;
    this.#end = i;
    return i;
  }

  /** Takes note that what began before `at` is no URL. Gives where to go on: at `at`, or after the run in the end. */
  goOnAfterFailure(at: number): number {
    const end = this.endOf(at);
    this.#failures = end === this.#failedEnd ? this.#failures + 1 : 1;
    this.#failedEnd = end;
    return this.#failures < this.#maxAttempts ? at : end;
  }
}
