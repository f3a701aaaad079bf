import { isAccessError } from "@anyurl/core";
import type { AttemptOptions, CallOptions, ClientSettings, RetryOptions } from "../options.ts";
import { type Clock, monotonicNow } from "./clock.ts";
import { delay } from "./delay.ts";
import { type LinkedSignal, linkSignal } from "./linked-signal.ts";
import { checkNumbers } from "./numbers.ts";

/** Creates the retry state of a call with these options. */
export function createRetryState(
  { retry, limits, clock }: Pick<ClientSettings, "retry" | "limits" | "clock">,
  options: Pick<CallOptions, "retry" | "limits" | "signal">,
): RetryState {
  const deadline = options.limits?.deadline ?? limits.deadline;
  const own = options.retry === undefined ? retry : { ...retry, ...options.retry };
  return new RetryState(own, deadline, clock, options.signal);
}

/** Default: no retry. Already validated. */
export const NO_RETRY: RetryOptions = Object.freeze({});

/** The options of one attempt. It has the rest of the deadline, and follows the signal of all attempts. */
export function attemptOptions(options: CallOptions, { left, signal }: RetryState): AttemptOptions {
  return { ...options, ...(signal !== undefined && { signal }), deadlineLeft: left };
}

/** One call of one or more attempts, with one deadline for all of them. The code that creates it must end it. */
export class RetryState {
  /**
   * The signal of all attempts: aborted by the caller's signal, and at the end. With a single attempt, the caller's
   * signal.
   */
  readonly signal: AbortSignal | undefined;
  readonly #linked: LinkedSignal | undefined;
  readonly #options: Required<RetryOptions>;
  readonly #clock: Clock;
  readonly #until: number;
  #failures = 0;

  /** @throws {RangeError} an option is not a number of 0 or more. */
  constructor(options: RetryOptions, deadline: number, clock: Clock, signal: AbortSignal | undefined) {
    const { attempts = 0, first = 250, most = 2_000, random = Math.random } = options;
    if (options !== NO_RETRY)
      checkNumbers("retry", { attempts, first, most }, (value) => value >= 0, "from 0 to Infinity");
    this.#options = { attempts, first, most, random };
    this.#clock = clock;
    this.#until = monotonicNow(clock) + deadline;
    this.#linked = attempts > 0 ? linkSignal(signal) : undefined;
    this.signal = this.#linked?.signal ?? signal;
  }

  /** Maximum number of further attempts. */
  get attempts(): number {
    return this.#options.attempts;
  }

  /** Milliseconds left of the deadline. */
  get left(): number {
    return Math.max(0, this.#until - monotonicNow(this.#clock));
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
    const mayPass = isAccessError(error) && error.retryable && this.#linked?.signal.aborted === false;
    if (!mayPass || this.#failures >= attempts) throw error;
    const { retryAfter = 0 } = error;
    if (!(retryAfter <= this.#options.most)) throw error;
    const wait = Math.max(retryAfter, backoffDelay(this.#failures++, this.#options));
    if (wait >= this.left) throw error;
    await delay(this.#clock, wait, this.#linked!.signal);
  }

  /** Stops the attempts and the wait between them. Idempotent. */
  end(): void {
    this.#linked?.end(OVER);
  }
}

/** Shared by all calls: creating an error takes longer than ending a call. */
const OVER: Error = new Error("the call is over");

/**
 * Returns the milliseconds to wait after the given number of earlier failures. Doubles each time; half of it is random.
 */
export function backoffDelay(
  failures: number,
  { first, most, random }: Pick<Required<RetryOptions>, "first" | "most" | "random">,
): number {
  return Math.min(most, first * 2 ** failures) * (0.5 + random() / 2);
}
