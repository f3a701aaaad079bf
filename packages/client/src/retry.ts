import { isAccessError } from "@anyurl/core";
import type { Clock } from "./clock.ts";
import type { CallOptions, Settings } from "./opening.ts";

/** How often, and when, what has failed for a while is tried again. Only what may be done twice ever is. */
export interface RetryOptions {
  /** How many more times. Default 0. */
  readonly attempts?: number;
  /** Milliseconds before the first one; twice as long before each further one. Default 250. */
  readonly first?: number;
  /** Milliseconds that are never exceeded. Default 2000. */
  readonly most?: number;
  /** Where chance comes from: 0 to 1. So many at once do not come back at once. */
  readonly random?: () => number;
}

/** For a call that is made with these options. */
export function retryingOf(
  { retry, limits, clock }: Pick<Settings, "retry" | "limits" | "clock">,
  options: Pick<CallOptions, "retry" | "limits" | "signal">,
): Retrying {
  const deadline = options.limits?.deadline ?? limits.deadline;
  return new Retrying({ ...retry, ...options.retry }, deadline, clock, options.signal);
}

/** The options of one attempt: it has what is left of the deadline, and ends with all of them. */
export function attemptOf(options: CallOptions, { left, signal }: Retrying): CallOptions {
  return { ...options, signal, limits: { ...options.limits, deadline: left } };
}

/** One call that may take several attempts, with one deadline for all of them. Ended by whoever has made it. */
export class Retrying {
  /** Of all attempts: aborted by the caller's signal, and at the end. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #options: Required<RetryOptions>;
  readonly #clock: Clock;
  readonly #until: number;
  readonly #unlink: () => void;
  #failures = 0;

  /** @throws {RangeError} an option that is no number from 0 on. */
  constructor(options: RetryOptions, deadline: number, clock: Clock, signal: AbortSignal | undefined) {
    const { attempts = 0, first = 250, most = 2_000, random = Math.random } = options;
    for (const [name, value] of Object.entries({ attempts, first, most })) {
      if (typeof value !== "number" || !(value >= 0))
        throw new RangeError(`the option retry.${name} is a number from 0 on`);
    }
    this.#options = { attempts, first, most, random };
    this.#clock = clock;
    this.#until = clock.now() + deadline;
    this.signal = this.#controller.signal;
    const abort = () => this.#controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    this.#unlink = () => signal?.removeEventListener("abort", abort);
  }

  /** How many more times there may be at most. */
  get attempts(): number {
    return this.#options.attempts;
  }

  /** Milliseconds that are left of the deadline. */
  get left(): number {
    return Math.max(0, this.#until - this.#clock.now());
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
    const { attempts, first, most, random } = this.#options;
    const mayPass = isAccessError(error) && error.retryable && !this.signal.aborted;
    if (!mayPass || this.#failures >= attempts) throw error;
    const pause = Math.min(most, first * 2 ** this.#failures) * (0.5 + random() / 2);
    this.#failures++;
    if (pause >= this.left) throw error;
    await this.#pause(pause);
    this.signal.throwIfAborted();
  }

  /** Nothing is tried any more, and nobody waits. Idempotent. */
  end(): void {
    this.#unlink();
    this.#controller.abort(new Error("the call is over"));
  }

  #pause(milliseconds: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = this.#clock.setTimeout(wake, milliseconds);
      signal.addEventListener("abort", wake, { once: true });
    });
  }
}
