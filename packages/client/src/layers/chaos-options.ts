import type { Clock } from "../call/clock.ts";
import { checkNumbers } from "../call/numbers.ts";

/** What chaos does to a connection. */
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

/** Something has been done to a connection: told once for each deed, when it begins to be felt. */
export interface ChaosEvent {
  readonly did: ChaosFault;
  /** Which connection of the transport: they are counted from 1. */
  readonly connection: number;
  readonly address: string;
  readonly port: number;
  /** Octets that had been received before. */
  readonly at: number;
}

/** The numbers without a unit are probabilities, from 0 to 1, that it happens to a connection. Default 0 each. */
export interface ChaosOptions {
  /** A whole number. With the same seed the same is done to the first connection, to the second … */
  readonly seed: number;
  /** It takes a while to connect. */
  readonly slowConnect?: number;
  /** Nothing listens there: ECONNREFUSED. */
  readonly refuse?: number;
  /** What is received is late, each time. */
  readonly delay?: number;
  /** What is received comes octet by octet. */
  readonly cut?: number;
  /** What is received waits for what comes after it, for a while. */
  readonly join?: number;
  /** The connection breaks: ECONNRESET. */
  readonly reset?: number;
  /** The peer seems to have said all. Where an end is the only mark of the end, nobody can tell. */
  readonly end?: number;
  /** Nothing is received any more, until the connection is closed. What is sent still goes out. */
  readonly stall?: number;
  /** One bit of what is received is another one. */
  readonly corrupt?: number;
  /** Milliseconds that a wait lasts at most. Default 20. */
  readonly longest?: number;
  /**
   * Octets after which a reset, end, stall or corruption comes at most; few are as likely as many. Default 64 KiB.
   * A connection that receives less than was drawn gets away.
   */
  readonly within?: number;
  readonly onEvent?: (event: ChaosEvent) => void;
  readonly clock?: Clock;
}

/** The probabilities among the options. */
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

/** @throws {RangeError} the seed is no whole number, a probability is none, a bound is no number from 0 on. */
export function probabilitiesOf(options: ChaosOptions): Probabilities {
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
