import { type Clock, type SteadyClock, steadyClock } from "../call/clock.ts";

interface Waiter {
  readonly cost: number;
  grant(): void;
}

/**
 * A token bucket with a FIFO queue. A request for more tokens than available waits for its turn. A request for more
 * than `burst` waits until that number has accumulated.
 *
 * In any time span, it grants at most the rate times the span, plus `burst` or one larger request.
 */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: SteadyClock;
  readonly #waiting: Set<Waiter> = new Set();
  #tokens: number;
  #since: number;
  #cancel: (() => void) | undefined;

  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = steadyClock(clock);
    this.#tokens = burst;
    this.#since = this.#clock.elapsed();
  }

  /**
   * Takes tokens, and resolves when they are available.
   *
   * @throws the signal's reason; then no tokens are taken.
   */
  async take(cost: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        cost,
        grant: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      const onAbort = () => {
        this.#waiting.delete(waiter);
        this.#serve();
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#serve();
    });
  }

  /** Grants requests from the head of the queue, and sets a timer for the next one. */
  #serve(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const waiter of this.#waiting) {
      this.#fill(waiter.cost);
      const missing = waiter.cost - this.#tokens;
      if (missing > 0) {
        const wait = Math.ceil((missing / this.#perSecond) * 1000);
        this.#cancel = this.#clock.setTimeout(() => this.#serve(), Math.max(1, wait));
        return;
      }
      this.#tokens -= waiter.cost;
      this.#waiting.delete(waiter);
      waiter.grant();
    }
  }

  #fill(wanted: number): void {
    const now = this.#clock.elapsed();
    // A clock that was set back neither adds nor removes tokens.
    const passed = Math.max(0, now - this.#since);
    this.#since = now;
    const most = Math.max(this.#burst, wanted);
    this.#tokens = Math.min(most, this.#tokens + (passed / 1000) * this.#perSecond);
  }
}
