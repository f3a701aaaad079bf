import type { Completeness } from "@anyurl/core";
import type { BodyHooks, BodyOutcome } from "./stream.ts";

type Next = IteratorResult<Uint8Array, void>;

/**
 * Iterates a body without a stream. Not a generator: one that is returned before its first `next` does not end its
 * source.
 */
export class BodyIterator implements AsyncGenerator<Uint8Array, void, void> {
  readonly #body: AsyncGenerator<Uint8Array, Completeness, void>;
  readonly #hooks: BodyHooks;
  #received = 0;
  #isOver = false;

  constructor(body: AsyncGenerator<Uint8Array, Completeness, void>, hooks: BodyHooks) {
    this.#body = body;
    this.#hooks = hooks;
  }

  async next(): Promise<Next> {
    if (this.#isOver) return { done: true, value: undefined };
    try {
      this.#hooks.check?.();
      const next = await this.#body.next();
      if (next.done === true) {
        this.#end(next.value);
        return { done: true, value: undefined };
      }
      this.#received += next.value.length;
      this.#hooks.onOctets(this.#received);
      return next;
    } catch (error) {
      const shown = this.#hooks.translate(error);
      await this.return();
      throw shown;
    }
  }

  /** Stops reading and closes the connection. */
  async return(): Promise<Next> {
    if (!this.#isOver) {
      this.#end(false);
      // The body itself may be what failed.
      await this.#body.return("unknown").catch(() => {});
    }
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<Next> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  #end(ending: BodyOutcome): void {
    this.#isOver = true;
    this.#hooks.onEnd(ending);
  }
}
