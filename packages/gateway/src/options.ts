import { type CallOptions, type Client, getPolicyProfile } from "@anyurl/client";
import { type Limits, resolveLimits, type Scheme } from "@anyurl/core";
import type { CacheOptions } from "./cache/index.ts";
import type { GuardOptions } from "./guard/index.ts";

export interface GatewayOptions<S extends Scheme = Scheme> extends GuardOptions {
  /** Opens the URLs. Its policy must be "untrusted", because visitors choose the URLs. */
  readonly client: Client<S>;
  /**
   * How documents of the type text/html are served. "sandboxed": as HTML, without scripts, forms and origin. "text": as
   * source text. Default "sandboxed".
   */
  readonly html?: "sandboxed" | "text";
  /**
   * What a link on a page of another site opens. "open": the resource. "home": the home page, which shows the URL and
   * opens it when the visitor confirms. Default "home" if the client reaches a private network, because otherwise pages
   * of other sites could make their visitors' browsers send requests into it; otherwise "open".
   */
  readonly crossSite?: "open" | "home";
  /** Limits of calls. They override {@link GATEWAY_LIMITS}, which override the limits of the client. */
  readonly limits?: Partial<Limits>;
  /**
   * Limits of calls for documents that are passed on unchanged. They override `limits`, which override
   * {@link DOWNLOAD_LIMITS}.
   */
  readonly downloadLimits?: Partial<Limits>;
  /** The cache for listings and small documents, or `false` for no cache. Default in memory. */
  readonly cache?: CacheOptions | false;
  /** The examples on the home page. Default one of each supported scheme. */
  readonly examples?: readonly { readonly url: string; readonly text: string }[];
}

/** Default limits of a call, in bytes, entries and milliseconds. */
export const GATEWAY_LIMITS: Partial<Limits> = {
  maxBytes: 64 * 1024 * 1024,
  maxEntries: 20_000,
  maxListing: 8 * 1024 * 1024,
  deadline: 60_000,
};

/**
 * Default limits of a call for a document that is passed on unchanged. They are higher, because the gateway only
 * forwards the bytes. A server that sends more slowly than `minRate` is disconnected after `idleTimeout`.
 */
export const DOWNLOAD_LIMITS: Partial<Limits> = {
  maxBytes: 1024 ** 3,
  deadline: 15 * 60_000,
  minRate: 1024,
};

/** Returns the limits of calls, and of downloads. @throws {AccessError} bad-option: a limit is invalid. */
export function resolveCallLimits({
  limits,
  downloadLimits,
}: Pick<GatewayOptions, "limits" | "downloadLimits">): {
  readonly call: Pick<CallOptions, "limits">;
  readonly download: Pick<CallOptions, "limits">;
} {
  resolveLimits(limits);
  resolveLimits(downloadLimits);
  return {
    call: { limits: { ...GATEWAY_LIMITS, ...limits } },
    download: { limits: { ...GATEWAY_LIMITS, ...DOWNLOAD_LIMITS, ...limits, ...downloadLimits } },
  };
}

/** @throws {TypeError} the client has another policy. @throws {RangeError} an option is invalid. */
export function checkOptions({ client, html = "sandboxed", crossSite }: GatewayOptions): void {
  if (getPolicyProfile(client) !== "untrusted")
    throw new TypeError(
      'invalid option client: expected a client with the policy "untrusted", because visitors choose the URLs',
    );
  if (html !== "sandboxed" && html !== "text")
    throw new RangeError('invalid option html: expected "sandboxed" or "text"');
  if (crossSite !== undefined && crossSite !== "open" && crossSite !== "home")
    throw new RangeError('invalid option crossSite: expected "open" or "home"');
}
