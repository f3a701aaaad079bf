import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  attempts: { type: "integer", unlimited: true, default: 0, description: "maximum number of retries" },
  first: {
    type: "duration",
    default: 250,
    description: "the delay before the first retry; it doubles before each further one",
  },
  most: {
    type: "duration",
    unlimited: true,
    default: 2_000,
    description:
      "the maximum delay; if a server asks for a longer one (retryAfter of its error), the call fails at once",
  },
  random: {
    type: "function",
    as: undefined as (() => number) | undefined,
    description: "source of random numbers in [0, 1), so that many clients do not retry at the same time",
  },
} as const;

/** The option `retry` of a client and of a call. */
export const retryOptions: OptionSet<typeof DECLARATIONS> = defineOptions("retry", DECLARATIONS);

/** When and how often to retry temporary errors. Only idempotent operations are retried. */
export interface RetryOptions extends OptionsInput<typeof retryOptions> {}
export type RetrySettings = ResolvedOptions<typeof retryOptions>;
