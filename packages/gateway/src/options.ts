import { type CallOptions, type Client, profileOf } from "@anyurl/client";
import { type Limits, limitsOf, type Scheme } from "@anyurl/core";
import type { CacheOptions } from "./cache/index.ts";
import type { GuardOptions } from "./guard/index.ts";

export interface GatewayOptions<S extends Scheme = Scheme> extends GuardOptions {
  /** Opens the URLs. Its policy is "untrusted": nobody knows who has chosen them. */
  readonly client: Client<S>;
  /**
   * How documents of the type text/html are given: "sandboxed", as they are, without script, form and origin; or
   * "text", their source. Default "sandboxed".
   */
  readonly html?: "sandboxed" | "text";
  /**
   * What a link on a page of another site leads to. "open": what it names. "home": the home page, which shows the URL and
   * opens it when the visitor says so. Default "home" if the client reaches a private network, or pages of others could have
   * their visitors' browsers send requests into it; else "open".
   */
  readonly crossSite?: "open" | "home";
  /** Changes to the limits of calls. Defaults: those of {@link GATEWAY_LIMITS}, over those of the client. */
  readonly limits?: Partial<Limits>;
  /**
   * Further changes for documents that are passed on as they are. Defaults: those of {@link DOWNLOAD_LIMITS}, as far as
   * `limits` does not say otherwise.
   */
  readonly downloadLimits?: Partial<Limits>;
  /** How listings and small documents are kept; `false`: not at all. Default in memory. */
  readonly cache?: CacheOptions | false;
  /** What the home page offers to begin with. Default one example of each scheme that is opened. */
  readonly examples?: readonly { readonly url: string; readonly text: string }[];
}

/** What a call may cost at most, in bytes, entries and milliseconds. */
export const GATEWAY_LIMITS: Partial<Limits> = {
  maxBytes: 64 * 1024 * 1024,
  maxEntries: 20_000,
  maxListing: 8 * 1024 * 1024,
  deadline: 60_000,
};

/**
 * What a document may cost that is passed on as it is: its bytes cost no more than their way. A server that drips it holds
 * a place no longer than `idleTimeout`.
 */
export const DOWNLOAD_LIMITS: Partial<Limits> = {
  maxBytes: 1024 ** 3,
  deadline: 15 * 60_000,
  minRate: 1024,
};

/** The limits of calls, and of those whose body may be passed on as it is. @throws {RangeError} a limit that is none. */
export function callLimits({ limits, downloadLimits }: Pick<GatewayOptions, "limits" | "downloadLimits">): {
  readonly call: Pick<CallOptions, "limits">;
  readonly download: Pick<CallOptions, "limits">;
} {
  limitsOf(limits);
  limitsOf(downloadLimits);
  return {
    call: { limits: { ...GATEWAY_LIMITS, ...limits } },
    download: { limits: { ...GATEWAY_LIMITS, ...DOWNLOAD_LIMITS, ...limits, ...downloadLimits } },
  };
}

/** @throws {TypeError} the client's policy is another one. @throws {RangeError} an option that is none. */
export function checkOptions({ client, html = "sandboxed", crossSite }: GatewayOptions): void {
  if (profileOf(client) !== "untrusted")
    throw new TypeError(
      'invalid option client: expected a client with the policy "untrusted", because visitors choose the URLs',
    );
  if (html !== "sandboxed" && html !== "text")
    throw new RangeError('invalid option html: expected "sandboxed" or "text"');
  if (crossSite !== undefined && crossSite !== "open" && crossSite !== "home")
    throw new RangeError('invalid option crossSite: expected "open" or "home"');
}
