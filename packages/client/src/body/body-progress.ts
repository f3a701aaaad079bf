import type { CallSetup } from "../call/call-setup.ts";
import type { RetryState } from "../call/retry.ts";
import type { CallOptions } from "../options.ts";
import { bodyTooLarge } from "./body-too-large.ts";
import type { BodyHooks, BodyOutcome } from "./stream.ts";

/** Tracks one body across retries: bytes read, errors, and how it ended. */
export class BodyProgress implements BodyHooks {
  /** The current attempt, or the last one. */
  opening: CallSetup<"get"> | undefined;
  /** How the body ended. */
  readonly complete: Promise<BodyOutcome>;
  readonly #retrying: RetryState;
  readonly #options: CallOptions;
  #settle!: (ending: BodyOutcome) => void;
  #maxBody = 0;
  #isDisposed = false;
  #total: number | undefined;

  constructor(retrying: RetryState, options: CallOptions) {
    this.#retrying = retrying;
    this.#options = options;
    this.complete = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** @param total size of the body in bytes, if known. */
  begin(maxBody: number, total: number | undefined): void {
    this.#maxBody = maxBody;
    this.#total = total;
  }

  check(): void {
    if (this.#isDisposed) throw disposed();
    // The call may be over: its body may have arrived before it is read.
    this.#options.signal?.throwIfAborted();
    this.opening?.throwIfAborted();
  }

  translate(error: unknown): unknown {
    if (this.#isDisposed) return disposed();
    // Between two attempts, no call listens for the abort.
    const { signal } = this.#options;
    return signal?.aborted === true ? signal.reason : this.opening?.told(error);
  }

  onOctets(received: number): void {
    if (received > this.#maxBody) throw bodyTooLarge(this.#maxBody);
    const total = this.#total;
    this.#options.onProgress?.({ received, ...(total !== undefined && { total }) });
  }

  /** Ends the retries: the whole body has arrived, or has failed. It may still be unread. */
  arrived(): void {
    this.#retrying.end();
  }

  /** Drops the unread rest of the body. Idempotent. */
  dispose(): void {
    this.#isDisposed = true;
    this.onEnd(false);
  }

  onEnd(ending: BodyOutcome): void {
    this.opening?.end();
    this.#retrying.end();
    this.#settle(ending);
  }
}

function disposed(): TypeError {
  return new TypeError("the response was disposed of");
}
