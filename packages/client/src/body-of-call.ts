import type { Completeness } from "@anyurl/core";
import type { Opening } from "./opening.ts";

type Body = AsyncGenerator<Uint8Array, Completeness, void>;
type Called = Pick<Opening<"get">, "told" | "end" | "signal">;
type Next = IteratorResult<Uint8Array, Completeness>;

/**
 * The octets of a call, which ends with them. Written by hand: every octet comes this way, and a generator around a
 * generator takes twice as long.
 */
export class BodyOfCall implements Body {
  readonly #opening: Called;
  readonly #body: Body;
  /** Ends the wait for the next octets, while there is one. */
  #stop: (() => void) | undefined;

  constructor(opening: Called, body: Body) {
    this.#opening = opening;
    this.#body = body;
    opening.signal.addEventListener("abort", () => this.#stop?.(), { once: true });
  }

  next(): Promise<Next> {
    return this.#ending(this.#body.next());
  }

  /** Leaves it: its connections are closed, whether or not the body listens. */
  async return(value: Completeness | PromiseLike<Completeness>): Promise<Next> {
    try {
      const left = this.#body.return(value);
      // One that hangs is not waited for: its connections are closed next.
      if (this.#opening.signal.aborted) {
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

  #ending(coming: Promise<Next>): Promise<Next> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        const told = this.#opening.told(error);
        this.#opening.end();
        reject(told);
      };
      // A scheme that waits by itself does not hear of an abort: nobody waits for it.
      this.#stop = () => fail(this.#opening.signal.reason);
      coming.then((next) => {
        this.#stop = undefined;
        if (next.done === true) this.#opening.end();
        else if (!ArrayBuffer.isView(next.value)) {
          fail(new TypeError("a body gives octets"));
          return;
        }
        resolve(next);
      }, fail);
      if (this.#opening.signal.aborted) this.#stop();
    });
  }
}
