import type { CallOptions } from "@anyurl/client";
import type { Url } from "@anyurl/core";
import type { GatewayRequest, Source } from "../guard/index.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { PageFrame } from "../views.ts";
import type { Mode } from "./mode.ts";
import type { PageCache } from "./page-cache.ts";

/** Everything that request handlers share. */
export interface AppContext {
  readonly source: Source;
  readonly served: ServedSchemes;
  /** How documents of the type text/html are served. */
  readonly html: "sandboxed" | "text";
  /** Rendered listings. Absent if links are signed, because signatures expire. */
  readonly pages: PageCache | undefined;
  /** Options of every call. */
  readonly call: Pick<CallOptions, "limits">;
  /** Options of a call whose body may be passed on unchanged. */
  readonly download: Pick<CallOptions, "limits">;
  /** The contact of the operator, which all pages have. */
  readonly operator: Pick<PageFrame, "contact">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with an internal error in the middle of a page. */
  readonly onFault: ((error: unknown) => void) | undefined;
}

/** A request for a URL, and the format of the response. */
export interface RequestContext {
  readonly context: AppContext;
  readonly incoming: GatewayRequest;
  readonly url: Url;
  readonly mode: Mode;
  /** Does `mode` come from `Accept`? Otherwise the path selects it. */
  readonly negotiated: boolean;
}

/** Returns the options of a client call: limits, signal, and cache callback. */
export function callOptions(
  { context, incoming }: Pick<RequestContext, "context" | "incoming">,
  options: CallOptions = {},
): CallOptions {
  return {
    ...context.call,
    ...options,
    ...(incoming.requestUrl.isNamed && { namedBy: "server" }),
    signal: incoming.signal,
    onCache: incoming.recordCacheUse,
    via: incoming.via,
    client: incoming.client,
  } as CallOptions;
}

/** Returns the `Vary` header if `Accept` selected the format (RFC 9110 §12.5.5). */
export function varyHeaders({ negotiated }: Pick<RequestContext, "negotiated">): Record<string, string> {
  return negotiated ? { vary: "Accept" } : {};
}
