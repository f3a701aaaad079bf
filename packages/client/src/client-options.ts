import {
  defineOptions,
  type HostOptions,
  limitOptions,
  type NamesOf,
  type OptionSet,
  type OptionsFor,
  type OptionsInput,
  type Registry,
  type ResolvedOptions,
  type Scheme,
} from "@anyurl/core";
import type { TlsOptions, Transport } from "@anyurl/core/exchange";
import type { callOptions } from "./call/call-options.ts";
import { CLOCK_OPTION, type SteadyClock } from "./call/clock.ts";
import { type Gateways, type GatewayTable, parseGateways } from "./call/gateways.ts";
import type { InstalledScheme } from "./call/installed-scheme.ts";
import { retryOptions } from "./call/retry-options.ts";
import { type Policy, resolvePolicy } from "./connection/policy.ts";
import type { PolicyOptions, Profile } from "./connection/policy-options.ts";
import type { ConnectionPool } from "./connection/pool.ts";
import { poolOptions } from "./connection/pool-options.ts";
import { tlsOptions } from "./connection/tls-options.ts";
import type { TrustStore } from "./connection/trust-store.ts";
import type { CredentialsCallback } from "./credentials/callback.ts";
import { type ProxySettings, proxyOptions } from "./proxies/settings.ts";

export { viewOptions } from "./view/view-options.ts";

const DECLARATIONS = {
  schemes: {
    type: "value",
    as: undefined as readonly Scheme[] | undefined,
    read: (schemes: unknown): readonly Scheme[] | undefined => (Array.isArray(schemes) ? schemes : undefined),
    expected: "a list of schemes",
    required: true,
    description: "the schemes whose URLs the client opens",
  },
  allowOverride: {
    type: "list",
    default: [],
    description: 'names of protected schemes that a later scheme can take over by `override`, such as "http"',
  },
  transport: {
    type: "object",
    methods: ["resolve", "connect"],
    as: undefined as Transport | undefined,
    required: true,
    description: "the network, such as `nodeTransport()`",
  },
  policy: {
    type: "value",
    as: undefined as Profile | PolicyOptions | undefined,
    read: (policy: unknown): Policy => resolvePolicy(policy as Profile | PolicyOptions),
    expected: "a profile, or options of a policy",
    default: "default",
    description:
      'what may be reached: "default" if a person chose the URL, "untrusted" if its source is unknown',
  },
  limits: {
    type: "group",
    options: limitOptions.declarations as (typeof limitOptions)["declarations"],
    description: "changes to the default limits",
  },
  credentials: {
    type: "function",
    as: undefined as CredentialsCallback | undefined,
    description: "called for a login that the URL does not contain",
  },
  retry: {
    type: "group",
    options: retryOptions.declarations as (typeof retryOptions)["declarations"],
    description: "when and how often to retry temporary errors",
  },
  tls: {
    type: "group",
    options: tlsOptions.declarations as (typeof tlsOptions)["declarations"],
    description: "client certificates, trusted authorities and keys, and the minimum TLS version",
  },
  proxies: {
    type: "group",
    options: proxyOptions.declarations as (typeof proxyOptions)["declarations"],
    description:
      "proxies for all schemes or for some, and hosts that bypass them; the environment is not read",
  },
  connections: {
    type: "group",
    options: poolOptions.declarations as (typeof poolOptions)["declarations"],
    description: "limits on the number of connections, and how long idle ones are pooled",
  },
  gateways: {
    type: "value",
    as: undefined as Gateways | undefined,
    read: parseGateways as (gateways: unknown) => GatewayTable | undefined,
    expected: "an object with a URI Template for each scheme",
    default: {},
    description:
      "schemes whose URLs are read through a gateway, by a URI Template: `https://gw.example/{url}`",
    rule: "RFC 1738 §4",
  },
  options: {
    type: "object",
    as: undefined as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> | undefined,
    description: "options of single schemes, by scheme name",
  },
  clock: CLOCK_OPTION as typeof CLOCK_OPTION,
  idna: {
    type: "object",
    methods: ["toAscii"],
    as: undefined as HostOptions | undefined,
    description:
      "`idna` of `@anyurl/idna`, for hosts in percent-encoded UTF-8, which are `bad-host` without it",
  },
} as const;

/** The options of a client. */
export const clientOptions: OptionSet<typeof DECLARATIONS> = defineOptions("client", DECLARATIONS);

/** Options by the name of the scheme. */
type SchemeOptions<S extends Scheme> = {
  readonly [Name in NamesOf<S>]?: OptionsFor<S, `${Name}:`>;
};

export interface ClientOptions<T extends readonly Scheme[]>
  extends Omit<OptionsInput<typeof clientOptions>, "schemes" | "options"> {
  readonly schemes: T;
  readonly options?: SchemeOptions<T[number]> | undefined;
}

/** The checked options of a client, and what is made from them. */
export interface ClientSettings
  extends Omit<
    ResolvedOptions<typeof clientOptions>,
    "schemes" | "allowOverride" | "connections" | "clock" | "options" | "proxies" | "tls"
  > {
  readonly registry: Registry;
  /** Maximum bytes of a stream: unlimited unless the caller sets a limit. */
  readonly maxBody: number;
  readonly tls: Omit<TlsOptions, "insecure"> | undefined;
  /** Checks that certificates and keys of `tls` can be used. @throws {AccessError} bad-option */
  readonly checkTls: (() => Promise<void>) | undefined;
  readonly trust: TrustStore;
  readonly pins: ReadonlyMap<string, readonly string[]> | undefined;
  /** `undefined`: no proxy is set. */
  readonly proxies: ProxySettings | undefined;
  /** With the limits and retries of the client. */
  readonly callOptions: typeof callOptions;
  readonly pool: ConnectionPool;
  /** Read a listing to its end before its first entry is used, so that walks and copies need no second connection. */
  readonly listsFirst?: true;
  /** Called when a call fails because the server has rejected a login. */
  readonly onLoginRejected?: (() => void) | undefined;
  readonly options: NonNullable<ResolvedOptions<typeof clientOptions>["options"]>;
  /** The schemes that calls have used, by their names. */
  readonly installed: Map<string, InstalledScheme>;
  readonly clock: SteadyClock;
}
