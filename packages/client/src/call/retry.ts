import { isAccessError } from "@anyurl/core";
import type { AttemptOptions, CallOptions, ClientSettings, RetryOptions } from "../options.ts";
import { type Clock, monotonicNow } from "./clock.ts";
import { delay } from "./delay.ts";
import { type LinkedSignal, linkSignal } from "./linked-signal.ts";
import { checkNumbers } from "./numbers.ts";

/** For a call that is made with these options. */
export function createRetryState(
  { retry, limits, clock }: Pick<ClientSettings, "retry" | "limits" | "clock">,
  options: Pick<CallOptions, "retry" | "limits" | "signal">,
): RetryState {
  const deadline = options.limits?.deadline ?? limits.deadline;
  const own = options.retry === undefined ? retry : { ...retry, ...options.retry };
  return new RetryState(own, deadline, clock, options.signal);
}

/** What most calls have; there is nothing to be checked in it. */
export const NO_RETRY: RetryOptions = Object.freeze({});

/** The options of one attempt: it has what is left of the deadline, and ends with all of them. */
export function attemptOptions(options: CallOptions, { left, signal }: RetryState): AttemptOptions {
  return { ...options, ...(signal !== undefined && { signal }), deadlineLeft: left };
}

/** One call that may take several attempts, with one deadline for all of them. Ended by whoever has made it. */
export class RetryState {
  /** Of all attempts: aborted by the caller's signal, and at the end. The caller's own, where there is but one. */
  readonly signal: AbortSignal | undefined;
  readonly #linked: LinkedSignal | undefined;
  readonly #options: Required<RetryOptions>;
  readonly #clock: Clock;
  readonly #until: number;
  #failures = 0;

  /** @throws {RangeError} an option that is no number from 0 on. */
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

  /** How many more times there may be at most. */
  get attempts(): number {
    return this.#options.attempts;
  }

  /** Milliseconds that are left of the deadline. */
  get left(): number {
    return Math.max(0, this.#until - monotonicNow(this.#clock));
  }

  /** What `work` gives, in the first attempt that does not fail. @throws what the last one has thrown. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        await this.failed(error);
      }
    }
  }

  /** Resolves when it is time to try again. @throws `error`, where another attempt is of no use or not wanted. */
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

  /** Nothing is tried any more, and nobody waits. Idempotent. */
  end(): void {
    this.#linked?.end(OVER);
  }
}

/** One for all calls: making an error takes longer than ending a call. */
const OVER: Error = new Error("the call is over");

/** Milliseconds to wait after so many failures before this one: twice as long each time, and half of it by chance. */
export function backoffDelay(
  failures: number,
  { first, most, random }: Pick<Required<RetryOptions>, "first" | "most" | "random">,
): number {
  return Math.min(most, first * 2 ** failures) * (0.5 + random() / 2);
}
