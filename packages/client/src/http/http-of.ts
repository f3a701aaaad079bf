import type { Context } from "@anyurl/core/exchange";
import type { Door } from "../context/door.ts";

/** HTTP as a scheme may use it; `undefined` where the transport has none. */
export function httpOf(_door: Door): Context["http"] {
  return undefined;
}
