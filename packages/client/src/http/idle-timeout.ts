import { AccessError, type Source } from "@anyurl/core";
import { timeoutError } from "../call/call-scope.ts";
import type { Clock } from "../call/clock.ts";

/** Idle timeout of an HTTP request: the maximum time after the last byte sent, and for sending each chunk. */
export class IdleTimeout {
  /** Rejects on timeout. Never resolves. */
  readonly lost: Promise<never>;
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #lose: () => void;
  readonly #over: Promise<"over">;
  #end!: () => void;
  #isOver = false;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, milliseconds: number, what: string, limit: string) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    let reject!: (error: unknown) => void;
    this.lost = new Promise((_, refuse) => {
      reject = refuse;
    });
    this.lost.catch(() => {});
    this.#lose = () => reject(timeoutError(what, milliseconds, limit));
    this.#over = new Promise((resolve) => {
      this.#end = () => resolve("over");
    });
  }

  /** Starts or restarts the timeout. */
  begin(): void {
    this.#stop();
    if (this.#isOver || this.#milliseconds === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#clock.setTimeout(this.#lose, this.#milliseconds);
  }

  /** Yields the chunks of a source. The timeout is stopped while waiting for the source. */
  async *with(source: Source, sent: (octets: Uint8Array) => void): Source {
    const octets = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        this.#stop();
        const next = await Promise.race([octets.next(), this.#over]);
        // To return here would mark the body as complete.
        if (next === "over") throw new AccessError("aborted", "the call ended before its body was complete");
        this.begin();
        if (next.done === true) return;
        sent(next.value);
        yield next.value;
      }
    } finally {
      // Do not wait for a source that hangs.
      octets.return?.().catch(() => {});
    }
  }

  /** Stops the timeout. Idempotent. */
  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  /** Ends the request: stops the timeout, and releases the source. Idempotent. */
  leave(): void {
    this.end();
    this.#end();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
