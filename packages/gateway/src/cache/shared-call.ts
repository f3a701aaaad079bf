/** A call to a server that has begun to answer: the head of the response, and its items, which are chunks or entries. */
export interface OpenedCall<Head, Item> {
  readonly head: Head;
  /** `undefined`: by its head, the response is too large to share. Then nothing is read here. */
  readonly items: AsyncIterator<Item> | undefined;
}

/** How a call ended, for callers that wait for all of it. */
export type CallOutcome<Head, Item> =
  | { readonly end: "whole" | "too-large"; readonly head: Head; readonly items: readonly Item[] }
  /** `head` is missing if the call failed before the response began. */
  | {
      readonly end: "failed";
      readonly head?: Head;
      readonly items: readonly Item[];
      readonly error: unknown;
    };

export interface SharedCallInit<Head, Item> {
  /** @param signal aborted when no caller is left. */
  open(signal: AbortSignal): Promise<OpenedCall<Head, Item>>;
  measure(item: Item): number;
  /** Maximum size of the items that are collected, as `measure` counts it. */
  readonly maxCost: number;
}

/**
 * A call that several requests share while it is in flight. Its items are collected at the pace of the server, up to a
 * limit. The caller that started it reads them as they arrive, the others get all of them at the end. Of a larger response
 * only the first caller gets the rest, at its own pace. The call is aborted when no caller is left.
 */
export class SharedCall<Head, Item> {
  /** Settles when the response begins. */
  readonly opened: Promise<OpenedCall<Head, Item>>;
  /** Never rejects. */
  readonly outcome: Promise<CallOutcome<Head, Item>>;
  readonly #init: SharedCallInit<Head, Item>;
  readonly #controller: AbortController = new AbortController();
  readonly #items: Item[] = [];
  #source: AsyncIterator<Item> | undefined;
  #ended: CallOutcome<Head, Item> | undefined;
  #callers = 0;
  #isAbandoned = false;
  #wake: () => void = () => {};

  constructor(init: SharedCallInit<Head, Item>) {
    this.#init = init;
    this.opened = init.open(this.#controller.signal);
    this.outcome = this.#collect();
  }

  /** Did all callers leave before the end? Then no other caller can join. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Adds a caller, until it leaves or aborts. @returns a function that removes it; idempotent. */
  join(signal: AbortSignal | undefined): () => void {
    this.#callers++;
    let isIn = true;
    const leave = () => {
      if (!isIn) return;
      isIn = false;
      signal?.removeEventListener("abort", leave);
      this.#callers--;
      if (this.#callers === 0) this.#abandon();
    };
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted) leave();
    return leave;
  }

  /** Waits for the end. @throws the reason of the signal. */
  async wait(signal: AbortSignal | undefined): Promise<CallOutcome<Head, Item>> {
    const leave = this.join(signal);
    try {
      return await rejectOnAbort(this.outcome, signal);
    } finally {
      leave();
    }
  }

  /** Yields all items to the first caller, as they arrive. @throws the error of the call, or the reason of the signal. */
  async *follow(signal: AbortSignal | undefined): AsyncGenerator<Item, void, void> {
    for (let at = 0; ; at++) {
      while (at >= this.#items.length && this.#ended === undefined) {
        const more = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await rejectOnAbort(more, signal);
      }
      if (at >= this.#items.length) break;
      yield this.#items[at]!;
    }
    if (this.#ended?.end === "failed") throw this.#ended.error;
    if (this.#ended?.end !== "too-large" || this.#source === undefined) return;
    // Release the collected items: no other caller gets them.
    this.#items.length = 0;
    for (;;) {
      // Only this caller is left, so its abort ends the source.
      const next = await this.#source.next();
      signal?.throwIfAborted();
      if (next.done === true) return;
      yield next.value;
    }
  }

  async #collect(): Promise<CallOutcome<Head, Item>> {
    let head: { readonly head?: Head } = {};
    try {
      const opened = await this.opened;
      head = { head: opened.head };
      this.#source = opened.items;
      let cost = 0;
      let end: "whole" | "too-large" = "too-large";
      while (this.#source !== undefined && cost <= this.#init.maxCost) {
        const next = await this.#source.next();
        if (next.done === true) {
          end = "whole";
          break;
        }
        cost += this.#init.measure(next.value);
        this.#items.push(next.value);
        this.#wake();
      }
      this.#ended = { end, head: opened.head, items: end === "whole" ? this.#items : [] };
    } catch (error) {
      this.#ended = { end: "failed", ...head, items: this.#items, error };
    }
    this.#wake();
    return this.#ended;
  }

  #abandon(): void {
    if (this.#ended !== undefined && this.#ended.end !== "too-large") return;
    this.#isAbandoned = true;
    this.#controller.abort(new Error("no request is waiting for this call"));
    // A source that is paused between two items does not see the abort.
    this.#source?.return?.()?.catch(() => {});
  }
}

/** Settles as `promise`, or rejects with the reason of the signal if that comes first. A later result is ignored. */
export function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    const leave = () => signal.removeEventListener("abort", stop);
    promise.then(
      (value) => {
        leave();
        resolve(value);
      },
      (error) => {
        leave();
        reject(error);
      },
    );
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
