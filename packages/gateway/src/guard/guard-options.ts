import type { AccessRecord, LoggedAddress } from "./access-log.ts";
import type { Rate } from "./rate-limiter.ts";
import type { SigningOptions } from "./signatures.ts";
import type { Robots } from "./well-known.ts";

export interface GuardOptions {
  /** Values of `Host` that are served; "*" for all. Default the loopback names and the host of `publicUrl`. */
  readonly hosts?: readonly string[];
  /** The external URL of the gateway, for example `https://gateway.example`. */
  readonly publicUrl?: string;
  /** Concurrent requests. Default 64. */
  readonly maxRequests?: number;
  /** Concurrent requests of one client. Default 8. */
  readonly maxPerClient?: number;
  /** Concurrent calls to one host. One client can use half of them, but at least one. Default 4. */
  readonly maxPerTarget?: number;
  /** Rate limit per client. Default 10 requests per second with a burst of 100. */
  readonly clientRate?: Rate;
  /** Rate limit per host. Default 10 calls per second with a burst of 40. */
  readonly targetRate?: Rate;
  /** Number of clients, and of hosts, that the rate limiters track. Default 10,000 of each. */
  readonly maxTracked?: number;
  /** Maximum size of a form, in bytes. Default 64 KiB. */
  readonly maxForm?: number;
  /** Sign links, and open signed links only. Default off. */
  readonly sign?: SigningOptions;
  /** Called for each request. Default no log. */
  readonly log?: (record: AccessRecord) => void;
  /** How a client's address is logged. Default "shortened". */
  readonly logAddresses?: LoggedAddress;
  /** Whether search engines may index the gateway. Default "disallow". */
  readonly robots?: Robots;
  /** Contact for abuse reports: a `mailto:` or `https:` URL. */
  readonly contact?: string;
  /** The name of the gateway in `Via`. Default a random name. */
  readonly name?: string;
  /**
   * Who can read `/_/health` and `/_/metrics`. "loopback": a client with a loopback address that uses a loopback name,
   * and no proxy. A proxy on this machine that sends no `X-Forwarded-For` and replaces `Host` by a loopback name looks
   * like such a client: for such a proxy, use "none" and a separate listener. Default "loopback".
   */
  readonly operations?: "loopback" | "all" | "none";
  /** Called with an internal error, which the client sees as 500. */
  readonly onFault?: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}
