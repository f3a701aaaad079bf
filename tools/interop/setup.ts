import { missing, PEER_NAMES } from "./start.ts";

/** Says once what is going to be skipped, and what to do about it. */
export function setup(): void {
  for (const name of PEER_NAMES) {
    const reason = missing(name);
    if (reason !== undefined) console.warn(`skipped: ${reason}`);
  }
}
