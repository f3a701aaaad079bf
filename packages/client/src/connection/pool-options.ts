import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  perServer: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 6,
    description: "connections to one host and port; data connections of FTP are not counted",
  },
  total: { type: "integer", min: 1, unlimited: true, default: 64, description: "all connections" },
  waiting: {
    type: "integer",
    unlimited: true,
    default: 1_000,
    description: "calls that wait for a connection; one more fails with busy",
  },
  idle: {
    type: "duration",
    unlimited: true,
    default: 0,
    description:
      "how long an idle connection is pooled for the next call to the same server with the same login; 0: a call closes its connections. Dispose of a client that pools connections",
  },
} as const;

/** The option `connections` of a client. */
export const poolOptions: OptionSet<typeof DECLARATIONS> = defineOptions("connections", DECLARATIONS);

export interface PoolOptions extends OptionsInput<typeof poolOptions> {}
export type PoolSettings = ResolvedOptions<typeof poolOptions>;
