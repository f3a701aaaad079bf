import { type AccessError, type Completeness, type Entity, tooLargeError } from "@anyurl/core";
import { completeness } from "@anyurl/core/exchange";
import type { CallSettings } from "../call/call-options.ts";
import type { WaitOptions } from "../call/call-scope.ts";
import { checkBytes } from "../call/check-result.ts";
import type { BodyOutcome } from "./get-result.ts";
import type { BodyAttempt, Resumption } from "./resume.ts";

type Next = IteratorResult<Uint8Array, Completeness>;
type Chunk = Uint8Array | undefined;

/** Maximum bytes of a body that are read ahead and held. */
const READ_AHEAD_BYTES: number = 64 * 1024;

export interface ResponseBodyInit {
  readonly first: BodyAttempt;
  /** Size of the body in bytes, if known. A body longer than `READ_AHEAD_BYTES` is not read ahead. */
  readonly total: number | undefined;
  readonly options: Pick<CallSettings, "onProgress" | "signal">;
  /** Opens the body again after a lost connection. `undefined` if the options allow no retries. */
  readonly resumption: Resumption | undefined;
}

/**
 * The body of a response, which can be read once: takes the chunks of the scheme, checks and counts them, reports
 * progress, resumes after a lost connection, and ends the call.
 *
 * It may have no reader yet. A short one is read ahead, so that its connection is free when it has arrived, whether or
 * not the program reads it.
 */
export class ResponseBody {
  /** Does the call end without the program? The body has arrived, or `bytes()` reads it to its end. */
  endsByItself = false;
  /** Called once when `endsByItself` becomes true. */
  onEndsByItself: (() => void) | undefined;
  /** Bytes that the program has read. */
  received = 0;
  readonly #init: ResponseBodyInit;
  #attempt: BodyAttempt;
  /** Bytes of the current attempt that have arrived. */
  #arrived = 0;
  /** What the end of the framing says, once it has arrived. */
  #ending: Completeness | undefined;
  #outcome: BodyOutcome | undefined;
  /** Created if the program asks for it. */
  #complete: Promise<BodyOutcome> | undefined;
  #settle: ((outcome: BodyOutcome) => void) | undefined;
  #isDisposed = false;
  #isRead = false;
  /** Bytes read ahead, in the first `#length` bytes of an array that grows. */
  #held: Uint8Array | undefined;
  #length = 0;
  /** The last chunk that was requested ahead and not yet read. */
  #coming: Promise<Chunk> | undefined;

  /** Checks and counts a chunk of the scheme. @throws {AccessError} truncated: it is the end, and came too early. */
  readonly #wait: WaitOptions<Next, Chunk> = {
    map: (next) => {
      const { call, frame } = this.#attempt;
      if (next.done === true) {
        this.#ending = completeness({ ...frame, ended: next.value, received: this.#arrived });
        call.mark("ended");
        call.end();
        return undefined;
      }
      const chunk = checkBytes(next.value);
      if (this.#arrived === 0) call.mark("firstByte");
      this.#arrived += chunk.length;
      call.isUnread = true;
      return chunk;
    },
  };

  constructor(init: ResponseBodyInit) {
    this.#init = init;
    this.#attempt = init.first;
    this.#attempt.call.isUnread = true;
    const most = Math.min(READ_AHEAD_BYTES, init.first.call.limits.maxBuffer);
    if (init.total === undefined || init.total <= most) void this.#readAhead(most);
  }

  /** Remembers that the call ends without the program. */
  endByItself(): void {
    this.endsByItself = true;
    this.onEndsByItself?.();
    this.onEndsByItself = undefined;
  }

  /** The result of the scheme: of the last attempt, after a retry. */
  get entity(): Entity {
    return this.#attempt.entity;
  }

  /** How the body ended. Never rejects. */
  get complete(): Promise<BodyOutcome> {
    this.#complete ??= new Promise((resolve) => {
      if (this.#outcome === undefined) this.#settle = resolve;
      else resolve(this.#outcome);
    });
    return this.#complete;
  }

  /**
   * Returns the next chunk, or `undefined` at the end. A chunk belongs to the scheme until the next call. Rejects with
   * the error that the program sees; the connection is then closed.
   *
   * @param maxBytes a further limit on the bytes of the body.
   */
  async read(maxBytes: number = this.#attempt.call.maxBody): Promise<Chunk> {
    if (this.#outcome !== undefined && !this.#isDisposed) return undefined;
    try {
      this.#check();
      this.#isRead = true;
      const held = this.#held?.subarray(0, this.#length);
      const coming = this.#coming;
      this.#held = undefined;
      if (held === undefined) this.#coming = undefined;
      const chunk = held ?? (await (coming ?? this.#next()));
      if (chunk === undefined) {
        this.#end(this.#ending!);
        return undefined;
      }
      const { total, options } = this.#init;
      this.received += chunk.length;
      if (this.received > maxBytes) throw bodyTooLarge(maxBytes);
      options.onProgress?.({
        url: this.#attempt.call.shownUrl,
        received: this.received,
        ...(total !== undefined && { total }),
      });
      return chunk;
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
    if (this.#outcome !== undefined) return;
    const { call, source } = this.#attempt;
    // The scheme notices the end only when its pending read settles, or never. Its connections are closed already.
    const mayHang = this.#coming !== undefined || call.aborted;
    this.#isRead = true;
    this.#held = undefined;
    this.#coming = undefined;
    this.#end(false);
    try {
      const left = source.return("unknown");
      if (mayHang) left.catch(() => {});
      else await left;
    } catch (error) {
      throw call.toCallerError(error);
    }
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
    this.#attempt.call.throwIfAborted();
  }

  #next(): Promise<Chunk> {
    const { resumption } = this.#init;
    return resumption === undefined ? this.#request() : this.#requestResumable(resumption);
  }

  /** Requests the next chunk from the scheme; resolves with `undefined` at the end. */
  #request(): Promise<Chunk> {
    const { call, source } = this.#attempt;
    call.isUnread = false;
    call.throwIfAborted();
    // Do not wait for the scheme after an abort: it may not notice the abort.
    return call.unlessAborted(source.next(), this.#wait);
  }

  async #requestResumable(resumption: Resumption): Promise<Chunk> {
    for (;;) {
      try {
        const chunk = resumption.skipKnown(await this.#request());
        if (chunk?.length !== 0) return chunk;
      } catch (error) {
        const { call } = this.#attempt;
        call.end();
        this.#attempt = await resumption.reopen(call.toCallerError(error));
        this.#arrived = 0;
      }
    }
  }

  /** Ends the body, and returns the error that the program sees. */
  #fail(error: unknown): unknown {
    // Between two attempts, no call listens for the abort.
    const { signal } = this.#init.options;
    const shown = signal?.aborted === true ? signal.reason : this.#attempt.call.toCallerError(error);
    // Do not wait: the source itself may be what failed.
    this.cancel().catch(() => {});
    return this.#isDisposed ? disposed() : shown;
  }

  #end(outcome: BodyOutcome): void {
    this.#outcome ??= outcome;
    this.endByItself();
    this.#attempt.call.mark("ended");
    this.#attempt.call.end();
    this.#init.resumption?.end();
    this.#settle?.(this.#outcome);
  }

  /** Reads until the body ends, the program starts reading, or more than `most` bytes are held. */
  async #readAhead(most: number): Promise<void> {
    try {
      while (!this.#isRead && this.#length <= most) {
        this.#coming = this.#next();
        const chunk = await this.#coming;
        // The reader gets the result unchanged.
        if (this.#isRead) return;
        if (chunk === undefined) break;
        this.#coming = undefined;
        this.#hold(chunk);
      }
      if (this.#coming === undefined) return;
    } catch {
      // The reader gets the rejected promise. There may be no reader, so the call ends now.
      this.#attempt.call.end();
    }
    // The whole body has arrived, or has failed. It may still be unread.
    this.endByItself();
    this.#init.resumption?.end();
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
  return tooLargeError(`the body exceeds the limit of ${maxBytes} bytes`, "maxBytes");
}

function disposed(): TypeError {
  return new TypeError("the response was disposed of");
}
