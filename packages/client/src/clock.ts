/** Where time comes from. A test gives another one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, after so many milliseconds; what it gives calls that off. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
}

/** The longest delay that timers take; more would fire at once. */
const MAX_DELAY = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => {
    const timer = setTimeout(callback, Math.min(milliseconds, MAX_DELAY));
    return () => clearTimeout(timer);
  },
};
