import { type Clock, monotonicNow } from "../call/clock.ts";

interface Waiter {
  readonly cost: number;
  grant(): void;
}

/**
 * So many tokens a second, and at most `burst` of them saved. Who wants more than are there waits, behind those who
 * came before. One who wants more than `burst` at once waits until that many have come; meanwhile they are saved.
 *
 * So within any time no more are given than `burst`, or what one has wanted at once, and the rate times that time.
 */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  readonly #waiting: Set<Waiter> = new Set();
  #tokens: number;
  #since: number;
  #cancel: (() => void) | undefined;

  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#since = monotonicNow(clock);
  }

  /** Resolves when so many are there, and takes them. @throws the signal's reason; then nothing is taken. */
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

  /** Lets in those at the head for whom there are enough, and wakes up when the next may come in. */
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
    const now = monotonicNow(this.#clock);
    // A clock that is set back gives nothing, and takes nothing.
    const passed = Math.max(0, now - this.#since);
    this.#since = now;
    const most = Math.max(this.#burst, wanted);
    this.#tokens = Math.min(most, this.#tokens + (passed / 1000) * this.#perSecond);
  }
}
