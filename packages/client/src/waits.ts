import { type Clock, elapsed } from "./clock.ts";

/** Somebody waits for something. */
export interface Wait {
  /** Ends it: what was waited for has not come. */
  readonly fail: (reason: unknown) => void;
  /** Gives the error for a wait that has lasted too long. */
  readonly late?: (() => Error) | undefined;
  /** When that is, by the time of {@link elapsed}. */
  due: number;
}

/** Milliseconds after which a timer rings at the latest: one that is set for a long wait serves a shorter one as well. */
const SOON = 5_000;

/**
 * Those who wait in one call. They share one timer, which is set again when it was early: most waits are over at once, and
 * to set and clear a timer for each of them takes longer than the waiting.
 */
export class Waits {
  readonly #clock: Clock;
  /** In no order. There are few. */
  readonly #waits: Wait[] = [];
  /** When the timer goes off. */
  #rings: number = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param milliseconds after which it fails by itself, where it says how. */
  add(wait: Wait, milliseconds: number = Number.POSITIVE_INFINITY): void {
    this.#waits.push(wait);
    if (wait.late === undefined || milliseconds === Number.POSITIVE_INFINITY) return;
    const now = elapsed(this.#clock);
    wait.due = now + Math.max(0, milliseconds);
    if (wait.due < this.#rings) this.#set(Math.min(wait.due, now + SOON), now);
  }

  /** Did it wait still? */
  delete(wait: Wait): boolean {
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
    for (const { fail } of waits) fail(reason);
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
    const now = Math.max(elapsed(this.#clock), this.#rings);
    this.#stop();
    for (const wait of [...this.#waits]) {
      if (wait.due > now || !this.delete(wait)) continue;
      wait.fail(wait.late?.());
    }
    const next = Math.min(...this.#waits.map(({ due }) => due));
    if (next < this.#rings) this.#set(next, now);
  }
}
