import { AccessError } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Door } from "./door.ts";

/** Gets what a server has referred us to, in place of what was asked for. */
export function referOf(_door: Door): NonNullable<Context["refer"]> {
  return async () => {
    throw new AccessError("unsupported", "referrals are not followed here");
  };
}
