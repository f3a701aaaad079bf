import type { Completeness } from "@anyurl/core";
import type { BodyProgress } from "./body-progress.ts";

type Body = AsyncGenerator<Uint8Array, Completeness, void>;
type Next = IteratorResult<Uint8Array, Completeness>;

/** Maximum bytes of a body that are read ahead and held. */
const READ_AHEAD: number = 64 * 1024;

/** State that the read-ahead and the reader share. It must not refer to the body that the reader holds. */
interface Ahead {
  /** Bytes that have arrived, in the first `length` bytes of an array that grows. */
  held: Uint8Array | undefined;
  length: number;
  /** The last requested result that the reader has not received. */
  coming: Promise<Next> | undefined;
  isRead: boolean;
}

/**
 * A body that may have no reader yet. A short one is read ahead, so that its connection is free when it has arrived,
 * whether or not the program reads it. When the program drops the response without reading it, the connection is closed
 * with the garbage collection.
 */
export class UnreadBody implements Body {
  readonly #body: Body;
  readonly #course: BodyProgress;
  readonly #ahead: Ahead = { held: undefined, length: 0, coming: undefined, isRead: false };

  /**
   * @param size size of the body in bytes, if known: a body longer than `READ_AHEAD` is not read ahead.
   * @param maxBuffer the limit of that name.
   */
  constructor(body: Body, course: BodyProgress, size: number | undefined, maxBuffer: number) {
    this.#body = body;
    this.#course = course;
    const most = Math.min(READ_AHEAD, maxBuffer);
    if (size === undefined || size <= most) void readAhead(body, course, this.#ahead, most);
    DROPPED.register(this, () => {
      course.onEnd(false);
      body.return("unknown").catch(() => {});
    });
  }

  next(): Promise<Next> {
    const ahead = this.#ahead;
    const { held, coming } = ahead;
    ahead.isRead = true;
    if (held !== undefined) {
      ahead.held = undefined;
      return this.#given(held.subarray(0, ahead.length));
    }
    if (coming === undefined) return this.#body.next();
    ahead.coming = undefined;
    return coming;
  }

  async return(value: Completeness | PromiseLike<Completeness>): Promise<Next> {
    const ahead = this.#ahead;
    const isComing = ahead.coming !== undefined;
    ahead.isRead = true;
    ahead.held = undefined;
    ahead.coming = undefined;
    const left = this.#body.return(value);
    if (!isComing) return left;
    // Do not wait: the scheme notices the end only when its pending read settles. Its connections are closed already.
    left.catch(() => {});
    return { done: true, value: await value };
  }

  throw(error: unknown): Promise<Next> {
    return this.#body.throw(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return("unknown");
  }

  /** The held bytes, unless the call was aborted after they arrived. */
  async #given(value: Uint8Array): Promise<Next> {
    this.#course.check();
    return { done: false, value };
  }
}

/** Bodies that the program dropped without reading them to the end. */
const DROPPED = new FinalizationRegistry<() => void>((end) => end());

/** Reads until the body ends, the program starts reading, or more than `most` bytes are held. */
async function readAhead(body: Body, course: BodyProgress, ahead: Ahead, most: number): Promise<void> {
  try {
    while (!ahead.isRead && ahead.length <= most) {
      ahead.coming = body.next();
      const next = await ahead.coming;
      // The reader gets the result unchanged.
      if (ahead.isRead) return;
      if (next.done === true) return course.arrived();
      ahead.coming = undefined;
      hold(ahead, next.value);
    }
  } catch {
    // The reader gets the rejected promise.
    course.arrived();
  }
}

/** The scheme may use its chunk again for the next one, so the bytes are copied. */
function hold(ahead: Ahead, chunk: Uint8Array): void {
  const length = ahead.length + chunk.length;
  const { held } = ahead;
  if (held === undefined || held.length < length) {
    const larger = new Uint8Array(Math.max(length, 2 * ahead.length));
    if (held !== undefined) larger.set(held.subarray(0, ahead.length));
    ahead.held = larger;
  }
  ahead.held!.set(chunk, ahead.length);
  ahead.length = length;
}
