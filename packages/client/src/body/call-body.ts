import type { Completeness } from "@anyurl/core";
import { type BodyStatistics, completeness } from "@anyurl/core/exchange";
import { checkBytes } from "../call/check-result.ts";

type Body = AsyncGenerator<Uint8Array, Completeness, void>;
type Frame = Pick<BodyStatistics, "framing" | "expected" | "wanted">;
/** The members of a call that a body uses. */
export interface BodyOwner {
  readonly aborted: boolean;
  /** Is the body not being read now? The idle timeout is paused then. */
  set isUnread(isUnread: boolean);
  /** The error that the caller sees instead of `error`. */
  told(error: unknown): unknown;
  unlessAborted<T>(promise: Promise<T>): Promise<T>;
  end(): void;
}

type Next = IteratorResult<Uint8Array, Completeness>;

/**
 * The body of a call. The call ends with it. Not a generator: all data passes through here, and a generator around a
 * generator takes twice as long.
 */
export class CallBody implements Body {
  readonly #opening: BodyOwner;
  readonly #body: Body;
  readonly #frame: Frame;
  #received = 0;

  /** @param frame decides whether the body is complete. */
  constructor(opening: BodyOwner, body: Body, frame: Frame) {
    this.#opening = opening;
    this.#body = body;
    this.#frame = frame;
    opening.isUnread = true;
  }

  next(): Promise<Next> {
    return this.#ending(this.#body.next());
  }

  /** Stops reading: closes the connections, even if the scheme's body does not react. */
  async return(value: Completeness | PromiseLike<Completeness>): Promise<Next> {
    try {
      const left = this.#body.return(value);
      // Do not wait for a body that hangs: its connections are closed next.
      if (this.#opening.aborted) {
        left.catch(() => {});
        return { done: true, value: await value };
      }
      return await left;
    } catch (error) {
      throw this.#opening.told(error);
    } finally {
      this.#opening.end();
    }
  }

  throw(error: unknown): Promise<Next> {
    return this.#ending(this.#body.throw(error));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return("unknown");
  }

  async #ending(coming: Promise<Next>): Promise<Next> {
    this.#opening.isUnread = false;
    try {
      // Do not wait for the scheme after an abort: it may not notice the abort.
      const next = await this.#opening.unlessAborted(coming);
      if (next.done === true) {
        const value = completeness({ ...this.#frame, ended: next.value, received: this.#received });
        this.#opening.end();
        return { done: true, value };
      }
      const value = checkBytes(next.value);
      this.#received += value.length;
      this.#opening.isUnread = true;
      return value === next.value ? next : { done: false, value };
    } catch (error) {
      const told = this.#opening.told(error);
      this.#opening.end();
      throw told;
    }
  }
}
