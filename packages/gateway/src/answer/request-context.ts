import type { CallOptions } from "@anyurl/client";
import type { Url } from "@anyurl/core";
import type { Source, Visit } from "../guard/index.ts";
import type { Served } from "../served-schemes.ts";
import type { Frame } from "../views.ts";
import type { Mode } from "./mode.ts";
import type { KeptPages } from "./page-cache.ts";

/** Everything that request handlers share. */
export interface House {
  readonly source: Source;
  readonly served: Served;
  /** How documents of the type text/html are served. */
  readonly html: "sandboxed" | "text";
  /** Rendered listings. Absent if links are signed, because signatures expire. */
  readonly pages: KeptPages | undefined;
  /** Options of every call. */
  readonly call: Pick<CallOptions, "limits">;
  /** Options of a call whose body may be passed on unchanged. */
  readonly download: Pick<CallOptions, "limits">;
  readonly contact: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with an internal error in the middle of a page. */
  readonly onFault: ((error: unknown) => void) | undefined;
}

/** A request for a URL, and the format of the response. */
export interface Task {
  readonly house: House;
  readonly visit: Visit;
  readonly url: Url;
  readonly mode: Mode;
  /** Does `mode` come from `Accept`? Otherwise the path selects it. */
  readonly negotiated: boolean;
}

/** Returns the options of a client call: limits, signal, and cache callback. */
export function callOf(
  { house, visit }: Pick<Task, "house" | "visit">,
  options: CallOptions = {},
): CallOptions {
  return {
    ...house.call,
    ...options,
    ...(visit.isNamed && { namedBy: "server" }),
    signal: visit.signal,
    onCache: visit.cached,
    via: visit.via,
    client: visit.client,
  } as CallOptions;
}

/** Is it a HEAD request? */
export function isHead({ visit }: Pick<Task, "visit">): boolean {
  return visit.request.method === "HEAD";
}

/** Returns the `Vary` header if `Accept` selected the format (RFC 9110 §12.5.5). */
export function varied({ negotiated }: Pick<Task, "negotiated">): Record<string, string> {
  return negotiated ? { vary: "Accept" } : {};
}

export function framed({ house }: Pick<Task, "house">, frame: Frame): Frame {
  return house.contact === undefined ? frame : { ...frame, contact: house.contact };
}
