import type { Connection } from "@anyurl/core/exchange";
import { type Clock, systemClock } from "../call/clock.ts";
import { checkNumbers } from "../call/numbers.ts";
import { closedError } from "./failures.ts";
import { type Layer, wrapConnection, wrapTransport } from "./layer.ts";
import { TokenBucket } from "./token-bucket.ts";

/** `Infinity` turns a limit off. */
export interface RateLimitOptions {
  /** Octets a second, those that are sent and those that are received counted together, over all connections. */
  readonly octetsPerSecond: number;
  /** Octets that are saved while nothing happens, and may come at once then. Default: those of one second. */
  readonly burst?: number;
  /** Connections that are begun in a second; so many (at least one) may be begun at once. Default: no limit. */
  readonly connectionsPerSecond?: number;
  readonly clock?: Clock;
}

/**
 * Makes all connections of a transport together no faster than that. Octets are delayed and never split, in the order
 * in which they came; what is received is held until its time has come, and meanwhile nothing more is read, so that the
 * peer waits as well. Names are looked up as before.
 *
 * The waits count towards the client's deadlines: a rate so low that one piece (of up to 64 KiB) takes longer than
 * `idleTimeout` breaks every body.
 *
 * @throws {RangeError} an option that is no number above 0.
 */
export function rateLimit(options: RateLimitOptions): Layer {
  const { octetsPerSecond, connectionsPerSecond = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  const { burst = octetsPerSecond } = options;
  const rates = { octetsPerSecond, burst, connectionsPerSecond };
  checkNumbers("rateLimit", rates, (value) => value > 0, "above 0");
  return (next) => {
    const octets = bucketOf(octetsPerSecond, burst, clock);
    const connections = bucketOf(connectionsPerSecond, Math.max(1, connectionsPerSecond), clock);
    return wrapTransport(next, {
      connect: async (endpoint, signal) => {
        await connections?.take(1, signal);
        const connection = await next.connect(endpoint, signal);
        return octets === undefined ? connection : slowed(connection, octets);
      },
    });
  };
}

function bucketOf(perSecond: number, burst: number, clock: Clock): TokenBucket | undefined {
  return perSecond === Number.POSITIVE_INFINITY ? undefined : new TokenBucket(perSecond, burst, clock);
}

function slowed(connection: Connection, bucket: TokenBucket): Connection {
  const closed = new AbortController();
  return wrapConnection(connection, {
    send: async (octets) => {
      await bucket.take(octets.length, closed.signal);
      await connection.send(octets);
    },
    receive: async (phase) => {
      closed.signal.throwIfAborted();
      const octets = await connection.receive(phase);
      if (octets !== undefined) await bucket.take(octets.length, closed.signal);
      return octets;
    },
    close: () => {
      closed.abort(closedError());
      connection.close();
    },
  });
}
