import { isAccessError } from "anyurl";

/** What the pool may know of a failure: the server has enough of us, or another one is to be tried. */
const ENOUGH: ReadonlySet<string> = new Set(["busy", "temporarily-unavailable", "connect-failed"]);

/** Files at once, where nobody says otherwise. */
export const PARALLEL = 4;

/**
 * Does a work for each item, several at once, and gives what comes of it in the order of the items. A server that has had
 * enough is asked for less: what it refuses while others are served is done after them. Any other failure ends all.
 *
 * @param atOnce at most.
 * @param signal aborts all of them; each work is given the one to heed.
 */
export async function pooled<T, R>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = [...items.keys()];
  const failure = new AbortController();
  const heeded = AbortSignal.any([signal, failure.signal]);
  let error: unknown;
  let most = atOnce;
  let active = 0;

  async function worker(): Promise<void> {
    for (;;) {
      if (heeded.aborted || active >= most) return;
      const next = waiting.shift();
      if (next === undefined) return;
      active++;
      try {
        results[next] = await work(items[next]!, heeded);
      } catch (thrown) {
        const others = active - 1;
        if (!heeded.aborted && others > 0 && isAccessError(thrown) && ENOUGH.has(thrown.code)) {
          waiting.unshift(next);
          most = Math.min(most, others);
        } else if (!failure.signal.aborted) {
          error = thrown;
          failure.abort(thrown);
        }
      } finally {
        active--;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  signal.throwIfAborted();
  if (failure.signal.aborted) throw error;
  return results;
}
