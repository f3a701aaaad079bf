import { isAccessError } from "anyurl";

/** Errors of an overloaded server: retry with fewer parallel connections. */
const OVERLOAD_CODES: ReadonlySet<string> = new Set(["busy", "temporarily-unavailable", "connect-failed"]);

/** The default number of parallel transfers. */
export const DEFAULT_PARALLEL = 4;

/**
 * Runs work for each item, several in parallel, and returns the results in the order of the items. If a server rejects
 * a connection while others are active, the limit goes down and the item is retried later. Any other error aborts all.
 *
 * @param atOnce the maximum of parallel calls.
 * @param signal aborts all calls; each call gets a signal that it must observe.
 */
export async function mapConcurrently<T, R>(
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
        if (!heeded.aborted && others > 0 && isAccessError(thrown) && OVERLOAD_CODES.has(thrown.code)) {
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
