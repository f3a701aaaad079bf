import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { parseTrustedProxies } from "./client-address.ts";

const DECLARATIONS = {
  host: { type: "string", default: "127.0.0.1", description: "address to listen on" },
  port: { type: "integer", max: 65_535, default: 0, description: "port to listen on; 0 for any free port" },
  trustedProxies: {
    type: "list",
    default: [],
    read: (blocks: readonly string[]): readonly string[] => {
      parseTrustedProxies(blocks);
      return blocks;
    },
    expected: 'addresses or blocks such as "10.0.0.0/8"',
    description: "proxies whose X-Forwarded-For is trusted",
  },
  operations: {
    type: "group",
    description: "a separate listener for health and metrics",
    options: {
      host: {
        type: "string",
        default: "127.0.0.1",
        requires: "port",
        description: "address of the listener",
      },
      port: {
        type: "integer",
        max: 65_535,
        description: "port of the listener. Default: no listener",
      },
    },
  },
  headTimeout: {
    type: "duration",
    min: 1,
    max: 1_000_000_000,
    default: 10_000,
    description:
      "timeout of a request head, from the first byte or the last response on; then the answer is 408",
  },
  maxHead: {
    type: "bytes",
    min: 1,
    default: 65_536,
    description:
      "maximum size of a request head; links are as long as their URLs. Above it, the answer is 431",
  },
  keepAlive: {
    type: "duration",
    min: 1,
    max: 1_000_000_000,
    default: 5_000,
    description: "timeout of a connection without a request",
  },
  stall: {
    type: "duration",
    min: 1,
    max: 1_000_000_000,
    default: 90_000,
    description: "timeout of a client that reads no bytes of its response",
  },
  maxConnections: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 1024,
    description:
      "concurrent connections; one more replaces the one that has waited longest for a complete request head",
  },
  maxConnectionsPerClient: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 64,
    description: "concurrent connections of one address, or of one IPv6 /64; trusted proxies are exempt",
  },
  grace: {
    type: "duration",
    max: 1_000_000_000,
    default: 10_000,
    description: "time for in-flight requests on shutdown",
  },
} as const;

/** The options of `serveGateway`. */
export const serveOptions: OptionSet<typeof DECLARATIONS> = defineOptions("serve", DECLARATIONS);

export type ServeOptions = OptionsInput<typeof serveOptions>;
export type ServeSettings = ResolvedOptions<typeof serveOptions>;
