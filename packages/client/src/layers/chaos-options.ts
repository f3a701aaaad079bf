import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { CLOCK_OPTION } from "../call/clock.ts";

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

const DECLARATIONS = {
  seed: {
    type: "integer",
    min: Number.MIN_SAFE_INTEGER as number,
    expected: "a whole number",
    required: true,
    description: "the same seed injects the same faults into the first connection, the second …",
  },
  slowConnect: { type: "number", max: 1, default: 0, description: "probability to delay connecting" },
  refuse: {
    type: "number",
    max: 1,
    default: 0,
    description: "probability to refuse the connection with ECONNREFUSED",
  },
  delay: { type: "number", max: 1, default: 0, description: "probability to delay every receive" },
  cut: {
    type: "number",
    max: 1,
    default: 0,
    description: "probability to return received data byte by byte",
  },
  join: {
    type: "number",
    max: 1,
    default: 0,
    description: "probability to wait for a while, and join received chunks",
  },
  reset: {
    type: "number",
    max: 1,
    default: 0,
    description: "probability to reset the connection: ECONNRESET",
  },
  end: {
    type: "number",
    max: 1,
    default: 0,
    description:
      "probability to end the received data early, which a protocol without its own end mark cannot detect",
  },
  stall: {
    type: "number",
    max: 1,
    default: 0,
    description: "probability to receive nothing more until the connection is closed; sending still works",
  },
  corrupt: {
    type: "number",
    max: 1,
    default: 0,
    description: "probability to flip one bit of the received data",
  },
  longest: { type: "duration", max: 2_147_483_647, default: 20, description: "the maximum wait" },
  within: {
    type: "bytes",
    max: 2_147_483_647,
    default: 65_536,
    description:
      "the maximum number of bytes before a reset, end, stall, or corruption; the distribution favors small numbers. A connection that receives fewer bytes than drawn has no fault",
  },
  onEvent: {
    type: "function",
    as: undefined as ((event: ChaosEvent) => void) | undefined,
    description: "called for each fault",
  },
  clock: CLOCK_OPTION as typeof CLOCK_OPTION,
} as const;

export const chaosOptions: OptionSet<typeof DECLARATIONS> = defineOptions("chaos", DECLARATIONS);

/** The probabilities are for each connection. */
export type ChaosOptions = OptionsInput<typeof chaosOptions>;
export type ChaosSettings = ResolvedOptions<typeof chaosOptions>;
