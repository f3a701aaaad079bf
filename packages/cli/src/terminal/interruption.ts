/** An abort signal as a promise, for `Promise.race`. */
export interface Interruption {
  /** Rejects with the signal's reason. */
  readonly rejection: Promise<never>;
  /** Removes the listener. */
  end(): void;
}

export function createInterruption(signal: AbortSignal): Interruption {
  let end = () => {};
  const comes = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    end = () => signal.removeEventListener("abort", abort);
  });
  comes.catch(() => {});
  return { rejection: comes, end };
}
