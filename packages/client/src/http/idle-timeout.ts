import { AccessError, type Source } from "@anyurl/core";
import { timeoutError } from "../call/call-scope.ts";
import type { Clock } from "../call/clock.ts";

/** How long a server may do nothing with a request: so long from its last octet on, and so long with each piece of it. */
export class IdleTimeout {
  /** Rejects when it is at its end. Never resolves. */
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

  /** From now on. */
  begin(): void {
    this.#stop();
    if (this.#isOver || this.#milliseconds === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#clock.setTimeout(this.#lose, this.#milliseconds);
  }

  /** The octets of a source. While the source makes us wait, the server is not to blame. */
  async *with(source: Source, sent: (octets: Uint8Array) => void): Source {
    const octets = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        this.#stop();
        const next = await Promise.race([octets.next(), this.#over]);
        // To end here would say that this was all of it.
        if (next === "over") throw new AccessError("aborted", "the call ended before its body did");
        this.begin();
        if (next.done === true) return;
        sent(next.value);
        yield next.value;
      }
    } finally {
      // One that hangs is not waited for.
      octets.return?.().catch(() => {});
    }
  }

  /** Nobody waits any more. Idempotent. */
  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  /** The request is of no use any more: its source is let go. Idempotent. */
  leave(): void {
    this.end();
    this.#end();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
