import { rejectOnAbort } from "./reject-on-abort.ts";

/** An opened call: its head, and its items, which are chunks or entries. */
export interface OpenedCall<Head, T> {
  readonly head: Head;
  /** `undefined`: according to the head, there is too much to share. Then the body in the head is not read here. */
  readonly pieces: AsyncIterator<T> | undefined;
}

/** How a call ended, for callers that wait for all of it. */
export interface CallOutcome<Head, T> {
  readonly head: Head | undefined;
  readonly pieces: readonly T[];
  /** "too-large": there is more than these items, and only the first caller gets it. */
  readonly end: "whole" | "too-large" | { readonly error: unknown };
}

export interface InFlightCallInit<Head, T> {
  /** @param signal aborted when no caller is left. */
  open(signal: AbortSignal): Promise<OpenedCall<Head, T>>;
  measureItem(piece: T): number;
  /** Maximum size that is collected, as {@link measureItem} counts it. */
  readonly maxCost: number;
}

/**
 * An in-flight call shared by several requests. Its result is collected at the pace of the server, up to a limit. The
 * first caller reads it as a stream. The others get the complete result at the end. A larger result continues at the
 * pace of the first caller, and the others must make their own call. The call is aborted when no caller is left.
 */
export class InFlightCall<Head, T> {
  /** Settles when the response begins. */
  readonly opened: Promise<OpenedCall<Head, T>>;
  /** Never rejects. */
  readonly outcome: Promise<CallOutcome<Head, T>>;
  readonly #init: InFlightCallInit<Head, T>;
  readonly #controller: AbortController = new AbortController();
  readonly #items: T[] = [];
  #callers = 0;
  #wake: () => void = () => {};
  #end: CallOutcome<Head, T>["end"] | undefined;
  #source: AsyncIterator<T> | undefined;
  #isAbandoned = false;

  constructor(init: InFlightCallInit<Head, T>) {
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
    this.#callers++;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#callers--;
      if (this.#callers === 0) this.#abandon();
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
   * Yields the collected items to one reader as soon as they arrive.
   *
   * @returns "too-large": read the remaining items from the source. @throws the error of the source, or the reason of
   *   the signal.
   */
  async *follow(signal: AbortSignal | undefined): AsyncGenerator<T, "whole" | "too-large", void> {
    for (let at = 0; ; at++) {
      while (at >= this.#items.length && this.#end === undefined) {
        const more = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await rejectOnAbort(more, signal);
      }
      if (at >= this.#items.length) break;
      yield this.#items[at]!;
    }
    const end = this.#end;
    if (typeof end === "object") throw end.error;
    // Release the collected items: the result is too large to share.
    if (end !== "whole") this.#items.length = 0;
    return end === "whole" ? "whole" : "too-large";
  }

  async #collect(): Promise<CallOutcome<Head, T>> {
    let head: Head | undefined;
    const ended = (end: CallOutcome<Head, T>["end"]): CallOutcome<Head, T> => {
      this.#end = end;
      this.#wake();
      return { head, pieces: end === "too-large" ? [] : this.#items, end };
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
        this.#items.push(next.value);
        this.#wake();
        cost += this.#init.measureItem(next.value);
        if (cost > this.#init.maxCost) return ended("too-large");
      }
    } catch (error) {
      return ended({ error });
    }
  }
}
