import { type Clock, monotonicNow } from "./clock.ts";

/** Options of a wait for a promise. */
export interface WaitOptions<T, R = T> {
  /** The timeout in milliseconds. Default: none. */
  readonly within?: number;
  /** Creates the error of the timeout. */
  readonly onTimeout?: () => Error;
  /** Converts the value of the promise. The wait rejects if it throws. Default: the value itself. */
  readonly map?: ((value: T) => R) | undefined;
  /** Converts an error of the promise. Default: the error itself. */
  readonly mapError?: (error: unknown) => unknown;
  /** Called if the wait ends before the promise: by an abort or a timeout. */
  readonly onAbandon?: (reason: unknown) => void;
}

/** A pending wait with its timeout. */
export interface PendingWait {
  /** Rejects the wait. */
  readonly fail: (reason: unknown) => void;
  readonly how: WaitOptions<never, unknown>;
  /** The time of the timeout, as of {@link monotonicNow}. */
  due: number;
}

/** Rejects a pending wait. */
export function fail({ fail: reject, how }: PendingWait, reason: unknown): void {
  how.onAbandon?.(reason);
  reject(reason);
}

/** Maximum delay of the timer in milliseconds. A timer for a long wait can then also serve a shorter one. */
const MAX_TIMER_MS = 5_000;

/**
 * The pending waits of one call. They share one timer, which is set again if it fires early: most waits end at once,
 * and setting and clearing a timer for each of them would take longer than the wait.
 */
export class TimeoutQueue {
  readonly #clock: Clock;
  /** Unordered, because there are few. */
  readonly #waits: PendingWait[] = [];
  /** When the timer fires. */
  #rings: number = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a wait, which fails after its timeout. */
  add(wait: PendingWait): void {
    this.#waits.push(wait);
    const { within, onTimeout: late } = wait.how;
    if (within === undefined || late === undefined || within === Number.POSITIVE_INFINITY) return;
    const now = monotonicNow(this.#clock);
    wait.due = now + Math.max(0, within);
    if (wait.due < this.#rings) this.#set(Math.min(wait.due, now + MAX_TIMER_MS), now);
  }

  /** Removes a wait. Returns false if it has ended already. */
  delete(wait: PendingWait): boolean {
    const at = this.#waits.indexOf(wait);
    if (at < 0) return false;
    const last = this.#waits.pop()!;
    if (last !== wait) this.#waits[at] = last;
    if (this.#isOver && this.#waits.length === 0) this.#stop();
    return true;
  }

  /** Rejects all waits. */
  fail(reason: unknown): void {
    const waits = this.#waits.splice(0);
    this.#stop();
    for (const wait of waits) fail(wait, reason);
  }

  /** Ends the call: the timer stops when the last wait has ended. */
  end(): void {
    this.#isOver = true;
    if (this.#waits.length === 0) this.#stop();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#rings = Number.POSITIVE_INFINITY;
  }

  #set(due: number, now: number): void {
    this.#cancel?.();
    this.#rings = due;
    this.#cancel = this.#clock.setTimeout(() => this.#ring(), due - now);
  }

  #ring(): void {
    // System timers may fire a fraction of a millisecond early.
    const now = Math.max(monotonicNow(this.#clock), this.#rings);
    this.#stop();
    for (const wait of [...this.#waits]) {
      if (wait.due > now || !this.delete(wait)) continue;
      fail(wait, wait.how.onTimeout?.());
    }
    const next = Math.min(...this.#waits.map(({ due }) => due));
    if (next < this.#rings) this.#set(next, now);
  }
}
