import { ALREADY_SENT } from "./already-sent.ts";
import { Channels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import type { Context, Lease } from "./context.ts";
import type { Exchange } from "./step.ts";

/**
 * Performs an exchange over real connections. The reader controls the pace, `break` closes every connection, and a
 * failed step is thrown into the exchange, which may have a fallback.
 *
 * Yields what the exchange emits, and returns what it returns. Closes `control` at the end in all cases. A leased
 * connection is released to the pool if the exchange used `keep` and ended without an error.
 */
export async function* perform<Event, Result>(
  exchange: Exchange<Event, Result>,
  control: Connection | Lease,
  context: Context,
): AsyncGenerator<Event, Result, void> {
  const lease = "giveBack" in control ? control : undefined;
  const wire = new Channels("giveBack" in control ? control.connection : control, context);
  let kept: { readonly state: unknown } | undefined;
  try {
    let next = exchange.next();
    while (next.done !== true) {
      const step = next.value;
      kept = undefined;
      if (step.do === "keep") {
        if (lease !== undefined) kept = step;
        next = exchange.next(lease && NO_BYTES);
        continue;
      }
      if (step.do === "emit") {
        yield step.event;
        next = exchange.next();
        continue;
      }
      let octets: Uint8Array | undefined;
      try {
        // Await only if necessary: a microtask costs more than most steps.
        const carried = wire.carryOut(step);
        octets = carried === undefined || carried === ALREADY_SENT ? undefined : await carried;
        if (octets !== undefined && (step.do === "receive" || step.do === "poll")) {
          const body = step.do === "receive" && step.phase === "body";
          context.record({ do: "receive", on: step.on ?? "control", octets, body });
        }
      } catch (error) {
        // After an abort, do not try a fallback.
        if (context.signal.aborted) throw error;
        next = exchange.throw(error);
        continue;
      }
      next = exchange.next(octets);
    }
    if (lease !== undefined && kept !== undefined) wire.giveBack(lease, kept.state);
    return next.value;
  } finally {
    wire.close();
  }
}

/** The result of `keep` if there is a pool. */
const NO_BYTES = new Uint8Array(0);

/**
 * The bytes that an exchange emits, as the body of an entity. Stopping early ends the exchange. The return value is
 * that of the exchange.
 */
export function bodyFromExchange<Result>(
  events: AsyncGenerator<unknown, Result, void>,
): AsyncGenerator<Uint8Array, Result, void> {
  return new ExchangeBody(events);
}

/** Not a generator: one that has not started would not end the exchange when it is left. */
class ExchangeBody<Result> implements AsyncGenerator<Uint8Array, Result, void> {
  readonly #events: AsyncGenerator<unknown, Result, void>;

  constructor(events: AsyncGenerator<unknown, Result, void>) {
    this.#events = events;
  }

  async next(): Promise<IteratorResult<Uint8Array, Result>> {
    for (;;) {
      const next = await this.#events.next();
      if (next.done === true || next.value instanceof Uint8Array)
        return next as IteratorResult<Uint8Array, Result>;
    }
  }

  return(value: Result | PromiseLike<Result>): Promise<IteratorResult<Uint8Array, Result>> {
    return this.#events.return(value) as Promise<IteratorResult<Uint8Array, Result>>;
  }

  throw(error: unknown): Promise<IteratorResult<Uint8Array, Result>> {
    return this.#events.throw(error) as Promise<IteratorResult<Uint8Array, Result>>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return(undefined as Result);
  }
}
