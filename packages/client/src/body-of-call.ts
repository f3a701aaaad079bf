import type { Completeness } from "@anyurl/core";
import type { Opening } from "./opening.ts";

type Body = AsyncGenerator<Uint8Array, Completeness, void>;
type Next = IteratorResult<Uint8Array, Completeness>;

/**
 * The octets of a call, which ends with them. Written by hand: every octet comes this way, and a generator around a
 * generator takes twice as long.
 */
export class BodyOfCall implements Body {
  readonly #opening: Pick<Opening<"get">, "told" | "end">;
  readonly #body: Body;

  constructor(opening: Pick<Opening<"get">, "told" | "end">, body: Body) {
    this.#opening = opening;
    this.#body = body;
  }

  next(): Promise<Next> {
    return this.#ending(this.#body.next());
  }

  /** Leaves it: its connections are closed, whether or not the body listens. */
  async return(value: Completeness | PromiseLike<Completeness>): Promise<Next> {
    try {
      return await this.#body.return(value);
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
    try {
      const next = await coming;
      if (next.done === true) this.#opening.end();
      return next;
    } catch (error) {
      const told = this.#opening.told(error);
      this.#opening.end();
      throw told;
    }
  }
}
