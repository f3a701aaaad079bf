import { type Item, measureItem } from "./stored.ts";

/** What a server answers: the head of the response, and its items, which are chunks or entries. */
export interface Answer<Head, I> {
  readonly head: Head;
  /** `undefined`: the head has the body, which is too large to share. */
  readonly items: AsyncIterableIterator<I> | undefined;
}

/** How a call ended, for callers that wait for all of it. */
export type CallOutcome<Head, I> =
  | { readonly end: "whole"; readonly head: Head; readonly items: readonly I[] }
  | { readonly end: "too-large" }
  /** `head` is missing if the call failed before the response began. */
  | {
      readonly end: "failed";
      readonly head?: Head;
      readonly items: readonly I[];
      readonly error: unknown;
    };

/**
 * A call that several requests share while it is in flight. Its items are collected at the pace of the server, up to a
 * limit. The caller that started it reads them as they arrive, the others get all of them at the end. Of a larger response
 * only the first caller gets the rest, at its own pace. The call is aborted when no caller is left.
 */
export class SharedCall<Head, I extends Item> {
  /** Never rejects. */
  readonly outcome: Promise<CallOutcome<Head, I>>;
  readonly #opened: Promise<Answer<Head, I>>;
  readonly #maxCost: number;
  readonly #controller: AbortController = new AbortController();
  readonly #items: I[] = [];
  #source: AsyncIterator<I> | undefined;
  #ended: CallOutcome<Head, I> | undefined;
  #callers = 0;
  #wake: () => void = () => {};

  /**
   * @param open its signal is aborted when no caller is left.
   * @param maxCost maximum size of the items that are collected, as `measureItem` counts it.
   */
  constructor(open: (signal: AbortSignal) => Promise<Answer<Head, I>>, maxCost: number) {
    this.#maxCost = maxCost;
    this.#opened = open(this.#controller.signal);
    this.outcome = this.#collect();
  }

  /** Did all callers leave before the end? Then no other caller can join. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Answers the first caller. @throws the error of the call, or the reason of the signal. */
  async answer(signal: AbortSignal | undefined): Promise<Answer<Head, I>> {
    const leave = this.#join(signal);
    try {
      const { head, items } = await rejectOnAbort(this.#opened, signal);
      return { head, items: items && this.#follow(signal, leave) };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Waits for the end. @throws the reason of the signal. */
  async wait(signal: AbortSignal | undefined): Promise<CallOutcome<Head, I>> {
    const leave = this.#join(signal);
    try {
      return await rejectOnAbort(this.outcome, signal);
    } finally {
      leave();
    }
  }

  /** Adds a caller, until it leaves or aborts. @returns a function that removes it; idempotent. */
  #join(signal: AbortSignal | undefined): () => void {
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

  /** Yields all items as they arrive. */
  #follow(signal: AbortSignal | undefined, leave: () => void): AsyncGenerator<I, undefined, void> {
    const items = this.#read(signal, leave);
    const end = items.return.bind(items);
    // A generator that has not started runs no `finally` block, and one that waits for an item runs it later.
    items.return = (value) => {
      leave();
      return end(value);
    };
    return items;
  }

  async *#read(signal: AbortSignal | undefined, leave: () => void): AsyncGenerator<I, undefined, void> {
    try {
      for (let at = 0; at < this.#items.length || this.#ended === undefined; ) {
        if (at < this.#items.length) yield this.#items[at++]!;
        else await rejectOnAbort(new Promise<void>((resolve) => (this.#wake = resolve)), signal);
      }
      if (this.#ended?.end === "failed") throw this.#ended.error;
      if (this.#ended?.end !== "too-large" || this.#source === undefined) return;
      // Release the collected items: no other caller gets them.
      this.#items.length = 0;
      for (;;) {
        const next = await this.#source.next();
        // Only this caller is left, so its abort ended the source.
        signal?.throwIfAborted();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      leave();
    }
  }

  async #collect(): Promise<CallOutcome<Head, I>> {
    let opened: Answer<Head, I> | undefined;
    try {
      opened = await this.#opened;
      this.#source = opened.items;
      for (let cost = 0; this.#ended === undefined; ) {
        const next = cost > this.#maxCost ? undefined : await this.#source?.next();
        if (next === undefined) this.#ended = { end: "too-large" };
        else if (next.done) this.#ended = { end: "whole", head: opened.head, items: this.#items };
        else {
          cost += measureItem(next.value);
          this.#items.push(next.value);
          this.#wake();
        }
      }
    } catch (error) {
      this.#ended = { end: "failed", ...(opened && { head: opened.head }), items: this.#items, error };
    }
    this.#wake();
    return this.#ended;
  }

  #abandon(): void {
    if (this.#ended !== undefined && this.#ended.end !== "too-large") return;
    this.#controller.abort(new Error("no request is waiting for this call"));
    // A source that is paused between two items does not see the abort.
    this.#source?.return?.().catch(() => {});
  }
}

/** Settles as `promise`, or rejects with the reason of the signal if that comes first. A later result is ignored. */
function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
