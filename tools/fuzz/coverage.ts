import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { withMarks } from "./instrument.ts";

/** The maximum number of marks in all files under test. */
const MAX_MARKS = 1 << 18;

/** The code that was reached so far, by marks that are compiled into each file. */
export class Coverage {
  /** By the number of a mark: whether the code there was reached. */
  readonly #reached = new Uint8Array(MAX_MARKS);
  /** The marks that were reached since the last `keep`. */
  #news: number[] = [];
  #marks = 0;
  #size = 0;

  /** Instruments all files under test that are loaded from now on. There can be one such object. */
  constructor() {
    Object.assign(globalThis, {
      $fuzzReached: this.#reached,
      $fuzzReport: (mark: number) => {
        this.#reached[mark] = 1;
        this.#news.push(mark);
      },
    });
    registerHooks({
      load: (url, context, nextLoad) => {
        const loaded = nextLoad(url, context);
        if (!isOurs(url) || loaded.source == null) return loaded;
        const text =
          typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
        return { ...loaded, source: withMarks(fileURLToPath(url), text, () => this.#nextMark()) };
      },
    });
  }

  #nextMark(): number {
    if (this.#marks === MAX_MARKS) throw new RangeError(`more than ${MAX_MARKS} marks: raise MAX_MARKS`);
    return this.#marks++;
  }

  /** The number of marks that were first reached since the last call of {@link keep} or {@link forget}. */
  get news(): number {
    return this.#news.length;
  }

  /** Records the news. */
  keep(): void {
    this.#size += this.#news.length;
    this.#news = [];
  }

  /** Discards the news: what reaches the same code next is new again. */
  forget(): void {
    for (const mark of this.#news) this.#reached[mark] = 0;
    this.#news = [];
  }

  /** Starts again from nothing. */
  reset(): void {
    this.#reached.fill(0);
    this.#news = [];
    this.#size = 0;
  }

  /** The total number of recorded marks. */
  get size(): number {
    return this.#size;
  }
}

/** Only tested code: no tests and no third-party packages. */
function isOurs(url: string): boolean {
  return (
    url.includes("/packages/") &&
    url.includes("/src/") &&
    url.endsWith(".ts") &&
    !url.includes("/node_modules/")
  );
}
