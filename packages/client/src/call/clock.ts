/** Where time comes from. A test gives another one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since whenever, which nobody sets: how long something takes. Default: as `now` says. */
  elapsed?(): number;
  /**
   * Calls back once, after so many milliseconds; what it gives calls that off.
   *
   * @param background it must not keep a process alive, where a runtime has such a thing.
   */
  setTimeout(callback: () => void, milliseconds: number, background?: boolean): () => void;
}

/** The longest delay that timers take; more would fire at once. */
const MAX_DELAY = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (callback, milliseconds, background = false) => {
    const timer: unknown = setTimeout(callback, Math.min(milliseconds, MAX_DELAY));
    if (background) (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
  },
};

/** By a clock: milliseconds since whenever, to be compared with each other. */
export function monotonicNow(clock: Clock): number {
  return clock.elapsed === undefined ? clock.now() : clock.elapsed();
}

/** A duration for a message, in whole milliseconds or seconds: "2500 ms", "30 s". */
export function durationText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole > 0 && whole % 1000 === 0 ? `${whole / 1000} s` : `${whole} ms`;
}
