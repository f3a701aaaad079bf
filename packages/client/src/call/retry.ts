import { isAccessError } from "@anyurl/core";
import type { AttemptSettings, CallSettings } from "./call-options.ts";
import type { SteadyClock } from "./clock.ts";
import { delay } from "./delay.ts";
import { type LinkedSignal, linkSignal } from "./linked-signal.ts";
import type { RetrySettings } from "./retry-options.ts";

/**
 * A call of several attempts, with one deadline for all of them. Created if the options allow retries; the code that
 * creates it must end it.
 */
export class RetryState {
  /** Aborted by the caller's signal, and at the end. */
  readonly signal: AbortSignal;
  readonly #linked: LinkedSignal;
  readonly #options: RetrySettings;
  readonly #clock: SteadyClock;
  readonly #until: number;
  #failures = 0;

  constructor(clock: SteadyClock, { retry, limits, signal }: CallSettings) {
    this.#options = retry;
    this.#clock = clock;
    this.#until = clock.elapsed() + limits.deadline;
    this.#linked = linkSignal(signal);
    this.signal = this.#linked.signal;
  }

  /** Milliseconds left of the deadline. */
  get left(): number {
    return Math.max(0, this.#until - this.#clock.elapsed());
  }

  /** Returns the options of one attempt. It has the rest of the deadline, and follows the signal of all attempts. */
  limit(options: CallSettings): AttemptSettings {
    return { ...options, signal: this.signal, deadlineLeft: this.left };
  }

  /** Returns the result of the first attempt of `work` that succeeds. @throws the error of the last attempt. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        await this.failed(error);
      }
    }
  }

  /** Waits until the next attempt. @throws `error` if another attempt is useless or not allowed. */
  async failed(error: unknown): Promise<void> {
    const { attempts } = this.#options;
    const mayPass = isAccessError(error) && error.retryable && !this.signal.aborted;
    if (!mayPass || this.#failures >= attempts) throw error;
    const { retryAfter = 0 } = error;
    if (!(retryAfter <= this.#options.most)) throw error;
    const wait = Math.max(retryAfter, backoffDelay(this.#failures++, this.#options));
    if (wait >= this.left) throw error;
    await delay(this.#clock, wait, this.signal);
  }

  /** Stops the attempts and the wait between them. Idempotent. */
  end(): void {
    this.#linked.end(OVER);
  }
}

/** Shared by all calls: creating an error takes longer than ending a call. */
const OVER: Error = new Error("the call is over");

/**
 * Returns the milliseconds to wait after the given number of earlier failures. Doubles each time; half of it is random.
 */
export function backoffDelay(
  failures: number,
  { first, most, random = Math.random }: Pick<RetrySettings, "first" | "most" | "random">,
): number {
  return Math.min(most, first * 2 ** failures) * (0.5 + random() / 2);
}
