import type { CallOptions } from "@anyurl/client";
import type { Url } from "@anyurl/core";
import type { Source, Visit } from "../guard/index.ts";
import type { Served } from "../served.ts";
import type { Frame } from "../view.ts";
import type { KeptPages } from "./kept-pages.ts";
import type { Mode } from "./mode.ts";

/** What all answers of a gateway are made with. */
export interface House {
  readonly source: Source;
  readonly served: Served;
  /** How documents of the type text/html are given. */
  readonly html: "sandboxed" | "text";
  /** Listings as they were written. Absent where links are signed, and so differ. */
  readonly pages: KeptPages | undefined;
  /** For every call. */
  readonly call: Pick<CallOptions, "limits">;
  /** For a call whose body may be passed on as it is. */
  readonly download: Pick<CallOptions, "limits">;
  readonly contact: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of a fault of our own in the middle of a page. */
  readonly onFault: ((error: unknown) => void) | undefined;
}

/** A URL that is asked for, and how it is to be answered. */
export interface Task {
  readonly house: House;
  readonly visit: Visit;
  readonly url: Url;
  readonly mode: Mode;
  /** Is `mode` what `Accept` prefers? Else the path itself asks for it. */
  readonly negotiated: boolean;
}

/** Options for a call of a task: its limits, its end, and what the cache has done. */
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

/** Is only the head of the answer wanted? */
export function isHead({ visit }: Pick<Task, "visit">): boolean {
  return visit.request.method === "HEAD";
}

/** The fields of an answer whose form `Accept` has chosen (RFC 9110 §12.5.5). */
export function varied({ negotiated }: Pick<Task, "negotiated">): Record<string, string> {
  return negotiated ? { vary: "Accept" } : {};
}

export function framed({ house }: Pick<Task, "house">, frame: Frame): Frame {
  return house.contact === undefined ? frame : { ...frame, contact: house.contact };
}
