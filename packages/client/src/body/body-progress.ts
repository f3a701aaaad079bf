import type { CallSetup } from "../call/call-setup.ts";
import type { RetryState } from "../call/retry.ts";
import type { CallOptions } from "../options.ts";
import { bodyTooLarge } from "./body-too-large.ts";
import type { BodyHooks, BodyOutcome } from "./stream.ts";

/** The course that the reading of a body takes, over all attempts: what becomes of its octets, its errors and its end. */
export class BodyProgress implements BodyHooks {
  /** Of the attempt that is under way, or was last. */
  opening: CallSetup<"get"> | undefined;
  /** How the body has ended. */
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

  /** @param total octets that there will be, where that is known. */
  begin(maxBody: number, total: number | undefined): void {
    this.#maxBody = maxBody;
    this.#total = total;
  }

  check(): void {
    if (this.#isDisposed) throw disposed();
    // The call may be over by then: its body has arrived before it is read.
    this.#options.signal?.throwIfAborted();
    this.opening?.throwIfAborted();
  }

  translate(error: unknown): unknown {
    if (this.#isDisposed) return disposed();
    // Between two attempts there is none that would hear the abort.
    const { signal } = this.#options;
    return signal?.aborted === true ? signal.reason : this.opening?.told(error);
  }

  onOctets(received: number): void {
    if (received > this.#maxBody) throw bodyTooLarge(this.#maxBody);
    const total = this.#total;
    this.#options.onProgress?.({ received, ...(total !== undefined && { total }) });
  }

  /** All of the body has arrived, or has failed: there will be no other attempt. The reader may come later. */
  arrived(): void {
    this.#retrying.end();
  }

  /** What has not been read is not wanted. Idempotent. */
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
