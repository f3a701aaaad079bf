import { isAccessError } from "@anyurl/core";

type Task<R> = (signal: AbortSignal) => Promise<R>;

/** Errors of an overloaded server: retry with fewer parallel connections. */
const OVERLOAD_CODES: ReadonlySet<string> = new Set(["busy", "temporarily-unavailable", "connect-failed"]);

/**
 * Runs several tasks at once. If a server rejects a connection while other tasks are active, the limit goes down and
 * the task runs again later. Any other error aborts all tasks.
 */
export class TaskQueue<R> {
  readonly #failure = new AbortController();
  readonly #signal: AbortSignal;
  readonly #caller: AbortSignal | undefined;
  readonly #active = new Set<Promise<void>>();
  readonly #again: Task<R>[] = [];
  #limit: number;
  #results: R[] = [];

  /** @param limit the maximum of tasks at once. @param signal aborts all tasks. */
  constructor(limit: number, signal: AbortSignal | undefined) {
    this.#limit = limit;
    this.#caller = signal;
    this.#signal =
      signal === undefined ? this.#failure.signal : AbortSignal.any([signal, this.#failure.signal]);
  }

  /** Starts a task, after it has waited until fewer tasks are active. Yields the results that are there meanwhile. */
  async *add(task: Task<R>): AsyncGenerator<R, void, void> {
    yield* this.#reduceTo(this.#limit - 1);
    this.#throwFailure();
    this.#start(task);
  }

  /** Takes the results that are there. */
  results(): readonly R[] {
    const results = this.#results;
    this.#results = [];
    return results;
  }

  /** Yields the results of the active tasks. */
  rest(): AsyncGenerator<R, void, void> {
    return this.#reduceTo(0);
  }

  /** Aborts the active tasks, and waits until they have cleaned up. */
  async end(): Promise<void> {
    this.#failure.abort();
    await Promise.all(this.#active);
  }

  /** Does an error say that a server has too many connections, while this queue has other ones? */
  isOverload(error: unknown): boolean {
    return this.#active.size > 1 && isAccessError(error) && OVERLOAD_CODES.has(error.code);
  }

  async *#reduceTo(size: number): AsyncGenerator<R, void, void> {
    for (;;) {
      this.#throwFailure();
      yield* this.results();
      const task = this.#active.size < this.#limit ? this.#again.shift() : undefined;
      if (task !== undefined) this.#start(task);
      else if (this.#active.size <= Math.min(size, this.#limit - 1) && this.#again.length === 0) return;
      else await Promise.race(this.#active);
    }
  }

  #start(task: Task<R>): void {
    const running = this.#run(task).finally(() => this.#active.delete(running));
    this.#active.add(running);
  }

  async #run(task: Task<R>): Promise<void> {
    try {
      const result = await task(this.#signal);
      this.#results.push(result);
    } catch (error) {
      if (this.#signal.aborted) return;
      if (!this.isOverload(error)) return this.#failure.abort(error);
      this.#limit = Math.min(this.#limit, this.#active.size - 1);
      this.#again.unshift(task);
    }
  }

  #throwFailure(): void {
    this.#caller?.throwIfAborted();
    this.#failure.signal.throwIfAborted();
  }
}
