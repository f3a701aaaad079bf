import type { ByteRange, Entry, HostOptions, Limits, Registry } from "@anyurl/core";
import type { TlsOptions, Transport } from "@anyurl/core/exchange";
import type { GetResult } from "./body/get-result.ts";
import type { Clock } from "./call/clock.ts";
import type { GatewayTable } from "./call/gateways.ts";
import type { Transcript } from "./call/transcript.ts";
import type { Policy } from "./connection/policy.ts";
import type { Pool } from "./connection/pool.ts";
import type { CredentialsCallback } from "./credentials/callback.ts";
import type { ProxySettings } from "./proxies/settings.ts";

/** What a client was made of. */
export interface ClientSettings {
  readonly registry: Registry;
  readonly transport: Transport;
  readonly policy: Policy;
  readonly limits: Limits;
  /** What a stream may carry: it has no cap but the one that the caller has set. */
  readonly maxBody: number;
  readonly credentials: CredentialsCallback | undefined;
  readonly retry: RetryOptions;
  readonly gateways: GatewayTable;
  readonly tls: Omit<TlsOptions, "insecure"> | undefined;
  readonly proxies: ProxySettings | undefined;
  readonly pool: Pool;
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clock: Clock;
  readonly idna: HostOptions | undefined;
}

export interface CallOptions {
  /** Its abort ends the call at once; the call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Of `get`: octets of the body that have been read; `total` where it is known. */
  readonly onProgress?: (progress: { readonly received: number; readonly total?: number }) => void;
  /** Of `put` and `append`: octets that the server has taken from us. */
  readonly onSent?: (progress: { readonly sent: number }) => void;
  /**
   * Of `put` and `copy`: write to a temporary name beside the target, and rename it when all of it is there, so that a
   * write that fails leaves what was there. Without effect on a scheme that cannot rename, or does this by itself, and with
   * a range. If the server refuses the temporary name, `true` fails, and "preferred" writes to the target itself. Default
   * false.
   */
  readonly atomic?: boolean | "preferred";
  /** Changes to the client's limits, for this call. */
  readonly limits?: Partial<Limits>;
  /**
   * Where a URL given as text was found: a response of this client, an entry of a listing, or "server" for another text
   * that a server sent. It then has the rules of a URL that a server named: it does not lead to an address of this
   * machine or its network, a blocked port or a file, and a login goes with it to the same origin only. Default: a
   * person chose the URL.
   */
  readonly namedBy?: GetResult | Entry | "server";
  /** For `get`: these octets of what the URL names, and no others. */
  readonly range?: ByteRange | undefined;
  /** How often and when to try again what has failed for a while, over what the client says. */
  readonly retry?: RetryOptions;
  /** Options for the scheme, over those of the client. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Written into, instead of one of its own: for a program that wants to see a call while it runs. */
  readonly transcript?: Transcript;
  /** Speak TLS with whoever answers, verified or not. Never under the policy "untrusted". Default false. */
  readonly insecure?: boolean;
  /** Open a URL like `ftp://u?x@h/` all the same, of which old software reads another host. Default false. */
  readonly allowAmbiguous?: boolean;
}

/** How often, and when, what has failed for a while is tried again. Only what may be done twice ever is. */
export interface RetryOptions {
  /** How many more times. Default 0. */
  readonly attempts?: number;
  /** Milliseconds before the first one; twice as long before each further one. Default 250. */
  readonly first?: number;
  /**
   * Milliseconds that are never exceeded. Default 2000. If a server wants a longer pause (`retryAfter` of its error), the
   * call fails at once.
   */
  readonly most?: number;
  /** Where chance comes from: 0 to 1. So many at once do not come back at once. */
  readonly random?: () => number;
}

/** The options of one attempt. */
export interface AttemptOptions extends CallOptions {
  /** Milliseconds that are left of the deadline, which stays what the caller has set. */
  readonly deadlineLeft?: number;
}
