import { isInUrl, letterLength } from "./characters.ts";
import type { ExtractSettings } from "./options.ts";

/**
 * The runs of a text: ranges of characters that a bare URL can contain. Each run is scanned once, however many colons
 * it has, and counts its invalid URLs, which keeps the time linear.
 */
export class Runs {
  readonly #text: string;
  readonly #letters: boolean;
  readonly #maxAttempts: number;
  /** The run scanned last, from its entry offset. */
  #start = 0;
  #end = 0;
  /** The end of the run with the last failed attempts, and their number. */
  #failedEnd = -1;
  #failures = 0;

  constructor(text: string, { iri, maxAttempts }: ExtractSettings) {
    this.#text = text;
    this.#letters = iri !== undefined;
    this.#maxAttempts = maxAttempts;
  }

  /** Returns the end of the run that contains `from`. */
  findRunEnd(from: number): number {
    if (from >= this.#start && from < this.#end) return this.#end;
    const text = this.#text;
    // A URL in a known run can begin before the offset at which another one entered it.
    const stop = from < this.#start ? this.#start : text.length;
    let i = from;
    for (;;) {
      while (i < stop && isInUrl(text.charCodeAt(i))) i++;
      if (i === stop && i < text.length) i = this.#end;
      const width = this.#letters ? letterLength(text, i) : 0;
      if (width === 0) break;
      i += width;
    }
    this.#start = from;
    this.#end = i;
    return i;
  }

  /**
   * Records that no URL begins before `at`. Returns where to continue: at `at`, or after the run if it had too many
   * failures.
   */
  goOnAfterFailure(at: number): number {
    const end = this.findRunEnd(at);
    this.#failures = end === this.#failedEnd ? this.#failures + 1 : 1;
    this.#failedEnd = end;
    return this.#failures < this.#maxAttempts ? at : end;
  }
}
