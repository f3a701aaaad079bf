import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
  resolveOptions,
} from "@anyurl/core";
import type { AccessRecord } from "./access-log.ts";
import { parseHosts, parsePublicHost } from "./hosts.ts";
import { type SigningOptions, signingOptions } from "./signing-options.ts";
import { isReceivedBy } from "./via.ts";
import { isContact } from "./well-known.ts";

export const GUARD_OPTIONS = {
  hosts: {
    type: "list",
    read: (names: readonly string[]): readonly string[] => {
      parseHosts(names);
      return names;
    },
    expected: 'names such as "gateway.example", "[::1]:8080" or "*"',
    description:
      'values of Host that are served; "*" for all. Default: the loopback names and the host of publicUrl',
    rule: "RFC 9110 §7.2",
  },
  publicUrl: {
    type: "string",
    read: (url: string): string | undefined => (parsePublicHost(url) === undefined ? undefined : url),
    expected: 'a URL without a path, such as "https://gateway.example"',
    description: "public URL of the gateway",
  },
  maxRequests: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 64,
    description: "concurrent requests",
  },
  maxPerClient: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 8,
    description: "concurrent requests of one client",
  },
  maxPerTarget: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 4,
    description: "concurrent calls to one host; one client can use half of them, but at least one",
  },
  clientRate: {
    type: "group",
    description: "rate limit per client",
    options: {
      perSecond: {
        type: "number",
        unlimited: true,
        read: (value: number): number | undefined => (value > 0 ? value : undefined),
        expected: "a number above 0, or Infinity",
        default: 10,
        description: "requests per second on average; Infinity turns the limit off",
      },
      burst: {
        type: "integer",
        min: 1,
        unlimited: true,
        default: 100,
        description: "requests of a client at once",
      },
    },
  },
  targetRate: {
    type: "group",
    description: "rate limit per host",
    options: {
      perSecond: {
        type: "number",
        unlimited: true,
        read: (value: number): number | undefined => (value > 0 ? value : undefined),
        expected: "a number above 0, or Infinity",
        default: 10,
        description: "calls per second on average; Infinity turns the limit off",
      },
      burst: {
        type: "integer",
        min: 1,
        unlimited: true,
        default: 40,
        description: "calls to a host at once",
      },
    },
  },
  maxTracked: {
    type: "integer",
    min: 1,
    unlimited: true,
    default: 10_000,
    description: "number of clients, and of hosts, that the rate limiters track",
  },
  maxForm: {
    type: "bytes",
    min: 1,
    unlimited: true,
    default: 65_536,
    description: "maximum size of a form that a visitor sends",
  },
  sign: {
    type: "value",
    read: (value: unknown): SigningOptions => {
      resolveOptions(signingOptions, value as SigningOptions);
      return value as SigningOptions;
    },
    expected: "{ keys }",
    programOnly: true,
    description: "sign links, and open only signed links",
  },
  log: {
    type: "function",
    as: undefined as ((record: AccessRecord) => void) | undefined,
    description: "called for each request; the record has no search terms and no user",
  },
  logAddresses: {
    type: "choice",
    choices: ["shortened", "whole", "none"],
    default: "shortened",
    description: "how the address of a client is logged",
  },
  robots: {
    type: "choice",
    choices: ["disallow", "allow"],
    default: "disallow",
    description: "allow or disallow web crawlers",
    rule: "RFC 9309",
  },
  contact: {
    type: "string",
    read: (url: string): string | undefined => (isContact(url) ? url : undefined),
    expected: 'a URL such as "mailto:abuse@gateway.example" or "https://…"',
    description: "contact URL for abuse reports, shown to visitors",
    rule: "RFC 9116",
  },
  name: {
    type: "string",
    read: (name: string): string | undefined => (isReceivedBy(name) ? name : undefined),
    expected: "a token such as gateway-1",
    description: "name of the gateway in Via. Default: a random name",
    rule: "RFC 9110 §7.6.3",
  },
  // A proxy on this machine that sends no X-Forwarded-For and replaces Host by a loopback name looks like a local client.
  operations: {
    type: "choice",
    choices: ["loopback", "all", "none"],
    default: "loopback",
    description:
      "who can read /_/health and /_/metrics: clients with a loopback address that use a loopback name, all, or none",
  },
  onFault: {
    type: "function",
    as: undefined as ((error: unknown) => void) | undefined,
    description: "called with an internal error, which visitors see as 500",
  },
  now: {
    type: "function",
    as: undefined as (() => number) | undefined,
    description: "returns the time in milliseconds since the epoch, for tests",
  },
} as const;

/** The options of a guard, which a gateway has too. */
export const guardOptions: OptionSet<typeof GUARD_OPTIONS> = defineOptions("gateway", GUARD_OPTIONS);

export type GuardOptions = OptionsInput<typeof guardOptions>;
export type GuardSettings = ResolvedOptions<typeof guardOptions>;
