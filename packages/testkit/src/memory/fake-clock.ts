/** A clock that stands still until it is told, for a client's option `clock`. */
export interface FakeClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, when so many milliseconds have gone by; what it gives calls that off. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
  /** Timers that have neither fired nor been called off. */
  readonly pending: number;
  /**
   * Lets time go by. Timers fire in the order of their times, each at its own time, those too that are set on the way;
   * after each one promises settle, so what it has caused comes before the next.
   */
  advance(milliseconds: number): Promise<void>;
  /**
   * Lets time go by from timer to timer until the promise has settled, and gives or throws what it does.
   *
   * @param most milliseconds of this clock that it may take. Default: an hour.
   * @throws {Error} nothing is left that could settle it; or it takes longer.
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
  /** Fires the first timer that is due by then; false when none is. */
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
        // What waits for the event loop itself goes on without any timer of ours.
        if (timers.size === 0 && idle++ < PATIENCE) continue;
        const why = timers.size === 0 ? "no timer is left that could end it" : `not within ${most} ms`;
        throw new Error(`the promise does not settle: ${why}`);
      }
    },
  };
}

/** Of those that are due at once, the one that was set first. */
function earliest(timers: Iterable<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
  return first;
}

/** How often promises may settle without an end in sight. */
const PATIENCE = 100;

/** How often the event loop goes round: what is no socket and no timer is done long before. */
const ROUNDS = 5;

/** Resolves when all is done that promises can do by themselves. */
export async function flushPromises(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) await new Promise((resolve) => setImmediate(resolve));
}
