/** A clock that advances only on request, for a client's option `clock`. */
export interface FakeClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after the given time. Returns a function that cancels the timer. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
  /** Number of timers that have neither fired nor been canceled. */
  readonly pending: number;
  /**
   * Advances the time. Timers fire in order, each at its own time, including timers that are set meanwhile. Promises
   * settle after each timer, before the next one fires.
   */
  advance(milliseconds: number): Promise<void>;
  /**
   * Advances the time from timer to timer until the promise settles, and returns its result.
   *
   * @param most maximum time in milliseconds of this clock. Default: one hour.
   * @throws {Error} no timer is left, or the time is over, and the promise has not settled.
   */
  until<T>(promise: Promise<T>, most?: number): Promise<T>;
}

export interface FakeClockInit {
  /** Milliseconds since the epoch. Default: the beginning of 2026. */
  readonly now?: number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const START = 1_767_225_600_000;
const HOUR = 3_600_000;

export function fakeClock({ now: start = START }: FakeClockInit = {}): FakeClock {
  let now = start;
  const timers = new Set<Timer>();
  /** Fires the first timer that is due by then. Returns false if no timer is due. */
  const fireBy = (until: number): boolean => {
    const next = earliest(timers);
    if (next === undefined || next.at > until) return false;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.callback();
    return true;
  };
  return {
    now: () => now,
    setTimeout: (callback, milliseconds) => {
      const timer = { at: now + Math.max(0, milliseconds), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    get pending() {
      return timers.size;
    },
    advance: async (milliseconds) => {
      const until = now + milliseconds;
      await flushPromises();
      while (fireBy(until)) await flushPromises();
      now = until;
    },
    until: async (promise, most = HOUR) => {
      const until = now + most;
      let over = false;
      const mark = () => {
        over = true;
      };
      promise.then(mark, mark);
      for (let idle = 0; ; ) {
        await flushPromises();
        if (over) return promise;
        if (fireBy(until)) continue;
        // Work that waits for the event loop continues without a timer of this clock.
        if (timers.size === 0 && idle++ < MAX_IDLE_FLUSHES) continue;
        const why = timers.size === 0 ? "no timer is left" : `not within ${most} ms`;
        throw new Error(`the promise does not settle: ${why}`);
      }
    },
  };
}

/** Returns the next timer; of several with the same time, the one that was set first. */
function earliest(timers: Iterable<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
  return first;
}

/** Maximum number of flushes without a timer before `until` fails. */
const MAX_IDLE_FLUSHES = 100;

/** Turns of the event loop: enough for everything that needs neither a socket nor a timer. */
const ROUNDS = 5;

/** Resolves when all pending promise reactions have run. */
export async function flushPromises(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) await new Promise((resolve) => setImmediate(resolve));
}
