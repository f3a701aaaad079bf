import { type AccessError, isAccessError } from "./access-error.ts";
import type { Connection } from "./connection.ts";
import type { Context, Lease, LeaseOptions } from "./context.ts";
import type { Endpoint } from "./step.ts";

export interface PooledConnectionInit<Event, Result> {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly options: Omit<LeaseOptions, "fresh">;
  /** Uses the connection, and returns it to the pool or closes it, as `perform` does. */
  readonly use: (connection: Connection | Lease) => AsyncGenerator<Event, Result, void>;
  /** Does the error of a pooled connection say that the server had closed it, before it did anything for this call? */
  readonly isStale: (error: AccessError) => boolean;
}

/**
 * Uses a pooled connection, or else a new one, and yields the events of `use`. A stale pooled connection is
 * replaced once by a new one, unless it has already yielded an event.
 */
export async function* usePooledConnection<Event, Result>({
  context,
  endpoint,
  options,
  use,
  isStale,
}: PooledConnectionInit<Event, Result>): AsyncGenerator<Event, Result, void> {
  if (context.lease === undefined) {
    const { tls } = options;
    return yield* use(await context.connect(endpoint, tls && { tls }));
  }
  for (let fresh = false; ; fresh = true) {
    const lease = await context.lease(endpoint, { ...options, fresh });
    let canReplace = lease.state !== undefined;
    const events = use(lease);
    try {
      for (;;) {
        const next = await events.next();
        if (next.done === true) return next.value;
        canReplace = false;
        yield next.value;
      }
    } catch (error) {
      if (!canReplace || context.signal.aborted || !isAccessError(error) || !isStale(error)) throw error;
    } finally {
      await events.return(undefined as Result);
    }
  }
}
