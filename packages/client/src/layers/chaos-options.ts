import type { Clock } from "../call/clock.ts";
import { checkNumbers } from "../call/numbers.ts";

/** A fault of a connection. */
export type ChaosFault =
  | "slow-connect"
  | "refuse"
  | "delay"
  | "cut"
  | "join"
  | "reset"
  | "end"
  | "stall"
  | "corrupt";

/**
 * A fault that was injected into a connection. It is reported once for each fault and connection, when it takes effect.
 */
export interface ChaosEvent {
  readonly did: ChaosFault;
  /** The number of the connection, starting at 1. */
  readonly connection: number;
  readonly address: string;
  readonly port: number;
  /** The number of bytes received before. */
  readonly at: number;
}

/** Options without a unit are probabilities for each connection, from 0 to 1. Default 0 each. */
export interface ChaosOptions {
  /** A whole number. The same seed injects the same faults into the first connection, the second … */
  readonly seed: number;
  /** Delay connecting. */
  readonly slowConnect?: number;
  /** Refuse the connection with ECONNREFUSED. */
  readonly refuse?: number;
  /** Delay every receive. */
  readonly delay?: number;
  /** Return received data byte by byte. */
  readonly cut?: number;
  /** Wait for a while, and join received chunks. */
  readonly join?: number;
  /** Reset the connection: ECONNRESET. */
  readonly reset?: number;
  /** End the received data early. A protocol without its own end mark cannot detect this. */
  readonly end?: number;
  /** Receive nothing more until the connection is closed. Sending still works. */
  readonly stall?: number;
  /** Flip one bit of the received data. */
  readonly corrupt?: number;
  /** The maximum wait in milliseconds. Default 20. */
  readonly longest?: number;
  /**
   * The maximum number of bytes before a reset, end, stall or corruption; the distribution favors small numbers.
   * Default 64 KiB. A connection that receives fewer bytes than drawn has no fault.
   */
  readonly within?: number;
  readonly onEvent?: (event: ChaosEvent) => void;
  readonly clock?: Clock;
}

/** The names of the probability options. */
const PROBABILITIES = [
  "slowConnect",
  "refuse",
  "delay",
  "cut",
  "join",
  "reset",
  "end",
  "stall",
  "corrupt",
] as const;

export type Probabilities = Readonly<Record<(typeof PROBABILITIES)[number], number>>;

/** @throws {RangeError} the seed is not a whole number, a probability is not from 0 to 1, or a bound is negative. */
export function resolveProbabilities(options: ChaosOptions): Probabilities {
  const { seed, longest = 0, within = 0 } = options;
  const given = PROBABILITIES.map((name) => [name, options[name] ?? 0] as const);
  const probabilities = Object.fromEntries(given) as unknown as Probabilities;
  checkNumbers("chaos", { seed }, Number.isSafeInteger, "without a fraction");
  checkNumbers("chaos", probabilities, (value) => value >= 0 && value <= 1, "from 0 to 1");
  checkNumbers(
    "chaos",
    { longest, within },
    (value) => value >= 0 && value < 2 ** 31,
    "from 0 to 2147483647",
  );
  return probabilities;
}
