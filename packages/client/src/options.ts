import type { HostOptions, Limits, Registry } from "@anyurl/core";
import type { TlsOptions, Transport } from "@anyurl/core/exchange";
import type { callOptions } from "./call/call-options.ts";
import type { Clock } from "./call/clock.ts";
import type { GatewayTable } from "./call/gateways.ts";
import type { RetrySettings } from "./call/retry-options.ts";
import type { Policy } from "./connection/policy.ts";
import type { Pool } from "./connection/pool.ts";
import type { CredentialsCallback } from "./credentials/callback.ts";
import type { ProxySettings } from "./proxies/settings.ts";

/** The settings of a client. */
export interface ClientSettings {
  readonly registry: Registry;
  readonly transport: Transport;
  readonly policy: Policy;
  readonly limits: Limits;
  /** Maximum bytes of a stream: unlimited unless the caller sets a limit. */
  readonly maxBody: number;
  readonly credentials: CredentialsCallback | undefined;
  readonly retry: RetrySettings;
  readonly gateways: GatewayTable;
  readonly tls: Omit<TlsOptions, "insecure"> | undefined;
  readonly proxies: ProxySettings | undefined;
  /** With the limits and retries of the client. */
  readonly callOptions: typeof callOptions;
  readonly pool: Pool;
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clock: Clock;
  readonly idna: HostOptions | undefined;
}
