import { type Clock, monotonicNow } from "./clock.ts";

/** How somebody waits for what a promise gives. */
export interface WaitOptions<T, R = T> {
  /** Milliseconds after which it is too late. Default: it never is. */
  readonly within?: number;
  /** Gives the error for that. */
  readonly onTimeout?: () => Error;
  /** Makes what is given of what has come in time; what it throws is thrown instead. Default: itself. */
  readonly map?: ((value: T) => R) | undefined;
  /** What the caller is to see of an error of the promise. Default: itself. */
  readonly mapError?: (error: unknown) => unknown;
  /** Called when it is waited for no more: the call was aborted, or it was too late. */
  readonly onAbandon?: (reason: unknown) => void;
}

/** Somebody waits for something. */
export interface PendingWait {
  /** Ends it: what was waited for has not come. */
  readonly fail: (reason: unknown) => void;
  readonly how: WaitOptions<never, unknown>;
  /** When it is too late, by the time of {@link monotonicNow}. */
  due: number;
}

/** Nobody waits any more for what has not come. */
export function fail({ fail: reject, how }: PendingWait, reason: unknown): void {
  how.onAbandon?.(reason);
  reject(reason);
}

/** Milliseconds after which a timer rings at the latest: one that is set for a long wait serves a shorter one as well. */
const MAX_TIMER_MS = 5_000;

/**
 * Those who wait in one call. They share one timer, which is set again when it was early: most waits are over at once, and
 * to set and clear a timer for each of them takes longer than the waiting.
 */
export class TimeoutQueue {
  readonly #clock: Clock;
  /** In no order. There are few. */
  readonly #waits: PendingWait[] = [];
  /** When the timer goes off. */
  #rings: number = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It fails by itself when it is too late. */
  add(wait: PendingWait): void {
    this.#waits.push(wait);
    const { within, onTimeout: late } = wait.how;
    if (within === undefined || late === undefined || within === Number.POSITIVE_INFINITY) return;
    const now = monotonicNow(this.#clock);
    wait.due = now + Math.max(0, within);
    if (wait.due < this.#rings) this.#set(Math.min(wait.due, now + MAX_TIMER_MS), now);
  }

  /** Did it wait still? */
  delete(wait: PendingWait): boolean {
    const at = this.#waits.indexOf(wait);
    if (at < 0) return false;
    const last = this.#waits.pop()!;
    if (last !== wait) this.#waits[at] = last;
    if (this.#isOver && this.#waits.length === 0) this.#stop();
    return true;
  }

  /** All of them fail. */
  fail(reason: unknown): void {
    const waits = this.#waits.splice(0);
    this.#stop();
    for (const wait of waits) fail(wait, reason);
  }

  /** The call is over: no timer outlasts whoever waits still. */
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
    // The system's timers may be early by a part of a millisecond.
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
