import type { CallOptions, Client } from "@anyurl/client";
import {
  defineOptions,
  type Limits,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
  resolveLimits,
  resolveOptions,
  type Scheme,
} from "@anyurl/core";
import { type CacheOptions, cacheOptions } from "./cache/options.ts";
import { GUARD_OPTIONS } from "./guard/guard-options.ts";

const OWN_OPTIONS = {
  html: {
    type: "choice",
    choices: ["sandboxed", "text"],
    default: "sandboxed",
    description: "show HTML documents sandboxed (no scripts, no origin), or as text",
  },
  crossSite: {
    type: "choice",
    choices: ["open", "home"],
    description:
      'what a link on a page of another site opens: the resource, or the home page, which shows the URL and opens it when the visitor confirms. Default: "home" if the client reaches a private network, because pages of other sites could make their visitors\' browsers send requests into it; otherwise "open"',
  },
  openSchemes: {
    type: "list",
    default: [],
    description:
      "schemes to open although they have no port, so that they can only read local data, or declare that a gateway must not open them",
  },
  maxEmbedded: {
    type: "bytes",
    default: 4_194_304 as number,
    description:
      "the maximum size of the pictures of a message that a page embeds; further ones are left out",
  },
  limits: {
    type: "value",
    read: (limits: unknown): Partial<Limits> => checkLimits(limits),
    expected: "limits of a call",
    description: "limits of calls; they override those of the client",
  },
  downloadLimits: {
    type: "value",
    read: (limits: unknown): Partial<Limits> => checkLimits(limits),
    expected: "limits of a call",
    description: "limits of calls for documents that are passed on unchanged; they override `limits`",
  },
  cache: {
    type: "value",
    read: (cache: unknown): CacheOptions | false => {
      if (cache === false) return false;
      resolveOptions(cacheOptions, cache as CacheOptions);
      return cache as CacheOptions;
    },
    expected: "the options of the cache, or false",
    programOnly: true,
    description: "the cache for listings and small documents; false for none. Default: in memory",
  },
  examples: {
    type: "value",
    read: (examples: unknown): readonly { readonly url: string; readonly text: string }[] | undefined =>
      Array.isArray(examples) ? examples : undefined,
    expected: "a list of { url, text }",
    programOnly: true,
    description: "the examples on the home page. Default: one of each scheme",
  },
} as const;

/** The options of a gateway, except for its client. */
export const gatewayOptions: OptionSet<typeof GUARD_OPTIONS & typeof OWN_OPTIONS> = defineOptions("gateway", {
  ...OWN_OPTIONS,
  ...GUARD_OPTIONS,
});

export interface GatewayOptions<S extends Scheme = Scheme> extends OptionsInput<typeof gatewayOptions> {
  /** Opens the URLs. Its policy must be "untrusted", because visitors choose the URLs. */
  readonly client: Client<S>;
}

export type GatewaySettings = ResolvedOptions<typeof gatewayOptions>;

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

/** Returns the limits of calls, and of downloads. */
export function resolveCallLimits({
  limits,
  downloadLimits,
}: Pick<GatewaySettings, "limits" | "downloadLimits">): {
  readonly call: Pick<CallOptions, "limits">;
  readonly download: Pick<CallOptions, "limits">;
} {
  return {
    call: { limits: { ...GATEWAY_LIMITS, ...limits } },
    download: { limits: { ...GATEWAY_LIMITS, ...DOWNLOAD_LIMITS, ...limits, ...downloadLimits } },
  };
}

function checkLimits(limits: unknown): Partial<Limits> {
  resolveLimits(limits as Partial<Limits>);
  return limits as Partial<Limits>;
}
