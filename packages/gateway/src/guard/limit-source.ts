import type { CallOptions, GetResult } from "@anyurl/client";
import { type Attributes, type Entry, parseLogin, type Registry, type Url } from "@anyurl/core";
import type { CacheUse } from "../metrics.ts";
import { GatewayError } from "./gateway-error.ts";
import type { GuardSettings } from "./guard-options.ts";
import { normalizeHost } from "./hosts.ts";
import { ConcurrencyLimiter, RateLimiter, type Release } from "./limiters.ts";
import { formatVia } from "./via.ts";

/** The result of `get`, as far as the gateway needs it. */
export type SourceBody = AsyncDisposable &
  Pick<
    GetResult,
    "url" | "mediaType" | "size" | "modified" | "etag" | "framing" | "range" | "body" | "complete"
  >;

/** The read operations of a client. */
export interface Source {
  readonly registry: Registry;
  get(url: string | Url, options?: CallOptions): Promise<SourceBody>;
  list(url: string | Url, options?: CallOptions): AsyncGenerator<Entry, void, void>;
  search(url: string | Url, words: string, options?: CallOptions): AsyncGenerator<Entry, void, void>;
  stat(url: string | Url, options?: CallOptions): Promise<Attributes>;
}

/** Options of a call on behalf of a request. */
export interface RelayedCallOptions extends CallOptions {
  /** The `Via` header of that request. */
  readonly via?: string | undefined;
  /** The key of the client that sent that request. */
  readonly client?: string | undefined;
  /** Called once with the result of the cache. */
  readonly onCache?: ((use: CacheUse) => void) | undefined;
}

export interface SourceLimits extends Pick<GuardSettings, "maxPerTarget" | "targetRate" | "maxTracked"> {
  /** The name of the gateway in `Via`, for HTTP servers. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The key of all URLs without a host. */
const NO_HOST = "-";

/**
 * Wraps a client with a concurrency limit and a rate limit per host. Calls above a limit are rejected, not queued. A
 * call is released when it ends, or when its body was read or canceled.
 */
export function limitSource(
  client: Source,
  { maxPerTarget, targetRate, maxTracked, name, now }: SourceLimits,
): Source {
  const places = new ConcurrencyLimiter(maxPerTarget);
  // One client can use half of the slots, so that others can use the rest.
  const shares = new ConcurrencyLimiter(Math.max(1, Math.floor(maxPerTarget / 2)));
  const rates = new RateLimiter(targetRate, maxTracked, now);
  const enter = (url: string | Url, options: RelayedCallOptions = {}): Release => {
    const host = targetHost(client.registry, url);
    const leaveShare = options.client === undefined ? () => {} : shares.acquire(`${host} ${options.client}`);
    if (leaveShare === undefined)
      throw new GatewayError("client-busy", {
        message: "too many concurrent requests from this client to one server",
        retryAfter: 2,
      });
    const leavePlace = places.acquire(host);
    if (leavePlace === undefined) {
      leaveShare();
      throw new GatewayError("target-busy");
    }
    const leave = () => {
      leaveShare();
      leavePlace();
    };
    const wait = rates.take(host);
    if (wait === 0) return leave;
    leave();
    throw new GatewayError("target-rate", { retryAfter: wait / 1000 });
  };
  const own = (url: string | Url, options: CallOptions = {}) => toClientOptions(url, options, name);
  /** Holds a slot from the first entry to the last one. */
  async function* entries(
    url: string | Url,
    options: CallOptions | undefined,
    open: (call: CallOptions) => AsyncGenerator<Entry, void, void>,
  ): AsyncGenerator<Entry, void, void> {
    const leave = enter(url, options);
    try {
      yield* open(own(url, options));
    } finally {
      leave();
    }
  }
  return {
    registry: client.registry,
    async get(url, options) {
      const leave = enter(url, options);
      try {
        const retrieved = await client.get(url, own(url, options));
        void retrieved.complete.then(leave);
        options?.signal?.addEventListener("abort", leave, { once: true });
        return retrieved;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async stat(url, options) {
      const leave = enter(url, options);
      try {
        return await client.stat(url, own(url, options));
      } finally {
        leave();
      }
    },
    list: (url, options) => entries(url, options, (call) => client.list(url, call)),
    search: (url, words, options) => entries(url, options, (call) => client.search(url, words, call)),
  };
}

/** Returns the URL of a call; `undefined` if it is invalid: the client rejects it, with all its problems. */
export function parseTarget(registry: Registry, url: string | Url): Url | undefined {
  return typeof url === "string" ? registry.tryParse(url).url : url;
}

function targetHost(registry: Registry, url: string | Url): string {
  const target = parseTarget(registry, url);
  return target?.host === undefined ? NO_HOST : normalizeHost(parseLogin(target, 0).hostname);
}

/**
 * Returns the options for the client. HTTP requests get `Via`: RFC 9110 §7.6.3 requires it, and it lets us detect
 * loops.
 */
function toClientOptions(
  url: string | Url,
  { via: received, client: _, onCache: __, ...call }: RelayedCallOptions,
  name: string,
): CallOptions {
  if (!/^https?:/i.test(String(url))) return call;
  const { fields } = (call.options ?? {}) as { readonly fields?: Readonly<Record<string, string>> };
  const via = formatVia(name, received);
  return { ...call, options: { ...call.options, fields: { ...fields, via } } };
}
