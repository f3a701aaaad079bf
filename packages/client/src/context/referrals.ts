import type { Entity, Operations, Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { BodyOwner } from "../body/call-body.ts";

/** A `get` of another URL within the same call. */
interface ReferredCall extends BodyOwner {
  run(
    work: (get: Operations["get"], url: Url, context: Context) => ReturnType<Operations["get"]>,
    after: "stays open",
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
