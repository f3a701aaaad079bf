import type { Entity, Operations, Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { BodyCall } from "../body/resume.ts";

/** A `get` of another URL within the same call. */
export interface ReferredCall extends BodyCall {
  run(
    work: (get: Operations["get"], url: Url, context: Context) => ReturnType<Operations["get"]>,
    after: "stays open",
    check: (entity: Entity) => Entity,
  ): Promise<Entity>;
}

/** The referrals within a call. */
export interface Referrals {
  /** The URL of the call. */
  readonly url: Url;
  /** The normal forms of the URLs that referred to it. */
  readonly chain: readonly string[];
  /** Opens another URL in the same call: with its limits, signal and transcript, without its login and options. */
  open(url: string, chain: readonly string[]): ReferredCall;
}
