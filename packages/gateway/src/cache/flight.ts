import { whenAborted } from "./when-aborted.ts";

/** What a call gives when it has begun: what is known beforehand, and pieces. */
export interface Opened<Head, T> {
  readonly head: Head;
  /** `undefined`: more than is shared, as the head says. Then the head's own pieces are not touched. */
  readonly pieces: AsyncIterator<T> | undefined;
}

/** How it ended, for those who wait for all of it. */
export interface Outcome<Head, T> {
  readonly head: Head | undefined;
  readonly pieces: readonly T[];
  /** "too-large": there is more than what is in `pieces`, and only the first one gets it. */
  readonly end: "whole" | "too-large" | { readonly error: unknown };
}

export interface FlightInit<Head, T> {
  /** @param signal aborted when nobody wants it any more. */
  open(signal: AbortSignal): Promise<Opened<Head, T>>;
  costOf(piece: T): number;
  /** What is collected at most, as {@link costOf} counts it. */
  readonly most: number;
}

/**
 * One call that several wait for. What it gives is collected at the server's pace, up to a bound; the first one reads along
 * while it comes, the others get all of it when it has ended. What is larger goes on at the pace of the first one, and
 * the others are told to ask for themselves. It is aborted when nobody is left.
 */
export class Flight<Head, T> {
  /** Settles when the server has begun to answer. */
  readonly opened: Promise<Opened<Head, T>>;
  /** Never rejects. */
  readonly outcome: Promise<Outcome<Head, T>>;
  readonly #init: FlightInit<Head, T>;
  readonly #controller: AbortController = new AbortController();
  readonly #pieces: T[] = [];
  #wanted = 0;
  #wake: () => void = () => {};
  #end: Outcome<Head, T>["end"] | undefined;
  #source: AsyncIterator<T> | undefined;
  #isAbandoned = false;

  constructor(init: FlightInit<Head, T>) {
    this.#init = init;
    this.opened = init.open(this.#controller.signal);
    this.outcome = this.#collect();
  }

  /** Nobody has waited until its end: it is of no use to anybody else. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** One more who wants it. @returns how to leave, once. */
  join(): () => void {
    this.#wanted++;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#wanted--;
      if (this.#wanted === 0) this.#abandon();
    };
  }

  #abandon(): void {
    if (this.#end === "whole" || typeof this.#end === "object") return;
    this.#isAbandoned = true;
    this.#controller.abort(new Error("no request is waiting for this call"));
    // One that rests between two pieces hears of no abort.
    this.#source?.return?.()?.catch(() => {});
  }

  /**
   * The pieces as they come, for one reader, up to where they are not collected any more.
   *
   * @returns "too-large": the others have to be read from the source. @throws what the source fails with, and the reason
   *   of the signal.
   */
  async *follow(signal: AbortSignal | undefined): AsyncGenerator<T, "whole" | "too-large", void> {
    for (let at = 0; ; at++) {
      while (at >= this.#pieces.length && this.#end === undefined) {
        const more = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await whenAborted(more, signal);
      }
      if (at >= this.#pieces.length) break;
      yield this.#pieces[at]!;
    }
    const end = this.#end;
    if (typeof end === "object") throw end.error;
    // From here on nothing is held of what is too large.
    if (end !== "whole") this.#pieces.length = 0;
    return end === "whole" ? "whole" : "too-large";
  }

  async #collect(): Promise<Outcome<Head, T>> {
    let head: Head | undefined;
    const ended = (end: Outcome<Head, T>["end"]): Outcome<Head, T> => {
      this.#end = end;
      this.#wake();
      return { head, pieces: end === "too-large" ? [] : this.#pieces, end };
    };
    try {
      const opened = await this.opened;
      const { pieces } = opened;
      head = opened.head;
      if (pieces === undefined) return ended("too-large");
      this.#source = pieces;
      for (let cost = 0; ; ) {
        const next = await pieces.next();
        if (next.done === true) return ended("whole");
        this.#pieces.push(next.value);
        this.#wake();
        cost += this.#init.costOf(next.value);
        if (cost > this.#init.most) return ended("too-large");
      }
    } catch (error) {
      return ended({ error });
    }
  }
}
