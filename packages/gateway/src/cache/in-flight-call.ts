import { whenAborted } from "./reject-on-abort.ts";

/** An opened call: its head, and its items, which are chunks or entries. */
export interface Opened<Head, T> {
  readonly head: Head;
  /** `undefined`: according to the head, there is too much to share. Then the body in the head is not read here. */
  readonly pieces: AsyncIterator<T> | undefined;
}

/** How a call ended, for callers that wait for all of it. */
export interface Outcome<Head, T> {
  readonly head: Head | undefined;
  readonly pieces: readonly T[];
  /** "too-large": there is more than these items, and only the first caller gets it. */
  readonly end: "whole" | "too-large" | { readonly error: unknown };
}

export interface FlightInit<Head, T> {
  /** @param signal aborted when no caller is left. */
  open(signal: AbortSignal): Promise<Opened<Head, T>>;
  costOf(piece: T): number;
  /** Maximum size that is collected, as {@link costOf} counts it. */
  readonly most: number;
}

/**
 * An in-flight call shared by several requests. Its result is collected at the pace of the server, up to a limit. The
 * first caller reads it as a stream. The others get the complete result at the end. A larger result continues at the
 * pace of the first caller, and the others must make their own call. The call is aborted when no caller is left.
 */
export class Flight<Head, T> {
  /** Settles when the response begins. */
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

  /** Did all callers leave before the end? Then no other caller can join. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Adds a caller. @returns a function that removes it; idempotent. */
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
    // A source that is paused between two items does not see the abort.
    this.#source?.return?.()?.catch(() => {});
  }

  /**
   * Yields the items as they arrive, for one reader, as far as they are collected.
   *
   * @returns "too-large": read the remaining items from the source. @throws the error of the source, or the reason of
   *   the signal.
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
    // Release the collected items: the result is too large to share.
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
