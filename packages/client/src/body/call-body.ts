import type { Completeness } from "@anyurl/core";
import { type BodyStatistics, completeness } from "@anyurl/core/exchange";
import { checkBytes } from "../call/check-result.ts";

type Body = AsyncGenerator<Uint8Array, Completeness, void>;
type Frame = Pick<BodyStatistics, "framing" | "expected" | "wanted">;
/** The members of a call that a body uses. */
export interface BodyOwner {
  readonly aborted: boolean;
  /** @throws the reason of the abort. */
  throwIfAborted(): void;
  /** Calls back when the call is aborted. */
  whenAborted(listener: (reason: unknown) => void): void;
  /** Is the body not being read now? The idle timeout is paused then. */
  set isUnread(isUnread: boolean);
  /** The error that the caller sees instead of `error`. */
  toCallerError(error: unknown): unknown;
  end(): void;
}

type Next = IteratorResult<Uint8Array, Completeness>;

/** The body of one call, as the scheme yields it. The call ends with it. */
export class CallBody implements Body {
  readonly #call: BodyOwner;
  readonly #body: Body;
  readonly #frame: Frame;
  #received = 0;
  /** Rejects the pending read. */
  #reject: ((error: unknown) => void) | undefined;

  /** @param frame decides whether the body is complete. */
  constructor(call: BodyOwner, body: Body, frame: Frame) {
    this.#call = call;
    this.#body = body;
    this.#frame = frame;
    call.isUnread = true;
    // Do not wait for the scheme after an abort: it may not notice the abort.
    call.whenAborted((reason) => this.#fail(reason));
  }

  next(): Promise<Next> {
    return this.#reading(() => this.#body.next());
  }

  /** Stops reading: closes the connections, even if the scheme's body does not react. */
  async return(value: Completeness | PromiseLike<Completeness>): Promise<Next> {
    try {
      const left = this.#body.return(value);
      // Do not wait for a body that hangs: its connections are closed next.
      if (this.#call.aborted) {
        left.catch(() => {});
        return { done: true, value: await value };
      }
      return await left;
    } catch (error) {
      throw this.#call.toCallerError(error);
    } finally {
      this.#call.end();
    }
  }

  throw(error: unknown): Promise<Next> {
    return this.#reading(() => this.#body.throw(error));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return("unknown");
  }

  #reading(read: () => Promise<Next>): Promise<Next> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#call.isUnread = false;
      try {
        this.#call.throwIfAborted();
        read().then(
          (next) => {
            try {
              resolve(this.#checked(next));
            } catch (error) {
              this.#fail(error);
            }
          },
          (error) => this.#fail(error),
        );
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #checked(next: Next): Next {
    if (next.done === true) {
      const value = completeness({ ...this.#frame, ended: next.value, received: this.#received });
      this.#call.end();
      return { done: true, value };
    }
    const value = checkBytes(next.value);
    this.#received += value.length;
    this.#call.isUnread = true;
    return value === next.value ? next : { done: false, value };
  }

  #fail(error: unknown): void {
    this.#reject?.(this.#call.toCallerError(error));
    this.#call.end();
  }
}
