/** The source of time. Tests use another one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic time in milliseconds, for durations. Default: `now`. */
  elapsed?(): number;
  /**
   * Calls back once after a delay. The returned function cancels the timer.
   *
   * @param background the timer must not keep the process alive, on runtimes that support this.
   */
  setTimeout(callback: () => void, milliseconds: number, background?: boolean): () => void;
}

/** The declaration of an option that is a clock. */
export const CLOCK_OPTION = {
  type: "object",
  methods: ["now", "setTimeout"],
  as: undefined as Clock | undefined,
  description: "the source of time. Default: that of the system",
} as const;

/** The maximum delay of a timer. A longer one would fire at once. */
const MAX_DELAY = 2_147_483_647;

/** A clock with a monotonic time of its own, or the time of day in its place. */
export type SteadyClock = Required<Clock>;

/** Milliseconds after which a timer is late: the process was busy or paused. */
const LATE = 100;

export const systemClock: SteadyClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (callback, milliseconds, background = false) => {
    const delay = Math.min(milliseconds, MAX_DELAY);
    // The time of day: the first use of `performance` would load a module of Node. A jump costs at most a turn of the loop.
    const due = Date.now() + delay;
    // The event loop runs timers before it reads sockets. Data that arrived before a late timer must not come too late.
    let timer = setTimeout(() => {
      if (Date.now() > due + LATE) timer = setTimeout(callback, 0);
      else callback();
    }, delay);
    if (background) (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};

/** Returns a clock that has monotonic time. */
export function steadyClock(clock: Clock): SteadyClock {
  if (clock.elapsed !== undefined) return clock as SteadyClock;
  return {
    now: () => clock.now(),
    elapsed: () => clock.now(),
    setTimeout: (...how) => clock.setTimeout(...how),
  };
}

/** Formats a duration for a message, in whole milliseconds or seconds: "2500 ms", "30 s". */
export function durationText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole > 0 && whole % 1000 === 0 ? `${whole / 1000} s` : `${whole} ms`;
}
