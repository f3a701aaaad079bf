import type { Context } from "@anyurl/core/exchange";
import type { Door } from "../context/door.ts";

/** The files of this machine below the roots of the policy; `undefined` where there are none to be had. */
export function filesOf(_door: Door): Context["files"] {
  return undefined;
}
