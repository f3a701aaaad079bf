import type { Context } from "@anyurl/core/exchange";
import type { Door } from "./door.ts";

/** UDP as a scheme may use it; `undefined` where the transport has none. */
export function datagramOf(_door: Door): Context["datagram"] {
  return undefined;
}
