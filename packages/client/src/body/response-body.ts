import { AccessError, type Completeness } from "@anyurl/core";
import type { Call } from "../call/call.ts";
import type { CallSettings } from "../call/call-options.ts";
import type { RetryState } from "../call/retry.ts";
import type { BodyOutcome } from "./get-result.ts";

type Source = AsyncGenerator<Uint8Array, Completeness, void>;
type Next = IteratorResult<Uint8Array, Completeness>;

/** Maximum bytes of a body that are read ahead and held. */
const READ_AHEAD_BYTES: number = 64 * 1024;

export interface ResponseBodyInit {
  readonly source: Source;
  /** Size of the body in bytes, if known. A body longer than `READ_AHEAD_BYTES` is not read ahead. */
  readonly total: number | undefined;
  /** Maximum bytes of the body. */
  readonly maxBody: number;
  readonly maxBuffer: number;
  readonly options: Pick<CallSettings, "onProgress" | "signal">;
  readonly retrying: RetryState | undefined;
  /** The current attempt, or the last one. */
  readonly latest: { readonly call: Call<"get"> };
}

/**
 * The body of a response, which can be read once: counts its bytes, reports progress, and ends the call.
 *
 * It may have no reader yet. A short one is read ahead, so that its connection is free when it has arrived, whether or
 * not the program reads it.
 */
export class ResponseBody {
  /** How the body ended. Never rejects. */
  readonly complete: Promise<BodyOutcome>;
  /** Does the call end without the program? The body has arrived, or `bytes()` reads it to its end. */
  endsByItself = false;
  readonly #init: ResponseBodyInit;
  #settle!: (ending: BodyOutcome) => void;
  #isOver = false;
  #isDisposed = false;
  /** Bytes that the program has read. */
  #received = 0;
  #isRead = false;
  /** Bytes read ahead, in the first `#length` bytes of an array that grows. */
  #held: Uint8Array | undefined;
  #length = 0;
  /** The last result that was requested ahead and not yet read. */
  #coming: Promise<Next> | undefined;

  constructor(init: ResponseBodyInit) {
    this.#init = init;
    this.complete = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const most = Math.min(READ_AHEAD_BYTES, init.maxBuffer);
    if (init.total === undefined || init.total <= most) void this.#readAhead(most);
  }

  /**
   * Returns the next chunk, or `undefined` at the end. A chunk belongs to the scheme until the next call. Rejects with
   * the error that the program sees; the connection is then closed.
   *
   * @param maxBytes a further limit on the bytes of the body.
   */
  async read(maxBytes: number = this.#init.maxBody): Promise<Uint8Array | undefined> {
    if (this.#isOver && !this.#isDisposed) return undefined;
    try {
      this.#check();
      const next = await this.#next();
      if (next.done === true) {
        this.#end(next.value);
        return undefined;
      }
      this.#received += next.value.length;
      this.#count(maxBytes);
      return next.value;
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Throws if the call was aborted, or the response was disposed of. Bytes that have arrived are dropped. */
  check(): void {
    try {
      this.#check();
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Stops reading, and closes the connection. Idempotent. */
  async cancel(): Promise<void> {
    const isComing = this.#coming !== undefined;
    this.#isRead = true;
    this.#held = undefined;
    this.#coming = undefined;
    this.#end(false);
    const left = this.#init.source.return("unknown");
    // The scheme notices the end only when its pending read settles. Its connections are closed already.
    if (isComing) left.catch(() => {});
    else await left;
  }

  /** Drops the unread rest of the body. Idempotent. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.cancel().catch(() => {});
  }

  #check(): void {
    if (this.#isDisposed) throw disposed();
    // The call may be over: its body may have arrived before it is read.
    this.#init.options.signal?.throwIfAborted();
    this.#init.latest.call.throwIfAborted();
  }

  #next(): Promise<Next> {
    this.#isRead = true;
    const [held, coming] = [this.#held, this.#coming];
    if (held !== undefined) {
      this.#held = undefined;
      return Promise.resolve({ done: false, value: held.subarray(0, this.#length) });
    }
    this.#coming = undefined;
    return coming ?? this.#init.source.next();
  }

  #count(maxBytes: number): void {
    const { total, options } = this.#init;
    if (this.#received > maxBytes) throw bodyTooLarge(maxBytes);
    options.onProgress?.({ received: this.#received, ...(total !== undefined && { total }) });
  }

  /** Ends the body, and returns the error that the program sees. */
  #fail(error: unknown): unknown {
    // Between two attempts, no call listens for the abort.
    const { options, latest } = this.#init;
    const shown = options.signal?.aborted === true ? options.signal.reason : latest.call.toCallerError(error);
    // Do not wait: the source itself may be what failed.
    this.cancel().catch(() => {});
    return this.#isDisposed ? disposed() : shown;
  }

  #end(ending: BodyOutcome): void {
    this.#isOver = true;
    this.endsByItself = true;
    this.#init.latest.call.end();
    this.#init.retrying?.end();
    this.#settle(ending);
  }

  /** Reads until the body ends, the program starts reading, or more than `most` bytes are held. */
  async #readAhead(most: number): Promise<void> {
    try {
      while (!this.#isRead && this.#length <= most) {
        this.#coming = this.#init.source.next();
        const next = await this.#coming;
        // The reader gets the result unchanged.
        if (this.#isRead) return;
        if (next.done === true) return this.#arrived();
        this.#coming = undefined;
        this.#hold(next.value);
      }
    } catch {
      // The reader gets the rejected promise.
      this.#arrived();
    }
  }

  /** Ends the retries: the whole body has arrived, or has failed. It may still be unread. */
  #arrived(): void {
    this.endsByItself = true;
    this.#init.retrying?.end();
  }

  /** The scheme may use its chunk again for the next one, so the bytes are copied. */
  #hold(chunk: Uint8Array): void {
    const held = this.#held;
    const length = this.#length + chunk.length;
    if (held === undefined || held.length < length) {
      this.#held = new Uint8Array(Math.max(length, 2 * this.#length));
      if (held !== undefined) this.#held.set(held.subarray(0, this.#length));
    }
    this.#held!.set(chunk, this.#length);
    this.#length = length;
  }
}

export function bodyTooLarge(maxBytes: number): AccessError {
  return new AccessError("too-large", `the body exceeds the limit of ${maxBytes} bytes`, {
    hint: "increase the limit maxBytes",
  });
}

function disposed(): TypeError {
  return new TypeError("the response was disposed of");
}
