import type { Limits, PortRules } from "@anyurl/core";
import type { Remote, TlsOptions, Transport } from "@anyurl/core/exchange";
import type { CallScope } from "../call/call-scope.ts";
import type { SteadyClock } from "../call/clock.ts";
import type { ProxySettings } from "../proxies/settings.ts";
import type { Policy } from "./policy.ts";
import type { TrustStore } from "./trust-store.ts";

export interface DialOptions {
  readonly transport: Transport;
  readonly policy: Policy;
  readonly limits: Limits;
  readonly clock: SteadyClock;
  readonly call: CallScope;
  readonly scheme: string;
  readonly defaultPort: number | undefined;
  readonly ports?: PortRules | undefined;
  /** TLS options, in addition to the defaults of the transport. */
  readonly tls?: TlsOptions | undefined;
  /** The keys of servers that are trusted on first use. Required if the policy allows that. */
  readonly trust?: TrustStore | undefined;
  /** The pins of the user, by host and port. */
  readonly pins?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly proxies?: ProxySettings | undefined;
  /** Is the proxy of the host asked for URLs instead of for a tunnel? Then a connection ends at the proxy. */
  readonly forwards?: true | undefined;
  /** The server that named the URL of the call. */
  readonly sentBy?: Remote | undefined;
}
