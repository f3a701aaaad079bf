import type { CallOptions } from "@anyurl/client";
import { negotiateType } from "@anyurl/client/front";
import type { Url } from "@anyurl/core";
import type { GatewayRequest, Source } from "../guard/index.ts";
import type { CacheUse } from "../metrics.ts";
import type { FormatName } from "../paths.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { PageFrame } from "../views.ts";

/** Everything that request handlers share. */
export interface AppContext {
  readonly source: Source;
  readonly served: ServedSchemes;
  /** How documents of the type text/html are served. */
  readonly html: "sandboxed" | "text";
  /** Bytes of the pictures that a document embeds. */
  readonly maxEmbedded: number;
  /** Are links signed? Then pages expire with the signatures. */
  readonly isSigned: boolean;
  /** Options of every call. */
  readonly call: Pick<CallOptions, "limits">;
  /** Options of a call whose body may be passed on unchanged. */
  readonly download: Pick<CallOptions, "limits">;
  /** What all pages have: the contact of the operator, and the language of the request. */
  readonly operator: Pick<PageFrame, "contact" | "language">;
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
  /** `Vary`, if `Accept` selected the format (RFC 9110 §12.5.5). */
  readonly vary: Readonly<Record<string, string>>;
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
    onCache(use: CacheUse) {
      incoming.cacheUse = use;
    },
    via: incoming.via,
    client: incoming.client,
  } as CallOptions;
}

/**
 * The format of a response. "html": pages for browsers. "json", "lines" (one JSON text per line), "text": listings as
 * data. "raw": the bytes of a document; for a listing JSON.
 */
export type Mode = FormatName;

const MODE_BY_TYPE: ReadonlyMap<string, Mode> = new Map([
  ["application/json", "json"],
  ["application/problem+json", "json"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["application/x-ndjson", "lines"],
  ["application/jsonl", "lines"],
  ["text/plain", "text"],
]);

/** Selects the format by the prefix of the path, or else by `Accept`. */
export function negotiateMode({ request, requestUrl: { form } }: GatewayRequest): {
  readonly mode: Mode;
  readonly vary: Readonly<Record<string, string>>;
} {
  if (form !== undefined) return { mode: form, vary: form === "html" ? { vary: "Accept-Language" } : {} };
  const mode = selectMode(request.headers.get("accept"));
  return { mode, vary: { vary: mode === "html" ? "Accept, Accept-Language" : "Accept" } };
}

/** Negotiates the format by `Accept`: a page if it names text/html, data if it accepts any type. */
export function selectMode(accept: string | null): Mode {
  const offers = [...MODE_BY_TYPE.keys()] as [string, ...string[]];
  return MODE_BY_TYPE.get(
    negotiateType(accept === null ? null : accept.slice(0, MAX_ACCEPT_LENGTH), offers),
  )!;
}

/** Maximum length of the field that is parsed, in characters. */
const MAX_ACCEPT_LENGTH = 4096;

export const MEDIA_TYPE: Readonly<Record<Mode, string>> = {
  html: "text/html; charset=utf-8",
  json: "application/json",
  lines: "application/x-ndjson",
  text: "text/plain; charset=utf-8",
  raw: "application/json",
};
