import type { ByteRange, Entry, HostOptions, Limits, Registry } from "@anyurl/core";
import type { TlsOptions, Transport } from "@anyurl/core/exchange";
import type { GetResult } from "./body/get-result.ts";
import type { Clock } from "./call/clock.ts";
import type { GatewayTable } from "./call/gateways.ts";
import type { RetryOptions, RetrySettings } from "./call/retry-options.ts";
import type { Transcript } from "./call/transcript.ts";
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
  readonly pool: Pool;
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clock: Clock;
  readonly idna: HostOptions | undefined;
}

export interface CallOptions<Options = Readonly<Record<string, unknown>>> {
  /** Its abort ends the call at once; the call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** For `get`: bytes of the body that were read, and `total` if known. */
  readonly onProgress?: (progress: { readonly received: number; readonly total?: number }) => void;
  /** For `put` and `append`: bytes that the server has accepted. */
  readonly onSent?: (progress: { readonly sent: number }) => void;
  /**
   * For `put` and `copy`: write to a temporary name next to the target, and rename the file when it is complete, so
   * that a failed write keeps the old file. No effect with a range, and on a scheme that cannot rename or does this by
   * itself. If the server rejects the temporary name, `true` fails, and "preferred" writes directly to the target.
   * Default false.
   */
  readonly atomic?: boolean | "preferred";
  /** Changes to the client's limits for this call. */
  readonly limits?: Partial<Limits>;
  /**
   * Where a URL given as text was found: a response of this client, an entry of a listing, or "server" for another text
   * that a server sent. It then has the rules of a URL that a server named: it does not lead to an address of this
   * machine or its network, a blocked port or a file, and a login goes with it to the same origin only. Default: a
   * person chose the URL.
   */
  readonly namedBy?: GetResult | Entry | "server";
  /** For `get`: only this range of the resource. */
  readonly range?: ByteRange | undefined;
  /** When and how often to retry temporary errors, instead of the client's setting. */
  readonly retry?: RetryOptions;
  /** Options for the scheme, which take precedence over those of the client. */
  readonly options?: Options | undefined;
  /** The transcript to record into, for a program that observes a call while it runs. */
  readonly transcript?: Transcript;
  /** Accept any TLS certificate. Not possible under the policy "untrusted". Default false. */
  readonly insecure?: boolean;
  /** Open a URL such as `ftp://u?x@h/`, in which old software finds a different host. Default false. */
  readonly allowAmbiguous?: boolean;
}

/** The options of one attempt. */
export interface AttemptOptions extends CallOptions {
  /** Milliseconds left of the deadline. The deadline itself stays as the caller set it. */
  readonly deadlineLeft?: number;
}
