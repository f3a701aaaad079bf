import { defineOptions, type OptionSet, type OptionsInput, resolveOptions } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import { CLOCK_OPTION, type Clock, systemClock } from "../call/clock.ts";
import { closedError } from "./failures.ts";
import { type Layer, wrapConnection, wrapTransport } from "./layer.ts";
import { TokenBucket } from "./token-bucket.ts";

const isPositive = (value: number): number | undefined => (value > 0 ? value : undefined);

const DECLARATIONS = {
  octetsPerSecond: {
    type: "number",
    required: true,
    unlimited: true,
    read: isPositive as (value: number) => number | undefined,
    expected: "a number above 0",
    description: "bytes per second, sent and received together, over all connections",
  },
  burst: {
    type: "number",
    unlimited: true,
    read: isPositive as (value: number) => number | undefined,
    expected: "a number above 0",
    description:
      "the maximum number of bytes saved while idle, which may then be transferred without delay. Default: the bytes of one second",
  },
  connectionsPerSecond: {
    type: "number",
    unlimited: true,
    default: Number.POSITIVE_INFINITY as number,
    read: isPositive as (value: number) => number | undefined,
    expected: "a number above 0",
    description: "new connections per second. The same number, at least one, may be opened at once",
  },
  clock: CLOCK_OPTION as typeof CLOCK_OPTION,
} as const;

export const rateLimitOptions: OptionSet<typeof DECLARATIONS> = defineOptions("rateLimit", DECLARATIONS);

/** `Infinity` turns a limit off. */
export type RateLimitOptions = OptionsInput<typeof rateLimitOptions>;

/**
 * Limits the rate of all connections of a transport together. Chunks are delayed, and never split or reordered. While
 * received data is delayed, nothing more is read, so the peer is slowed down as well. Name lookups are not limited.
 *
 * The delays count toward the client's time limits: if one chunk (of up to 64 KiB) takes longer than `idleTimeout`,
 * every body fails.
 *
 * @throws {AccessError} bad-option: an option is not a number above 0.
 */
export function rateLimit(options: RateLimitOptions): Layer {
  const resolved = resolveOptions(rateLimitOptions, options);
  const { octetsPerSecond, burst = octetsPerSecond, connectionsPerSecond, clock = systemClock } = resolved;
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
