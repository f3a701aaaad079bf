import type { Connection } from "@anyurl/core/exchange";
import { type Clock, systemClock } from "../call/clock.ts";
import { checkNumbers } from "../call/numbers.ts";
import { closedError } from "./failures.ts";
import { type Layer, wrapConnection, wrapTransport } from "./layer.ts";
import { TokenBucket } from "./token-bucket.ts";

/** `Infinity` turns a limit off. */
export interface RateLimitOptions {
  /** Bytes per second, sent and received together, over all connections. */
  readonly octetsPerSecond: number;
  /**
   * The maximum number of bytes saved while idle, which may then be transferred without delay. Default: the bytes of
   * one second.
   */
  readonly burst?: number;
  /** New connections per second. The same number, at least one, may be opened at once. Default: no limit. */
  readonly connectionsPerSecond?: number;
  readonly clock?: Clock;
}

/**
 * Limits the rate of all connections of a transport together. Chunks are delayed, and never split or reordered. While
 * received data is delayed, nothing more is read, so the peer is slowed down as well. Name lookups are not limited.
 *
 * The delays count toward the client's time limits: if one chunk (of up to 64 KiB) takes longer than `idleTimeout`,
 * every body fails.
 *
 * @throws {RangeError} an option is not a number above 0.
 */
export function rateLimit(options: RateLimitOptions): Layer {
  const { octetsPerSecond, connectionsPerSecond = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  const { burst = octetsPerSecond } = options;
  const rates = { octetsPerSecond, burst, connectionsPerSecond };
  checkNumbers("rateLimit", rates, (value) => value > 0, "above 0");
  return (next) => {
    const octets = createBucket(octetsPerSecond, burst, clock);
    const connections = createBucket(connectionsPerSecond, Math.max(1, connectionsPerSecond), clock);
    return wrapTransport(next, {
      connect: async (endpoint, signal) => {
        await connections?.take(1, signal);
        const connection = await next.connect(endpoint, signal);
        return octets === undefined ? connection : slowed(connection, octets);
      },
    });
  };
}

function createBucket(perSecond: number, burst: number, clock: Clock): TokenBucket | undefined {
  return perSecond === Number.POSITIVE_INFINITY ? undefined : new TokenBucket(perSecond, burst, clock);
}

function slowed(connection: Connection, bucket: TokenBucket): Connection {
  const closed = new AbortController();
  const delayed = async (octets: Uint8Array | undefined) => {
    if (octets !== undefined) await bucket.take(octets.length, closed.signal);
    return octets;
  };
  return wrapConnection(connection, {
    send: async (octets) => {
      await bucket.take(octets.length, closed.signal);
      await connection.send(octets);
    },
    receive: async (phase) => {
      closed.signal.throwIfAborted();
      return delayed(await connection.receive(phase));
    },
    poll: async () => delayed(await connection.poll!()),
    close: () => {
      closed.abort(closedError());
      connection.close();
    },
  });
}
